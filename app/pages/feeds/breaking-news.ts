export { loader } from './breaking-news.server.ts';
