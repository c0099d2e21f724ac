export { loader } from './program-calendar.server.ts';
