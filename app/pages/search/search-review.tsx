import { useLoaderData } from 'react-router';
import { paths } from '#app/paths.ts';
import { searchText } from '#app/text/zh-hk/search.ts';
import { showsAdForSearch } from './ad-for-search.ts';
import { SearchView } from './search-view.tsx';
import styles from './search.module.css';
import type { loader } from './search.server.ts';

export { handle, meta } from './search.tsx';
export { headers, loader } from './search.server.ts';

/** The review variant: the search with its block of advertising. */
export default function SearchReview() {
  const { adForSearchPublisher, keyword } = useLoaderData<typeof loader>();
  const ad = showsAdForSearch(adForSearchPublisher, keyword) && (
    // What fills it comes with the ad layer, which reads the two from here.
    <aside
      className={styles.ad}
      aria-label={searchText.adForSearch}
      data-ad-for-search={adForSearchPublisher}
      data-ad-query={keyword}
    />
  );
  return <SearchView to={paths.searchReview} ad={ad} />;
}
