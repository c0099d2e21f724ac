export { loader } from './house-ads.server.ts';
