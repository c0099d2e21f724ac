import { sectionPages } from './section-page.server.ts';

export const { loader, headers } = sectionPages(['adService', 'livestreamfaq']);
