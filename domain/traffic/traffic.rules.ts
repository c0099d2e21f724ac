import { TrafficCategory } from '#shared/enums.ts';
import type { PlaceType, Severity, TunnelTime } from './traffic.schema.ts';

/** Whether the directory has such a kind of row. */
export const isPlaceType = (type: number): type is PlaceType =>
  (Object.values(TrafficCategory) as number[]).includes(type);

/** A measurement is shown for half an hour; what is older helps nobody choose a way. */
export const TUNNEL_TIME_LASTS_MS = 30 * 60_000;

const SLOW = 1.4;
const JAMMED = 2;

/** How a tunnel is, by how much longer it takes than with nobody in the way. */
export function severityOf({ minutes, freeMinutes }: Pick<TunnelTime, 'minutes' | 'freeMinutes'>): Severity {
  const times = minutes / freeMinutes;
  return times >= JAMMED ? 3 : times >= SLOW ? 2 : 1;
}
