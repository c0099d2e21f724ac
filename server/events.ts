import type { FastifyInstance } from 'fastify';
import { diagnosticCron, diagnosticTasks } from '#domain/diagnostics/diagnostics.jobs.ts';
import { diagnosticsApi } from '#domain/diagnostics/diagnostics.api.ts';
import { eventsApi } from '#domain/events/events.api.ts';
import { eventCron, eventTasks } from '#domain/events/events.jobs.ts';
import { createEntrance, type EventServices } from '#domain/events/events.ts';
import { createWaitingRoom } from '#domain/waiting-room/waiting-room.ts';

/** What live events need of the house. */
export const createEventServices = ({
  startLeases,
  onFault,
  ...of
}: Pick<EventServices, 'db' | 'siteUrl' | 'keys' | 'startLease'> & {
  startLeases: Parameters<typeof createEntrance>[0]['startLeases'];
  onFault: (error: unknown) => void;
}): EventServices => ({
  ...of,
  room: createWaitingRoom(of.db),
  entrance: createEntrance({ db: of.db, startLeases, onFault }),
});

/** Calls about live events, and about the devices that are to play them. */
export async function eventApis(
  app: FastifyInstance,
  { events, secretKey, clock }: { events: EventServices; secretKey: string; clock: () => Date },
): Promise<void> {
  const { db } = events;
  // Fixed names win over numbers.
  await app.register((scope) => diagnosticsApi(scope, { services: { db, secretKey }, events, clock }));
  await app.register((scope) => eventsApi(scope, { services: events, clock }));
}

export const eventRoomTasks = (events: EventServices, clock: () => Date) => ({
  ...eventTasks({ services: events, clock }),
  ...diagnosticTasks({ db: events.db, clock }),
});

export const eventRoomCron = [...eventCron, ...diagnosticCron];
