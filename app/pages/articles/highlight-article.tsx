import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';

// A programme's highlight: like an article except for its navigation entry.
export { default, headers, loader, meta } from './article.tsx';

export const handle: PageHandle = { navKey: 'highlights', adGroup: 'highlights' };
