export { loader } from './broadcast-calendar.server.ts';
