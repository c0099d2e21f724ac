export { loader } from './sitemap-part.server.ts';
