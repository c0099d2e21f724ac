import { sectionPage } from '#app/pages/info/section-page.server.ts';

export const { loader, headers } = sectionPage('traffic/fund');
