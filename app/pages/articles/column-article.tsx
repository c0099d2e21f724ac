import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';

// A column article: like an article except for its navigation entry.
export { default, headers, loader, meta } from './article.tsx';

export const handle: PageHandle = { navKey: 'soundColumn', adGroup: 'columns' };
