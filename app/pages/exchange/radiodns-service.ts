export { loader } from './radiodns-service.server.ts';
