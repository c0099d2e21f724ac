/** Areas of Hong Kong used by the directory (EN-57). */
export const AREAS = ['HK', 'KLN', 'NT'] as const;
export type Area = (typeof AREAS)[number];

/** Condition of a tunnel or road: 1 free, 2 slow, 3 jammed or closed. */
export type Severity = 1 | 2 | 3;

/** The last measured travel time through a tunnel. */
export interface TunnelTime {
  name: string;
  minutes: number;
  /** Free-flow travel time. */
  freeMinutes: number;
}

export interface Tunnel extends TunnelTime {
  isClosed: boolean;
  severity: Severity;
  measuredAtMs: number;
}

/** TrafficCategory 1 to 7. */
export type LocationType = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** An entry of the road user's directory. */
export interface TrafficLocation {
  id: number;
  type: LocationType;
  area: Area;
  district: string;
  name: string;
  address: string;
  phone: string;
  hours: string;
  details: string;
  latitude: number | null;
  longitude: number | null;
  /** Hong Kong day on which the entry was last checked. */
  lastCheckedHk: string;
}
