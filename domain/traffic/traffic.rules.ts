import { TrafficCategory } from '#shared/enums.ts';
import type { PlaceType } from './traffic.schema.ts';

/** Whether the directory has such a kind of row. */
export const isPlaceType = (type: number): type is PlaceType =>
  (Object.values(TrafficCategory) as number[]).includes(type);
