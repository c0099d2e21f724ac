import { randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { addDaysHk, dayHkOf, type DayHk } from '#shared/hk-time.ts';
import { isPossibleId } from '#shared/ids.ts';
import { REPORT_LIMITS } from '#shared/limits.ts';
import { readerHash } from './article-views.rules.ts';
import {
  addViews,
  findOrInsertSalt,
  rankArticles,
  removeReadersBefore,
  removeSaltsBefore,
  type View,
} from './article-views.store.ts';

const FLUSH_EVERY_MS = 1_000;
/** Maximum views waiting for the database. During a long outage, newer views are dropped to bound memory. */
const MAX_WAITING = 50_000;
/** Views per statement. */
const BATCH = 5_000;
const REMEMBERED_VIEWS = 200_000;
const REMEMBERED_ADDRESSES = 50_000;

const RANKED_DAYS = 7;
const MAX_RANK = 500;
const REMOVE_AT_ONCE = 20_000;

export interface ViewCounter {
  /** Records a reader. Never throws, and waits for the database only to load the day's salt. */
  count(view: { articleId: number; address: string; userAgent: string; now: Date }): Promise<void>;
  /** Writes waiting views. */
  flush(): Promise<void>;
  /** Writes waiting views and stops. */
  close(): Promise<void>;
}

/**
 * Counts each reader of an article once a day (CONTENT_VIEWED, R-250 of the enums' 300). Readers already seen by this
 * process cost no query; new ones are written once a second in one statement. Robots are not counted.
 */
export function createViewCounter({
  db,
  onError = () => {},
}: {
  db: Db;
  onError?: (error: unknown) => void;
}): ViewCounter {
  let waiting: View[] = [];
  let salt: { dayHk: DayHk; value: Promise<string> } | null = null;
  let flushing: Promise<void> | null = null;
  const seen = new LRUCache<string, true>({ max: REMEMBERED_VIEWS });
  const readersOfAddress = new LRUCache<string, number>({ max: REMEMBERED_ADDRESSES });

  function saltOf(dayHk: DayHk): Promise<string> {
    if (salt?.dayHk === dayHk) return salt.value;
    const asked = { dayHk, value: findOrInsertSalt(db, dayHk, randomBytes(16).toString('hex')) };
    salt = asked;
    // A failed load is retried, so that a database outage at midnight does not cost the day.
    asked.value.catch(() => {
      if (salt === asked) salt = null;
    });
    return asked.value;
  }

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      await addViews(db, batch);
      waiting = waiting.slice(batch.length);
    }
  }

  function flush(): Promise<void> {
    flushing ??= write()
      // Views stay queued for the next flush.
      .catch(onError)
      .finally(() => {
        flushing = null;
      });
    return flushing;
  }

  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS);
  timer.unref();

  return {
    async count({ articleId, address, userAgent, now }) {
      if (!isPossibleId(articleId) || userAgent === '' || isbot(userAgent)) return;
      const dayHk = dayHkOf(now);
      const who = addressKey(address);
      try {
        const reader = readerHash(await saltOf(dayHk), who, userAgent);
        const key = `${dayHk} ${articleId} ${reader}`;
        if (seen.has(key) || waiting.length >= MAX_WAITING) return;
        const place = `${dayHk} ${articleId} ${who}`;
        const readers = (readersOfAddress.get(place) ?? 0) + 1;
        if (readers > REPORT_LIMITS.readersOfAddress) return;
        readersOfAddress.set(place, readers);
        seen.set(key, true);
        waiting.push({ articleId, dayHk, reader });
      } catch (error) {
        onError(error);
      }
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
      await flush();
    },
  };
}

/** Ranks the most viewed articles of the last seven days. */
export async function rankMostViewed({ db, now }: { db: Db; now: Date }): Promise<void> {
  await rankArticles(db, addDaysHk(dayHkOf(now), 1 - RANKED_DAYS), MAX_RANK);
}

/** Deletes who read what before today. The counts remain. */
export async function forgetReaders({ db, now }: { db: Db; now: Date }): Promise<void> {
  const today = dayHkOf(now);
  await removeSaltsBefore(db, today);
  while (await removeReadersBefore(db, today, REMOVE_AT_ONCE));
}
