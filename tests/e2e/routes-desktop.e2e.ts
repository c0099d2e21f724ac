import { walkPages } from './page-walk.ts';

walkPages(1440);
