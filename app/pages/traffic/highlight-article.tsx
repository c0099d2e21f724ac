import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';

// A highlight of the traffic pages: like an article except for its navigation entry.
export { default, headers, loader, meta } from '../articles/article.tsx';

export const handle: PageHandle = { navKey: 'traffic', adGroup: 'roadCoopTrafficHighlights' };
