import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';

// A piece of a column: an article in all but its place in the navigation.
export { default, headers, loader, meta } from './article.tsx';

export const handle: PageHandle = { navKey: 'soundColumn', adGroup: 'columns' };
