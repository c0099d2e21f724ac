import type { FastifyInstance } from 'fastify';
import { diagnosticCron, diagnosticTasks } from '#domain/diagnostics/diagnostics.jobs.ts';
import { diagnosticsApi } from '#domain/diagnostics/diagnostics.api.ts';
import { eventsApi } from '#domain/events/events.api.ts';
import { eventCron, eventTasks } from '#domain/events/events.jobs.ts';
import { createEntrance, type EventServices } from '#domain/events/events.ts';
import { createWaitingRoom } from '#domain/waiting-room/waiting-room.ts';

/** Dependencies of live events. */
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

/** APIs of live events, and of the diagnostic for devices. */
export async function eventApis(
  app: FastifyInstance,
  { events, secretKey, clock }: { events: EventServices; secretKey: string; clock: () => Date },
): Promise<void> {
  const { db } = events;
  // Fixed paths take precedence over numeric ones.
  await app.register((scope) => diagnosticsApi(scope, { services: { db, secretKey }, events, clock }));
  await app.register((scope) => eventsApi(scope, { services: events, clock }));
}

export const eventRoomTasks = (events: EventServices, clock: () => Date) => ({
  ...eventTasks({ services: events, clock }),
  ...diagnosticTasks({ db: events.db, clock }),
});

export const eventRoomCron = [...eventCron, ...diagnosticCron];
