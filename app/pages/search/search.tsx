import type { MetaFunction } from 'react-router';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { seo } from '#app/components/seo/seo.ts';
import { paths } from '#app/paths.ts';
import { searchText } from '#app/text/zh-hk/search.ts';
import { SearchView } from './search-view.tsx';
import type { loader } from './search.server.ts';

export { headers, loader } from './search.server.ts';

export const handle: PageHandle = { adGroup: 'search' };

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { siteUrl, keyword } = loaderData;
  return seo({
    siteUrl,
    path: paths.search({ q: keyword }),
    title: keyword ? searchText.titleOf(keyword) : searchText.title,
    description: searchText.description,
    robots: 'noindex',
  });
};

/** Results for `q`. */
export default function Search() {
  return <SearchView />;
}
