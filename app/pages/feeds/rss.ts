export { loader } from './rss.server.ts';
