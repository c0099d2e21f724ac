import { TrafficCategory } from '#shared/enums.ts';
import type { LocationType, Severity, TunnelTime } from './traffic.schema.ts';

/** Whether it is a type of the directory. */
export const isLocationType = (type: number): type is LocationType =>
  (Object.values(TrafficCategory) as number[]).includes(type);

/** Measurements are shown for half an hour; older ones are useless for choosing a route. */
export const TUNNEL_TIME_LASTS_MS = 30 * 60_000;

/** A report by staff knows more than a detector: no measurement replaces it for a while. */
const REPORT_HOLDS_MS = 15 * 60_000;
/** A closed tunnel is closed until staff report it open, or at most this long, if nobody does. */
const CLOSURE_HOLDS_MS = 4 * 3_600_000;
export const MAX_TUNNEL_MINUTES = 600;

/** Until when a report of an instant holds. */
export const reportHoldsUntil = (isClosed: boolean, at: Date): Date =>
  new Date(at.getTime() + (isClosed ? CLOSURE_HOLDS_MS : REPORT_HOLDS_MS));

/** Whether the page of traffic shows a tunnel. */
export const isTunnelShown = (
  { isClosed, measuredAtMs, heldUntilMs }: { isClosed: boolean; measuredAtMs: number; heldUntilMs: number | null },
  nowMs: number,
): boolean => (isClosed ? (heldUntilMs ?? 0) > nowMs : measuredAtMs > nowMs - TUNNEL_TIME_LASTS_MS);

/** Minutes that a reporter is offered for a tunnel, from the free-flow time up. */
export const minutesOffered = (freeMinutes: number): number[] =>
  [0, 2, 5, 8, 12, 18, 25, 35].map((more) => freeMinutes + more);

const SLOW = 1.4;
const JAMMED = 2;

/** Severity, by the ratio of current to free-flow travel time. */
export function severityOf({
  minutes,
  freeMinutes,
  isClosed = false,
}: Pick<TunnelTime, 'minutes' | 'freeMinutes'> & { isClosed?: boolean }): Severity {
  if (isClosed) return 3;
  const times = minutes / freeMinutes;
  return times >= JAMMED ? 3 : times >= SLOW ? 2 : 1;
}
