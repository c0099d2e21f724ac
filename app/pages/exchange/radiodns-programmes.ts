export { loader } from './radiodns-programmes.server.ts';
