import type { Db } from '#db/database.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { DomainError } from '#shared/domain-error.ts';
import { stationDayOf } from '#shared/station-day.ts';
import {
  datedEvents,
  isOfPause,
  isOutOfTurn,
  isSameEvent,
  positionAmong,
  spansByDay,
  type DevicePosition,
  type PlaybackPosition,
  type PositionEvent,
} from './positions.rules.ts';
import {
  addHeard,
  deleteNeedlessEvents,
  findAround,
  findDevicePositions,
  findEvents,
  findHeard,
  findRecentPositions,
  insertEvents,
  lastSequence,
  type StreamSpan,
} from './positions.store.ts';
import { addReports, type DeviceReport, type ReportOutcome } from './reports.store.ts';
import type { Reports } from './reports.ts';

export type { PositionEvent } from './positions.rules.ts';

interface Device {
  key: string;
  name: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SPANS_AT_ONCE = 200;

/** Heard spans by stream and station day, in locking order. */
function heardByDay(events: readonly PositionEvent[]) {
  const streams = [...new Set(events.map(({ streamId }) => streamId))].toSorted((a, b) => a - b);
  return streams.flatMap((streamId) =>
    [...spansByDay(events.filter((event) => event.streamId === streamId).flatMap(({ heard }) => heard))].map(
      ([dayHk, spans]) => ({ streamId, dayHk, spans }),
    ),
  );
}

/** A report as written if it follows everything the device has sent. */
export function reportOf(
  { memberId, device, events }: { memberId: number; device: Device; events: readonly PositionEvent[] },
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
 * Stores a device's report, all or nothing. Events sent before are acknowledged again. Throws `conflict` if a number is
 * taken by another event, with that number and a free one: a device that lost its counter renumbers from there and
 * sends again. Throws 6 for an unknown stream. `reports` batches it with concurrent ones.
 */
export async function recordPositions(
  db: Db,
  memberId: number,
  device: Device,
  events: readonly PositionEvent[],
  sentAt: Date,
  now: Date,
  reports?: Reports,
): Promise<{ acknowledged: number }> {
  if (events.length === 0) return { acknowledged: 0 };
  const report = reportOf({ memberId, device, events }, { sentAt, now });
  const outcome = await (reports ? reports.add(report) : writeAlone(db, report));
  return outcome?.isAdded ? acknowledged(events) : insertAmong(db, { memberId, device, events }, { sentAt, now });
}

/** The reply for stored events. */
export const acknowledged = (events: readonly PositionEvent[]): { acknowledged: number } => ({
  acknowledged: Math.max(0, ...events.map(({ sequence }) => sequence)),
});

/** Same, by a transaction that reads adjacent events: for late or repeated events, or during a recording pause. */
export async function insertAmong(
  db: Db,
  { memberId, device, events }: { memberId: number; device: Device; events: readonly PositionEvent[] },
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
    const isRight = (event: PositionEvent) =>
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

/** A member's last position in each span; null if none. */
export async function positionsOf(
  db: Db,
  memberId: number,
  spans: readonly StreamSpan[],
): Promise<(PlaybackPosition | null)[]> {
  if (spans.length > SPANS_AT_ONCE) throw new Error(`positions of ${spans.length} spans at once`);
  return positionsOfEach(
    db,
    spans.map((span) => ({ ...span, memberId })),
  );
}

/** Same, for spans of different members. */
export async function positionsOfEach(
  db: Db,
  spans: readonly (StreamSpan & { memberId: number })[],
): Promise<(PlaybackPosition | null)[]> {
  if (spans.length === 0) return [];
  const found = await findDevicePositions(db, spans);
  return spans.map((_, i) =>
    positionAmong(
      found
        .filter(({ span }) => span === i)
        .map(({ at, heardAt, deviceName }): DevicePosition => ({ at, heardAt, deviceName })),
    ),
  );
}

/** A member's last position in a span of a stream, and that of another device. */
export async function positionIn(
  db: Db,
  memberId: number,
  streamId: number,
  from: Date,
  to: Date,
): Promise<PlaybackPosition | null> {
  const [position] = await positionsOf(db, memberId, [{ streamId, from, to }]);
  return position ?? null;
}

/** A member's newest positions, one per stream and station day, for resuming. */
export const recentPositions = (
  db: Db,
  memberId: number,
  limit: number,
): Promise<(DevicePosition & { streamId: number })[]> => findRecentPositions(db, memberId, limit);

/** What a member heard of a span, in order. */
export const heardIn = (
  db: Db,
  memberId: number,
  streamId: number,
  from: Date,
  to: Date,
): Promise<{ from: Date; to: Date }[]> =>
  findHeard(db, memberId, { streamId, from, to }, { from: stationDayOf(from), to: stationDayOf(to) });

// Positions less than a minute apart are equal, so the last event of a minute suffices. After more than a year, when
// replays except tapes have ended, the last event of a day suffices. Covers several days, in case a night was missed.
const THINNED = [
  { ageMs: DAY_MS, stretchSeconds: 60 },
  { ageMs: 400 * DAY_MS, stretchSeconds: 86_400 },
] as const;
const LOOK_BACK_MS = 3 * DAY_MS;

/** Deletes redundant events. */
export async function thinPositions(db: Db, now: Date): Promise<void> {
  for (const { ageMs, stretchSeconds } of THINNED) {
    const before = new Date(now.getTime() - ageMs);
    // An hour at a time: statements stay short, and an interrupted run resumes with the next.
    for (let from = before.getTime() - LOOK_BACK_MS; from < before.getTime(); from += HOUR_MS)
      await deleteNeedlessEvents(db, {
        from: new Date(from),
        before: new Date(Math.min(from + HOUR_MS, before.getTime())),
        stretchSeconds,
      });
  }
}
