// What the doors of an event let in, by rows that phones send when they can. Also counted on the phone.

/** Per request. */
export const MAX_SCANS = 200;
export const DOOR_NAME_MAX = 30;

interface Row {
  id: string;
  /** People let in; of a correction, minus those of the row that it corrects. */
  seats: number;
  corrects: string | null;
}

/** How many of an invitation are in. */
export const admittedOf = (scans: readonly Pick<Row, 'seats'>[]): number =>
  scans.reduce((sum, { seats }) => sum + seats, 0);

/** Rows that let somebody in and were not corrected, in their order. */
export function standingOf<T extends Row>(scans: readonly T[]): T[] {
  const corrected = new Set(scans.map(({ corrects }) => corrects));
  return scans.filter(({ id, corrects }) => corrects === null && !corrected.has(id));
}

/** Earlier than this before doors open, a phone's clock is wrong. */
const EARLIEST_MS = 24 * 3_600_000;

/** When somebody was let in, by the clock of the phone, unless that cannot be: then when it was received. */
export function scannedAtOf(seconds: number, { doorsAt, now }: { doorsAt: Date; now: Date }): Date {
  const ms = seconds * 1000;
  return ms > now.getTime() || ms < doorsAt.getTime() - EARLIEST_MS ? now : new Date(ms);
}
