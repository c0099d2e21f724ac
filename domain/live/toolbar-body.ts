import type { Db } from '#db/database.ts';
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

async function build(db: Db, now: Date): Promise<Body> {
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

/**
 * Serialised toolbar response, cached until a programme or the video state of a channel changes, or the timetable it
 * was built from is invalidated. Every listener requests it, so it is the hottest call.
 */
export function toolbarBody(db: Db): (now: Date) => Promise<Buffer> | Buffer {
  let body: Body | null = null;

  const isGood = (candidate: Body, nowMs: number): boolean =>
    candidate.builtAtMs <= nowMs &&
    nowMs < candidate.validUntilMs &&
    // An invalidated or aged timeline must be loaded again.
    CHANNEL_IDS.every((channelId) => {
      const freshUntilMs = timelineFreshUntilMs(db, channelId);
      return freshUntilMs !== null && nowMs < freshUntilMs;
    });

  const withClock = ({ head, tail }: Body, now: Date): Buffer => {
    const clock = String(unixSeconds(now));
    const out = Buffer.allocUnsafe(head.length + clock.length + tail.length);
    head.copy(out, 0);
    out.write(clock, head.length, 'latin1');
    tail.copy(out, head.length + clock.length);
    return out;
  };

  return (now) => {
    if (body !== null && isGood(body, now.getTime())) return withClock(body, now);
    return build(db, now).then((built) => {
      body = built;
      return withClock(built, now);
    });
  };
}
