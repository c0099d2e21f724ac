import { useEffect } from 'react';
import { mayMeasure } from '#app/components/shell/consent.ts';
import type { TagType } from '#shared/tracking.ts';

/** Reports a search, once for each keyword, with consent to statistics. */
export function useSearchReport(
  keyword: string,
  tagType: (typeof TagType)[keyof typeof TagType],
  results: number,
): void {
  useEffect(() => {
    if (keyword === '' || !mayMeasure()) return;
    import('#app/tracking/report-search.ts')
      .then(({ reportSearch }) => reportSearch(keyword, tagType, results))
      .catch(() => undefined);
    // The number of results may differ between two pages of one search.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [keyword, tagType]);
}
