import { sectionPages } from '#app/pages/info/section-page.server.ts';

export const { loader, headers } = sectionPages(['traffic/aim', 'traffic/fund']);
