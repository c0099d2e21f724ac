export { loader } from './former-address.server.ts';
