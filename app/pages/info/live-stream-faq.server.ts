import { sectionPage } from './section-page.server.ts';

export const { loader, headers } = sectionPage('livestreamfaq');
