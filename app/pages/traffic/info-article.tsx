import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';

// A notice of the road cooperative: like an article except for its navigation entry.
export { default, headers, loader, meta } from '../articles/article.tsx';

export const handle: PageHandle = { navKey: 'traffic', adGroup: 'roadCoopTraffic' };
