import type { Db } from '#db/database.ts';
import type { RenditionName } from './renditions.rules.ts';
import * as store from './stream.store.ts';
import { streamOf } from './streams.rules.ts';

export {
  findEventNamed,
  findStream,
  selectCaptions as listCaptions,
  selectRates as measuredRates,
} from './stream.store.ts';
export type { CaptionRow, MeasuredRate } from './stream.store.ts';

/**
 * Opens a stream for a live event. Returns its number, with which encoders are registered; `keepSound` decides how much
 * of it is kept. `windowMs` is how far live viewers can rewind: longer than the event, except for an endless one.
 */
export const openEvent = (
  db: Db,
  event: { name: string; ladder?: readonly RenditionName[]; windowMs?: number },
): Promise<number> => store.insertStream(db, { ...streamOf('event'), ...event });
