import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';

// A news article: like an article except for its navigation entry.
export { default, headers, loader, meta } from '../articles/article.tsx';

export const handle: PageHandle = { navKey: 'news', newsNavKey: ':section', adGroup: 'news' };
