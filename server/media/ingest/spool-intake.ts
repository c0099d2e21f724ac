import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { currentInit, noteInit, type Feed, type SegmentStorage } from '#domain/media/media.ts';
import { RENDITIONS } from '#domain/media/renditions.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { awaitInit, readKnownInit } from '#server/media/ingest/direct-intake.ts';
import { NOTHING_PLACED, type Intake, type KnownInit, type Placed } from '#server/media/ingest/intake.ts';
import { PushRefusal } from '#server/media/ingest/refusals.ts';
import { readInit } from '#server/media/mp4/fmp4.ts';
import type { LiveSpool } from '#server/media/spool/live-spool.ts';
import type { SpoolPush } from '#server/media/spool/spool-message.ts';
import { LogUnavailableError } from '#server/outside/nats/message-log.ts';
import { isDatabaseUnavailable } from '#server/web/errors.ts';

const MAX_INITS = 200;

/**
 * Answers a push once the live spool has it: neither the database nor storage is waited for. While the spool is down,
 * pushes are written directly, after what it has and the tables lack.
 */
export function createSpoolIntake({
  db,
  storage,
  spool,
  direct,
}: {
  db: Db;
  storage: Pick<SegmentStorage, 'get'>;
  spool: LiveSpool;
  direct: Intake;
}): Intake {
  const parsed = new LRUCache<number, KnownInit>({ max: MAX_INITS });

  async function initOf(feed: Feed): Promise<KnownInit> {
    const spooled = spool.initOf(feed);
    const init = spooled?.init ?? (await currentInit({ db }, feed));
    const known = parsed.get(init.id);
    if (known !== undefined) return known;
    const found =
      spooled === undefined
        ? await readKnownInit(storage, feed, init)
        : {
            initId: init.id,
            tracks: readInit(spooled.bytes, RENDITIONS[feed.rendition].kind),
            bytes: spooled.bytes,
          };
    parsed.set(found.initId, found);
    return found;
  }

  async function push(feed: Feed, what: SpoolPush, bytes?: Buffer): Promise<Placed> {
    if (bytes !== undefined && bytes.length > spool.maxBytes && spool.health.isUp)
      throw new DomainError('tooLarge', `the live spool takes at most ${spool.maxBytes} bytes`);
    const settled = await spool.push(feed, what, bytes);
    return settled === undefined ? NOTHING_PLACED : { ...settled, appended: settled.appended.length };
  }

  /** Undefined: the spool is down. */
  async function ifUp<T>(spooled: () => Promise<T>): Promise<{ taken: T } | undefined> {
    if (!spool.health.isUp) return undefined;
    try {
      return { taken: await spooled() };
    } catch (error) {
      if (!(error instanceof LogUnavailableError)) throw error;
      return undefined;
    }
  }

  async function orDirect<T>(spooled: () => Promise<T>, directly: () => Promise<T>): Promise<T> {
    let done = await ifUp(spooled);
    if (done === undefined) {
      // Without the database as well, it stays in the memory of this process until both are back.
      await spool.settleRest().catch(() => {});
      // What was acknowledged since the spool came back has been listed under the numbers that follow.
      done = await ifUp(spooled);
    }
    return done === undefined ? directly() : done.taken;
  }

  return {
    takeInit: (feed, init, tracks) =>
      orDirect(
        async () => {
          const before = spool.initOf(feed);
          const isSame = before !== undefined && before.bytes.equals(init.bytes);
          // Its number is assigned by the database, so a changed one waits for it.
          const row = isSame
            ? before.init
            : await noteInit({ db }, feed, init).catch((error: unknown) => {
                if (!isDatabaseUnavailable(error)) throw error;
                throw new PushRefusal(
                  'unavailable',
                  'unavailable',
                  'the database is unavailable; a changed init segment is accepted when it is back',
                );
              });
          await push(feed, { kind: 'init', init: row }, init.bytes);
          parsed.set(row.id, { initId: row.id, tracks, bytes: init.bytes });
          return row.id;
        },
        () => direct.takeInit(feed, init, tracks),
      ),
    takeSegment: (feed, read) =>
      orDirect(
        async () => {
          const { bytes, file, initId, durationMs, mediaStartMs, startsAt } = read(await awaitInit(() => initOf(feed)));
          const times = { durationMs, mediaStartMs, startsAt: startsAt ?? null };
          return push(feed, { kind: 'segment', file, initId, ...times }, bytes);
        },
        () => direct.takeSegment(feed, read),
      ),
    takePlaylist: (feed, names) =>
      orDirect(
        () => push(feed, { kind: 'playlist', names }),
        () => direct.takePlaylist(feed, names),
      ),
  };
}
