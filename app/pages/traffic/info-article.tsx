import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';

// A notice of the road cooperative: an article in all but its place in the navigation.
export { default, headers, loader, meta } from '../articles/article.tsx';

export const handle: PageHandle = { navKey: 'traffic', adGroup: 'roadCoopTraffic' };
