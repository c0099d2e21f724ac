export { loader } from './own-podcast.server.ts';
