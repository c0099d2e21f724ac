import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';

// The home page for review by the ad partner: the same except for its ads.
export { default, headers, loader, meta } from './home.tsx';

export const handle: PageHandle = { navKey: 'home', adGroup: 'home' };
