import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';

// The copy of an article for tests: neither indexed nor counted.
export { default, headers, loader, meta } from './article.tsx';

export const handle: PageHandle = { navKey: 'articles', adGroup: 'article' };
