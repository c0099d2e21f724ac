import { setTimeout as delay } from 'node:timers/promises';
import type { ReadDb } from '#db/database.ts';
import { timelineFreshUntilMs } from '#domain/timetable/timetable.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok } from '#shared/http/reply.ts';
import { presentToolbar } from './live.present.ts';
import { getToolbar } from './live.ts';

/** A JSON response with the clock cut out, as only that differs between responses. */
interface Body {
  head: Buffer;
  tail: Buffer;
  builtAtMs: number;
  validUntilMs: number;
}

const CLOCK_MARK = 987_654_321.125;

async function build(db: ReadDb, now: Date): Promise<Body> {
  const toolbar = await getToolbar({ db, now });
  const json = JSON.stringify(ok(presentToolbar(toolbar, CLOCK_MARK)));
  const mark = String(CLOCK_MARK);
  const at = json.indexOf(mark);
  return {
    head: Buffer.from(json.slice(0, at)),
    tail: Buffer.from(json.slice(at + mark.length)),
    builtAtMs: now.getTime(),
    validUntilMs: toolbar.changesAtMs,
  };
}

/** A request waits this long for a new body while there is an old one. */
const WAIT_MS = 500;
/** An old one is sent for this long if no new one can be made: it lists what comes next, and browsers go by their clock. */
const KEPT_MS = 3_600_000;

export interface ToolbarCache {
  /** From memory alone. Null: it has to be made. */
  ready(now: Date): Buffer | null;
  get(now: Date): Promise<Buffer> | Buffer;
}

const withClock = ({ head, tail }: Body, now: Date): Buffer => {
  const clock = String(unixSeconds(now));
  const out = Buffer.allocUnsafe(head.length + clock.length + tail.length);
  head.copy(out, 0);
  out.write(clock, head.length, 'latin1');
  tail.copy(out, head.length + clock.length);
  return out;
};

function createToolbarCache(db: ReadDb): ToolbarCache {
  let body: Body | null = null;
  let making: Promise<Body> | null = null;

  const isGood = (candidate: Body, nowMs: number): boolean =>
    candidate.builtAtMs <= nowMs &&
    nowMs < candidate.validUntilMs &&
    // An invalidated or aged timeline must be loaded again.
    CHANNEL_IDS.every((channelId) => {
      const freshUntilMs = timelineFreshUntilMs(db, channelId);
      return freshUntilMs !== null && nowMs < freshUntilMs;
    });

  /** A crowd at the end of a programme shares one. */
  const make = (now: Date): Promise<Body> =>
    (making ??= build(db, now)
      .then((built) => (body = built))
      .finally(() => (making = null)));

  const ready = (now: Date) => (body !== null && isGood(body, now.getTime()) ? withClock(body, now) : null);

  async function makeOrKeep(now: Date): Promise<Buffer> {
    const made = make(now);
    const kept = body;
    if (kept === null || now.getTime() - kept.builtAtMs > KEPT_MS) return withClock(await made, now);
    const late = delay(WAIT_MS, kept, { ref: false });
    return withClock(await Promise.race([made.catch(() => kept), late]), now);
  }

  return { ready, get: (now) => ready(now) ?? makeOrKeep(now) };
}

const caches = new WeakMap<ReadDb, ToolbarCache>();

/**
 * Serialised toolbar response, kept until a programme or the video state of a channel changes, or the timetable it
 * was built from is invalidated; for an hour if the database does not answer. Every listener requests it, so it is the
 * hottest call.
 */
export function toolbarCache(db: ReadDb): ToolbarCache {
  const known = caches.get(db) ?? createToolbarCache(db);
  caches.set(db, known);
  return known;
}
