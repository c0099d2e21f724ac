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
 * A stream for what will be watched as it happens. Answers its number: encoders are registered for it, and `keepSound` says how
 * long of it is kept. `windowMs` is how far back who watches live may go: longer than the event, but for one that never ends.
 */
export const openEvent = (
  db: Db,
  event: { name: string; ladder?: readonly RenditionName[]; windowMs?: number },
): Promise<number> => store.insertStream(db, { ...streamOf('event'), ...event });
