export { loader } from './app-code.server.ts';
