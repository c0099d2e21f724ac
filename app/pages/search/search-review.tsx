import { useLoaderData } from 'react-router';
import { HouseAd } from '#app/ads/house-ad.tsx';
import { paths } from '#app/paths.ts';
import { adsText } from '#app/text/zh-hk/ads.ts';
import { showsAdForSearch } from '#shared/ads/search-ad.ts';
import { SearchView } from './search-view.tsx';
import styles from './search.module.css';
import type { loader } from './search.server.ts';

export { handle, meta } from './search.tsx';
export { headers, loader } from './search.server.ts';

/** The review variant: the search with its ad block, which `app/ads/search-ad.ts` fills with consent. */
export default function SearchReview() {
  const { adForSearchPublisher, keyword } = useLoaderData<typeof loader>();
  const ad = showsAdForSearch(adForSearchPublisher, keyword) && (
    <aside
      key={keyword}
      className={styles.ad}
      aria-label={adsText.own}
      data-ad-for-search={adForSearchPublisher}
      data-ad-query={keyword}
      data-no-print
    >
      <HouseAd kind="replay" type="fluid" seed={1} />
    </aside>
  );
  return <SearchView to={paths.searchReview} ad={ad} />;
}
