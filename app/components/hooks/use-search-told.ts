import { useEffect } from 'react';
import { mayMeasure } from '#app/components/shell/consent.ts';
import type { TagType } from '#shared/tracking.ts';

/** Tells what was searched for, once for each keyword, of who agreed to statistics. */
export function useSearchTold(keyword: string, tagType: (typeof TagType)[keyof typeof TagType], results: number): void {
  useEffect(() => {
    if (keyword === '' || !mayMeasure()) return;
    import('#app/tracking/report-search.ts').then(
      ({ reportSearch }) => reportSearch(keyword, tagType, results),
      () => undefined,
    );
    // How many are found may differ between two pages of one search.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [keyword, tagType]);
}
