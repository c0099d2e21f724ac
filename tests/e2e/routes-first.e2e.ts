import { walkPages } from './page-walk.ts';
import { PUBLIC_PAGES } from './public-pages.ts';

walkPages(PUBLIC_PAGES, 0);
