import { addDaysHk, type DayHk } from '#shared/hk-time.ts';
import { stationDayOf, stationDaySpan } from '#shared/station-day.ts';

/** Sound that must have moved for an instant to be a place: who looks into a replay and leaves has been nowhere. */
export const PLACE_MS = 10_000;
/** Places nearer than this are one: nobody is asked which. */
const SAME_PLACE_MS = 60_000;
/** What claims to be older says nothing of when it was. */
export const OLDEST_MS = 400 * 86_400_000;

/** What a device reports of its listening. */
export interface PlaceEvent {
  /** Counted by the device. */
  sequence: number;
  streamId: number;
  /** The place: an instant of the stream. */
  at: Date;
  /** How long ago it was, by a clock that never goes back; null: that clock is gone, as after a crash. */
  ageMs: number | null;
  /** What the device's own clock said when it was. */
  clockAt: Date;
  /** Sound that moved since this device's last place. */
  movedMs: number;
  /** What was heard since the last event: spans of the stream. */
  heard: readonly (readonly [from: Date, to: Date])[];
}

/**
 * When an event was, by our clock. A device's clock may be wrong, but is wrong by the same when it was and when it was sent; a
 * clock that never goes back may stand still while a machine sleeps. So the greater of both ages is believed.
 */
function heardAtOf({ ageMs, clockAt }: PlaceEvent, { sentAt, now }: { sentAt: Date; now: Date }): Date {
  const age = Math.max(0, ageMs ?? 0, sentAt.getTime() - clockAt.getTime());
  return new Date(now.getTime() - Math.min(age, OLDEST_MS));
}

/**
 * Events of one device in its own order, each with when it was. The order is known for certain: none was before the one it
 * follows, nor after what is stored of later numbers.
 */
export function datedEvents<E extends PlaceEvent>(
  events: readonly E[],
  known: { sentAt: Date; now: Date; before: Date | null; after: Date | null },
): (E & { heardAt: Date })[] {
  let earliest = known.before?.getTime() ?? -Infinity;
  const latest = known.after?.getTime() ?? Infinity;
  return events
    .toSorted((a, b) => a.sequence - b.sequence)
    .map((event) => {
      earliest = Math.min(Math.max(earliest, heardAtOf(event, known).getTime()), latest);
      return { ...event, heardAt: new Date(earliest) };
    });
}

/** A time in which nothing is to be recorded of what is heard; null: it lasts. */
export interface Pause {
  from: Date;
  to: Date | null;
}

/** Whether something an event tells of was heard in a pause. At half speed sound takes twice its time. */
export function isOfPause({ heardAt, movedMs }: { heardAt: Date; movedMs: number }, pauses: readonly Pause[]): boolean {
  const since = new Date(heardAt.getTime() - 2 * movedMs);
  return pauses.some(({ from, to }) => from <= heardAt && (to === null || to > since));
}

/** Later than what has a later number by more than clocks differ: whose device forgot how far it had counted. */
export const isOutOfTurn = (event: PlaceEvent, known: { sentAt: Date; now: Date; after: Date | null }): boolean =>
  known.after !== null && heardAtOf(event, known).getTime() > known.after.getTime() + SAME_PLACE_MS;

/** Whether what came under a number that is taken is what is there: sent again, and not another event. */
export const isSameEvent = (
  stored: Pick<PlaceEvent, 'streamId' | 'at' | 'movedMs'>,
  given: Pick<PlaceEvent, 'streamId' | 'at' | 'movedMs'>,
): boolean =>
  stored.streamId === given.streamId && stored.at.getTime() === given.at.getTime() && stored.movedMs === given.movedMs;

/** Where a device was last. */
export interface DevicePlace {
  at: Date;
  heardAt: Date;
  deviceName: string;
}

export interface Place extends DevicePlace {
  /** Where another device was last, where that is more than a minute from it. */
  other: DevicePlace | null;
}

/** The place among the last ones of each device: the one heard last, and the next of another device that differs. */
export function placeAmong(devices: readonly DevicePlace[]): Place | null {
  const [last, ...others] = devices.toSorted((a, b) => b.heardAt.getTime() - a.heardAt.getTime());
  if (!last) return null;
  const other = others.find(({ at }) => Math.abs(at.getTime() - last.at.getTime()) > SAME_PLACE_MS);
  return { ...last, other: other ?? null };
}

/** Spans of one stream by the station's days they lie in, parted where a day ends. */
export function spansByDay(heard: PlaceEvent['heard']): Map<DayHk, [from: Date, to: Date][]> {
  const days = new Map<DayHk, [Date, Date][]>();
  for (const [from, to] of heard)
    for (let day = stationDayOf(from), at = from; at < to; day = addDaysHk(day, 1)) {
      const end = stationDaySpan(day).to;
      const until = end < to ? end : to;
      const spans = days.get(day) ?? [];
      days.set(day, [...spans, [at, until]]);
      at = until;
    }
  return days;
}
