export { loader } from './key.server.ts';
