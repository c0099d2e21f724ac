import { addDaysHk, type DayHk } from '#shared/hk-time.ts';
import { stationDayOf, stationDaySpan } from '#shared/station-day.ts';

/** Sound that must have played for a position to count: a short look at a replay leaves none. */
export const MIN_PLAYED_MS = 10_000;
/** Positions closer than this are the same; the member is not asked which. */
const SAME_POSITION_MS = 60_000;
/** Older ages are capped. */
export const OLDEST_MS = 400 * 86_400_000;

/** A listening report of a device. */
export interface PositionEvent {
  /** Sequence number of the device. */
  sequence: number;
  streamId: number;
  /** The position: an instant of the stream. */
  at: Date;
  /** Age by a monotonic clock; null if that clock is lost, as after a crash. */
  ageMs: number | null;
  /** The device's own clock at the event. */
  clockAt: Date;
  /** Sound played since this device's last event. */
  movedMs: number;
  /** Spans of the stream heard since the last event. */
  heard: readonly (readonly [from: Date, to: Date])[];
}

/**
 * The time of an event by our clock. A device's clock may be wrong, but equally so at the event and at sending; a
 * monotonic clock may stop while the machine sleeps. So the larger of the two ages is used.
 */
function heardAtOf({ ageMs, clockAt }: PositionEvent, { sentAt, now }: { sentAt: Date; now: Date }): Date {
  const age = Math.max(0, ageMs ?? 0, sentAt.getTime() - clockAt.getTime());
  return new Date(now.getTime() - Math.min(age, OLDEST_MS));
}

/**
 * A device's events in its own order, with their times. The order is certain, so times never precede the event before,
 * nor exceed stored later ones.
 */
export function datedEvents<E extends PositionEvent>(
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

/** A period without recording; `to` is null while it lasts. */
export interface Pause {
  from: Date;
  to: Date | null;
}

/** Whether part of an event was heard in a pause. At half speed, sound takes twice its time. */
export function isOfPause({ heardAt, movedMs }: { heardAt: Date; movedMs: number }, pauses: readonly Pause[]): boolean {
  const since = new Date(heardAt.getTime() - 2 * movedMs);
  return pauses.some(({ from, to }) => from <= heardAt && (to === null || to > since));
}

/** Later than a higher number by more than clock differences: the device lost its counter. */
export const isOutOfTurn = (event: PositionEvent, known: { sentAt: Date; now: Date; after: Date | null }): boolean =>
  known.after !== null && heardAtOf(event, known).getTime() > known.after.getTime() + SAME_POSITION_MS;

/** Whether an event with a known number is the stored one, sent again. */
export const isSameEvent = (
  stored: Pick<PositionEvent, 'streamId' | 'at' | 'movedMs'>,
  given: Pick<PositionEvent, 'streamId' | 'at' | 'movedMs'>,
): boolean =>
  stored.streamId === given.streamId && stored.at.getTime() === given.at.getTime() && stored.movedMs === given.movedMs;

/** A device's last position. */
export interface DevicePosition {
  at: Date;
  heardAt: Date;
  deviceName: string;
}

export interface PlaybackPosition extends DevicePosition {
  /** Last position of another device, if more than a minute away. */
  other: DevicePosition | null;
}

/** The position among the last ones of each device: the latest, plus the next of another device that differs. */
export function positionAmong(devices: readonly DevicePosition[]): PlaybackPosition | null {
  const [last, ...others] = devices.toSorted((a, b) => b.heardAt.getTime() - a.heardAt.getTime());
  if (!last) return null;
  const other = others.find(({ at }) => Math.abs(at.getTime() - last.at.getTime()) > SAME_POSITION_MS);
  return { ...last, other: other ?? null };
}

/** Spans of one stream grouped by station day, split at day boundaries. */
export function spansByDay(heard: PositionEvent['heard']): Map<DayHk, [from: Date, to: Date][]> {
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
