import type { FastifyInstance } from 'fastify';
import type { ReadDb } from '#db/database.ts';
import { diagnosticCron, diagnosticTasks } from '#domain/diagnostics/diagnostics.jobs.ts';
import { diagnosticsApi } from '#domain/diagnostics/diagnostics.api.ts';
import { eventsApi } from '#domain/events/events.api.ts';
import { eventCron, eventTasks } from '#domain/events/events.jobs.ts';
import { createEntrance, type EventServices } from '#domain/events/events.ts';
import { createWaitingRoom } from '#domain/waiting-room/waiting-room.ts';
import { faultLine } from '#server/operations/fault-line.ts';
import { plainLeases } from '#server/services/playing/archive.ts';
import type { Base } from '#server/services/base.ts';

/** Dependencies of live events. */
export const createEventServices = (
  { config, database: { db }, log }: Base,
  { keys, startLease }: Pick<EventServices, 'keys' | 'startLease'>,
): EventServices => ({
  db,
  siteUrl: config.siteUrl,
  keys,
  startLease,
  room: createWaitingRoom(db),
  entrance: createEntrance({
    db,
    startLeases: plainLeases(config),
    onFault: faultLine(log, 'those who came to an event together were let in one by one'),
  }),
});

/** APIs of live events, and of the diagnostic for devices. */
export async function eventApis(
  app: FastifyInstance,
  { events, readDb, secretKey, clock }: { events: EventServices; readDb: ReadDb; secretKey: string; clock: () => Date },
): Promise<void> {
  const { db } = events;
  // Fixed paths take precedence over numeric ones.
  await app.register((scope) => diagnosticsApi(scope, { services: { db, secretKey }, events, clock }));
  await app.register((scope) => eventsApi(scope, { services: events, readDb, clock }));
}

export const eventRoomTasks = (events: EventServices, clock: () => Date) => ({
  ...eventTasks({ services: events, clock }),
  ...diagnosticTasks({ db: events.db, clock }),
});

export const eventRoomCron = [...eventCron, ...diagnosticCron];
