import { TrafficCategory } from '#shared/enums.ts';
import type { LocationType, Severity, TunnelTime } from './traffic.schema.ts';

/** Whether it is a type of the directory. */
export const isLocationType = (type: number): type is LocationType =>
  (Object.values(TrafficCategory) as number[]).includes(type);

/** Measurements are shown for half an hour; older ones are useless for choosing a route. */
export const TUNNEL_TIME_LASTS_MS = 30 * 60_000;

const SLOW = 1.4;
const JAMMED = 2;

/** Severity, by the ratio of current to free-flow travel time. */
export function severityOf({ minutes, freeMinutes }: Pick<TunnelTime, 'minutes' | 'freeMinutes'>): Severity {
  const times = minutes / freeMinutes;
  return times >= JAMMED ? 3 : times >= SLOW ? 2 : 1;
}
