export { loader } from './proof.server.ts';
