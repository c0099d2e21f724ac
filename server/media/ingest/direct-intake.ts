import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import {
  currentInit,
  receiveInit,
  receiveSegment,
  settle,
  type Feed,
  type InitRow,
  type ReceivedSegment,
  type SegmentStorage,
  type StoredSegment,
} from '#domain/media/media.ts';
import type { NamedSegment } from '#domain/media/encoder-playlist.rules.ts';
import { RENDITIONS } from '#domain/media/renditions.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { NOTHING_PLACED, type Intake, type KnownInit, type Placed } from '#server/media/ingest/intake.ts';
import type { OutageSpool } from '#server/media/ingest/outage-spool.ts';
import { PushRefusal } from '#server/media/ingest/refusals.ts';
import { readInit } from '#server/media/mp4/fmp4.ts';
import { isDatabaseUnavailable } from '#server/web/errors.ts';

const INIT_TRIES = 5;
const INIT_RETRY_MS = 200;
const MAX_INITS = 200;

export interface DirectIntakeDeps {
  db: Db;
  storage: SegmentStorage;
  windowMs: number;
  now: () => Date;
  /** Receives pushes while the database is down. */
  spool: OutageSpool;
  /** Newly arrived bytes are the ones that listeners request next. */
  onStored: (storageKey: string, bytes: Buffer) => void;
  onAppended: (segments: readonly StoredSegment[]) => Promise<void>;
}

const keyOf = ({ encoder, rendition }: Feed): string => `${encoder.id}/${rendition}`;

/** Tries again while `find` throws: the init may be arriving at another process. */
export async function awaitInit<T>(find: () => Promise<T>): Promise<T> {
  for (let left = INIT_TRIES; ; left--) {
    try {
      return await find();
    } catch (error) {
      if (left <= 1) throw error;
      await sleep(INIT_RETRY_MS);
    }
  }
}

/** The init with its bytes, as parsed. */
export async function readKnownInit(storage: Pick<SegmentStorage, 'get'>, { rendition }: Feed, init: InitRow) {
  const bytes = await storage.get(init.storageKey);
  if (bytes === undefined) throw new DomainError('invalidParam', 'segment: send the init segment again');
  return { initId: init.id, tracks: readInit(bytes, RENDITIONS[rendition].kind), bytes };
}

/** Writes to the tables and storage before a push is answered, or to the memory of this process while the database is down. */
export function createDirectIntake(deps: DirectIntakeDeps): Intake {
  const { db, storage, windowMs, now, spool } = deps;
  /** Inits by id: read once, needed for every segment. */
  const inits = new LRUCache<number, KnownInit>({ max: MAX_INITS });
  /** The init of each feed, as this process knows it: to read a segment at once, and while the database is down. */
  const feedInits = new LRUCache<string, KnownInit>({ max: MAX_INITS });

  /** The current init of a feed, by the database. */
  async function readInitOf(feed: Feed): Promise<KnownInit> {
    const init = await awaitInit(() => currentInit({ db }, feed));
    let known = inits.get(init.id);
    if (known === undefined) {
      known = await readKnownInit(storage, feed, init);
      inits.set(init.id, known);
    }
    feedInits.set(keyOf(feed), known);
    return known;
  }

  /**
   * Stores a segment, parsed with its current init. The one cached here nearly always is current; another process
   * may have received a later one, so the statement that adds the segment checks it.
   */
  async function receive(feed: Feed, read: (init: KnownInit) => ReceivedSegment): Promise<ReceivedSegment> {
    for (let init = feedInits.get(keyOf(feed)) ?? (await readInitOf(feed)); ; init = await readInitOf(feed)) {
      const segment = await readBy(init, feed, read);
      if (segment === undefined) continue;
      const storageKey = await receiveSegment({ db, storage, now: now() }, feed, segment);
      if (storageKey === undefined) continue;
      deps.onStored(storageKey, segment.bytes);
      return segment;
    }
  }

  /** Undefined if the segment does not match the init and that is no longer current. */
  async function readBy(
    init: KnownInit,
    feed: Feed,
    read: (init: KnownInit) => ReceivedSegment,
  ): Promise<ReceivedSegment | undefined> {
    try {
      return read(init);
    } catch (error) {
      if ((await readInitOf(feed)).initId === init.initId) throw error;
      return undefined;
    }
  }

  /** Uses the database, or the spool while it is down. */
  async function orSpooled<T>(work: () => Promise<T>, spooled: () => Promise<T> | T): Promise<T> {
    if (!spool.isActive)
      try {
        return await work();
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        spool.begin(error);
      }
    return spooled();
  }

  function initDuringOutage(feed: Feed): KnownInit {
    const known = feedInits.get(keyOf(feed));
    if (known === undefined)
      throw new PushRefusal('unavailable', 'unavailable', 'the database is unavailable; send the file again');
    return known;
  }

  async function onSpooled(appended: readonly StoredSegment[]): Promise<Placed> {
    await deps.onAppended(appended);
    return { ...NOTHING_PLACED, appended: appended.length };
  }

  async function place(feed: Feed, playlist?: readonly NamedSegment[]): Promise<Placed> {
    const { appended, edge, ahead, newestEndsAt } = await settle({ db, now: now(), windowMs }, feed, playlist);
    spool.noteEdge(feed, edge);
    await deps.onAppended(appended);
    return { appended: appended.length, ahead, newestEndsAt };
  }

  return {
    async takeInit(feed, init, tracks) {
      const initId = await orSpooled(
        () => receiveInit({ db, storage, now: now() }, feed, init),
        () => {
          const known = initDuringOutage(feed);
          if (known.bytes.equals(init.bytes)) return known.initId;
          throw new PushRefusal(
            'unavailable',
            'unavailable',
            'the database is unavailable; a changed init segment is accepted when it is back',
          );
        },
      );
      const known = { initId, tracks, bytes: init.bytes };
      inits.set(initId, known);
      feedInits.set(keyOf(feed), known);
      return initId;
    },
    /** A repeated segment is answered like the first; `placeSegment` finds its time covered and drops it. */
    takeSegment: (feed, read) =>
      orSpooled(
        async () => {
          const { startsAt } = await receive(feed, read);
          return startsAt === undefined ? NOTHING_PLACED : place(feed);
        },
        () => onSpooled(spool.take(feed, read(initDuringOutage(feed)))),
      ),
    takePlaylist: (feed, names) =>
      orSpooled(
        () => place(feed, names),
        () => onSpooled(spool.name(feed, names)),
      ),
  };
}
