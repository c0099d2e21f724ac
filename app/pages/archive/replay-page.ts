import type { loader } from './replay.server.ts';

export type ReplayPage = Exclude<Awaited<ReturnType<typeof loader>>, Response>['data'];
