import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { findStream, listCaptions, measuredRates, type CaptionRow, type MeasuredRate } from '#domain/media/streams.ts';
import type { MediaStream } from '#domain/media/streams.rules.ts';

/** Streams as known to this process. Concurrent look-ups share one query. */
export interface Streams {
  /** A stream already in the cache. */
  known(id: number): MediaStream | undefined;
  find(id: number): Promise<MediaStream | undefined>;
  /** Measured bit rates of its renditions. */
  ratesOf(id: number): Promise<readonly MeasuredRate[]>;
  captionsOf(id: number): Promise<readonly CaptionRow[]>;
}

const MAX_STREAMS = 10_000;
const MAX_SHOWN = 1_000;
/** Rates of a live event change as it continues. */
const RATES_LIFE_MS = 30_000;

/** Caches look-ups by number; concurrent ones share a query. */
function remembered<T>(read: (id: number) => Promise<T>, ttl: number): (id: number) => Promise<T> {
  const answers = new LRUCache<number, { answer: Promise<T> }>({ max: MAX_SHOWN, ttl });
  return (id) => {
    let known = answers.get(id);
    if (known === undefined) {
      known = { answer: read(id) };
      answers.set(id, known);
      known.answer.catch(() => answers.delete(id));
    }
    return known.answer;
  };
}

export function createStreams(db: Db): Streams {
  const streams = new LRUCache<number, MediaStream>({ max: MAX_STREAMS });
  const read = async (id: number): Promise<MediaStream | undefined> => {
    const stream = await findStream(db, id);
    // Rows are immutable; missing ones are not cached, because they may be created later.
    if (stream !== undefined) streams.set(id, stream);
    return stream;
  };
  return {
    known: (id) => streams.get(id),
    find: async (id) => streams.get(id) ?? read(id),
    ratesOf: remembered((id) => measuredRates(db, id), RATES_LIFE_MS),
    // Written with the film.
    captionsOf: remembered((id) => listCaptions(db, id), RATES_LIFE_MS),
  };
}
