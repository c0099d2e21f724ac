export { loader } from './proof-key.server.ts';
