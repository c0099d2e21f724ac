/** Parts of Hong Kong as the directory divides it (EN-57). */
export const AREAS = ['HK', 'KLN', 'NT'] as const;
export type Area = (typeof AREAS)[number];

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
