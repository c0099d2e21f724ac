export { loader } from './bulletin-podcast.server.ts';
