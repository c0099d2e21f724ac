import type { Db } from '#db/database.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { DomainError } from '#shared/domain-error.ts';
import { stationDayOf } from '#shared/station-day.ts';
import {
  datedEvents,
  isOfPause,
  isOutOfTurn,
  isSameEvent,
  placeAmong,
  spansByDay,
  type DevicePlace,
  type Place,
  type PlaceEvent,
} from './places.rules.ts';
import {
  addHeard,
  deleteNeedlessEvents,
  findAround,
  findDevicePlaces,
  findEvents,
  findHeard,
  findRecentPlaces,
  insertEvents,
  lastSequence,
  type StreamSpan,
} from './places.store.ts';
import { addReports, type DeviceReport, type ReportOutcome } from './reports.store.ts';
import type { Reports } from './reports.ts';

export type { PlaceEvent } from './places.rules.ts';

interface Device {
  key: string;
  name: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SPANS_AT_ONCE = 200;

/** What was heard, by stream and day of the station, in the order in which rows are taken. */
function heardByDay(events: readonly PlaceEvent[]) {
  const streams = [...new Set(events.map(({ streamId }) => streamId))].toSorted((a, b) => a - b);
  return streams.flatMap((streamId) =>
    [...spansByDay(events.filter((event) => event.streamId === streamId).flatMap(({ heard }) => heard))].map(
      ([dayHk, spans]) => ({ streamId, dayHk, spans }),
    ),
  );
}

/** What a device reports, as it is written where it comes after all that the device has told before. */
export function reportOf(
  { memberId, device, events }: { memberId: number; device: Device; events: readonly PlaceEvent[] },
  { sentAt, now }: { sentAt: Date; now: Date },
): DeviceReport {
  if (new Set(events.map(({ sequence }) => sequence)).size < events.length)
    throw new DomainError('invalidParam', 'a number stands twice');
  const dated = datedEvents(events, { sentAt, now, before: null, after: null });
  return { memberId, device, events: dated, heard: heardByDay(events), renews: null, now };
}

async function writeAlone(db: Db, report: DeviceReport): Promise<ReportOutcome | undefined> {
  const [outcome] = await addReports(db, [report]).catch((error: unknown) => {
    if (isUniqueViolation(error)) return [];
    throw error;
  });
  return outcome;
}

/**
 * Adds what a device reports, all of it or nothing. What was sent before is there already and acknowledged again. `conflict`
 * where a number is taken by another event, with that number and one that is free: a device that forgot how far it had counted
 * numbers what it has from the one on by the other, and sends again. 6 for a stream that is not there. `reports` gathers it with
 * what others say at once.
 */
export async function recordPlaces(
  db: Db,
  memberId: number,
  device: Device,
  events: readonly PlaceEvent[],
  sentAt: Date,
  now: Date,
  reports?: Reports,
): Promise<{ acknowledged: number }> {
  if (events.length === 0) return { acknowledged: 0 };
  const report = reportOf({ memberId, device, events }, { sentAt, now });
  const outcome = await (reports ? reports.add(report) : writeAlone(db, report));
  return outcome?.isAdded ? acknowledged(events) : insertAmong(db, { memberId, device, events }, { sentAt, now });
}

/** What is told of events that were added. */
export const acknowledged = (events: readonly PlaceEvent[]): { acknowledged: number } => ({
  acknowledged: Math.max(0, ...events.map(({ sequence }) => sequence)),
});

/** The same by a transaction that looks at what is around them: events that come late or again, or in a pause of the record. */
export async function insertAmong(
  db: Db,
  { memberId, device, events }: { memberId: number; device: Device; events: readonly PlaceEvent[] },
  { sentAt, now }: { sentAt: Date; now: Date },
): Promise<{ acknowledged: number }> {
  const sequences = events.map(({ sequence }) => sequence);
  const [first, last] = [Math.min(...sequences), Math.max(...sequences)];
  const streamIds = [...new Set(events.map(({ streamId }) => streamId))];
  const own = { memberId, deviceKey: device.key };
  await db.transaction(async (tx) => {
    const { isMember, streams, pauses, ...around } = await findAround(tx, own, { first, last, streamIds });
    if (!isMember) throw new DomainError('notAuthenticated');
    if (streams.length < streamIds.length) throw new DomainError('dataNotFound', 'no such stream');
    const dated = datedEvents(events, { sentAt, now, ...around });
    const rows = dated.map(({ sequence, streamId, at, heardAt, movedMs }) => ({
      ...own,
      deviceName: device.name,
      sequence,
      streamId,
      at,
      heardAt,
      movedMs,
      receivedAt: now,
    }));
    const added = await insertEvents(tx, rows);
    const taken = sequences.filter((sequence) => !added.has(sequence));
    const stored = taken.length > 0 ? await findEvents(tx, own, taken) : [];
    const isRight = (event: PlaceEvent) =>
      added.has(event.sequence)
        ? !isOutOfTurn(event, { sentAt, now, ...around })
        : stored.some((one) => one.sequence === event.sequence && isSameEvent(one, event));
    const refused = events.filter((event) => !isRight(event)).map(({ sequence }) => sequence);
    if (refused.length > 0) {
      const free = (await lastSequence(tx, own)) + 1;
      throw new DomainError('conflict', { sequence: Math.min(...refused), next_sequence: free });
    }
    const recorded = dated.filter((event) => !isOfPause(event, pauses));
    await addHeard(tx, memberId, heardByDay(recorded));
  });
  return { acknowledged: last };
}

/** Where a member was last in each of some spans; null where they were not. */
export async function placesOf(db: Db, memberId: number, spans: readonly StreamSpan[]): Promise<(Place | null)[]> {
  if (spans.length > SPANS_AT_ONCE) throw new Error(`places of ${spans.length} spans at once`);
  return placesOfEach(
    db,
    spans.map((span) => ({ ...span, memberId })),
  );
}

/** The same, each of a member of its own. */
export async function placesOfEach(
  db: Db,
  spans: readonly (StreamSpan & { memberId: number })[],
): Promise<(Place | null)[]> {
  if (spans.length === 0) return [];
  const found = await findDevicePlaces(db, spans);
  return spans.map((_, i) =>
    placeAmong(
      found
        .filter(({ span }) => span === i)
        .map(({ at, heardAt, deviceName }): DevicePlace => ({ at, heardAt, deviceName })),
    ),
  );
}

/** Where a member was last in a span of a stream, and where on another device. */
export async function placeIn(db: Db, memberId: number, streamId: number, from: Date, to: Date): Promise<Place | null> {
  const [place] = await placesOf(db, memberId, [{ streamId, from, to }]);
  return place ?? null;
}

/** The newest places of a member, one for each stream and day of the station, for going on with. */
export const recentPlaces = (
  db: Db,
  memberId: number,
  limit: number,
): Promise<(DevicePlace & { streamId: number })[]> => findRecentPlaces(db, memberId, limit);

/** What a member heard of a span, in order. */
export const heardIn = (
  db: Db,
  memberId: number,
  streamId: number,
  from: Date,
  to: Date,
): Promise<{ from: Date; to: Date }[]> =>
  findHeard(db, memberId, { streamId, from, to }, { from: stationDayOf(from), to: stationDayOf(to) });

// Places less than a minute apart are one, so a minute's last event stands for the minute. After more than a year, when
// the replay itself is over unless it is a tape, the day's last one stands for the day. Twice over, in case a night was missed.
const THINNED = [
  { ageMs: DAY_MS, stretchSeconds: 60 },
  { ageMs: 400 * DAY_MS, stretchSeconds: 86_400 },
] as const;
const LOOK_BACK_MS = 3 * DAY_MS;

/** Throws away events that decide nothing any more. */
export async function thinPlaces(db: Db, now: Date): Promise<void> {
  for (const { ageMs, stretchSeconds } of THINNED) {
    const before = new Date(now.getTime() - ageMs);
    // An hour at a time: no statement is long, and whoever is stopped in between goes on with the next run.
    for (let from = before.getTime() - LOOK_BACK_MS; from < before.getTime(); from += HOUR_MS)
      await deleteNeedlessEvents(db, {
        from: new Date(from),
        before: new Date(Math.min(from + HOUR_MS, before.getTime())),
        stretchSeconds,
      });
  }
}
