import { trafficList } from './traffic-lists.server.ts';

export const { loader, headers } = trafficList('highlight');
