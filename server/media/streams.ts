import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { findStream, listCaptions, measuredRates, type CaptionRow, type MeasuredRate } from '#domain/media/streams.ts';
import type { MediaStream } from '#domain/media/streams.rules.ts';

/** What is played, as this process knows it: a crowd that comes at once asks the database once. */
export interface Streams {
  /** A stream that was found before. */
  known(id: number): MediaStream | undefined;
  find(id: number): Promise<MediaStream | undefined>;
  /** How much its renditions weigh. */
  ratesOf(id: number): Promise<readonly MeasuredRate[]>;
  captionsOf(id: number): Promise<readonly CaptionRow[]>;
}

const MAX_STREAMS = 10_000;
const MAX_SHOWN = 1_000;
/** Of an event they change as it goes on. */
const RATES_LIFE_MS = 30_000;

/** Reads by number, each once at a time. */
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
    // A row never changes, and one that is not there may come.
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
