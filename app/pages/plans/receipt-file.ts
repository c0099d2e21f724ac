export { receiptLoader as loader } from './history.server.ts';
