import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { ok } from '#shared/http/reply.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import type { CaptionWire } from './captions.rules.ts';
import { findCaptioned, listCaptions } from './captions.ts';

/** A process asks once a second for all listeners, as does a cache in front; removed sound leaves both in time. */
const FRESH_MS = 1_000;
/** The rewind window of three channels has three thousand. */
const MAX_REPLIES = 4_000;

/** Unix milliseconds. */
interface Span {
  from: number;
  to: number;
}
interface Cues {
  cues: readonly CaptionWire[];
}
interface Captioned {
  first_ts: number | null;
  last_ts: number | null;
}
/** What was read, and its reply, which many listeners ask for at once. */
interface Known<T> {
  atMs: number;
  reply: Promise<{ told: T; body: string }>;
}

const bodyOf = (told: object): string => JSON.stringify(ok(told));
const isWithin = ({ from, to }: Span, startTs: number, endTs: number): boolean =>
  startTs * 1_000 < to && endTs * 1_000 > from;

function createMemory<T extends object>(clock: () => Date) {
  const known = new LRUCache<string, Known<T>>({ max: MAX_REPLIES });
  return (key: string, read: () => Promise<T>): Known<T>['reply'] => {
    const atMs = clock().getTime();
    const held = known.get(key);
    if (held !== undefined && Math.abs(atMs - held.atMs) < FRESH_MS) return held.reply;
    const reply = read().then((told) => ({ told, body: bodyOf(told) }));
    known.set(key, { atMs, reply });
    reply.catch(() => known.delete(key));
    return reply;
  };
}

/** Replies to caption viewers, as JSON: one query a second for all equal requests. `within`: what they may hear. */
export function createCaptionReplies({ db, clock }: { db: Db; clock: () => Date }) {
  const spans = createMemory<Captioned>(clock);
  const slices = createMemory<Cues>(clock);
  return {
    /** From when to when a stream has captions. */
    async span(streamId: number, within?: Span): Promise<string> {
      const { told, body } = await spans(String(streamId), async () => {
        const found = await findCaptioned(db, streamId);
        return { first_ts: found && unixSeconds(found.from), last_ts: found && unixSeconds(found.to) };
      });
      const { first_ts: firstTs, last_ts: lastTs } = told;
      if (within === undefined || firstTs === null || lastTs === null || isWithin(within, firstTs, lastTs)) return body;
      return bodyOf({ first_ts: null, last_ts: null });
    },
    /** Captions of a slice, by its first second. */
    async slice(streamId: number, slice: number, within?: Span): Promise<string> {
      const { told, body } = await slices(`${streamId}/${slice}`, async () => ({
        cues: (await listCaptions(db, streamId, slice)).map(({ startsAt, endsAt, words }) => ({
          start_ts: unixSeconds(startsAt),
          end_ts: unixSeconds(endsAt),
          text: words,
        })),
      }));
      const cues = within && told.cues.filter((cue) => isWithin(within, cue.start_ts, cue.end_ts));
      return cues === undefined || cues.length === told.cues.length ? body : bodyOf({ cues });
    },
  };
}
export type CaptionReplies = ReturnType<typeof createCaptionReplies>;
