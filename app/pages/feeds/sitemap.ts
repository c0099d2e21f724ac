export { loader } from './sitemap.server.ts';
