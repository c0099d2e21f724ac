export { loader } from './program-podcast.server.ts';
