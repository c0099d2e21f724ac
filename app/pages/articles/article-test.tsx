import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';

// The copy of an article for tests: neither found by search engines nor counted.
export { default, headers, loader, meta } from './article.tsx';

export const handle: PageHandle = { navKey: 'articles', adGroup: 'article' };
