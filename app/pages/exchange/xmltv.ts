export { loader } from './xmltv.server.ts';
