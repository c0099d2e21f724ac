/** Parts of Hong Kong as the directory divides it (EN-57). */
export const AREAS = ['HK', 'KLN', 'NT'] as const;
export type Area = (typeof AREAS)[number];

/** How a tunnel or road is: nothing in the way 1, slow 2, jammed or shut 3. */
export type Severity = 1 | 2 | 3;

/** How long it takes through a tunnel, as it was last measured. */
export interface TunnelTime {
  name: string;
  minutes: number;
  /** With nobody in the way. */
  freeMinutes: number;
}

export interface Tunnel extends TunnelTime {
  severity: Severity;
  measuredAtMs: number;
}

/** TrafficCategory 1 to 7. */
export type PlaceType = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** A row of the road user's directory. */
export interface TrafficPlace {
  id: number;
  type: PlaceType;
  area: Area;
  district: string;
  name: string;
  address: string;
  phone: string;
  hours: string;
  details: string;
  latitude: number | null;
  longitude: number | null;
  /** Hong Kong day on which somebody last checked the row. */
  lastCheckedHk: string;
}
