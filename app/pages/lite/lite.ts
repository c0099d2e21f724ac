export { loader } from './lite.server.ts';
