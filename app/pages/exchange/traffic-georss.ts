export { loader } from './traffic-georss.server.ts';
