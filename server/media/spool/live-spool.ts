import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Db } from '#db/database.ts';
import {
  listFeedInits,
  lastSpooled,
  listTimelines,
  MissingMessagesError,
  markSkipped,
  restoreInit,
  settleSpooled,
  type InitRow,
  type SegmentStorage,
  type StoredSegment,
} from '#domain/media/media.ts';
import type { LoggedMessage, Outcome } from '#server/outside/nats/logged-message.ts';
import { openMessageLog, type LogHealth, type MessageLogAccess } from '#server/outside/nats/message-log.ts';
import { RENDITIONS, type RenditionName } from '#domain/media/renditions.rules.ts';
import { readInit } from '#server/media/mp4/fmp4.ts';
import { isDatabaseUnavailable } from '#server/web/errors.ts';
import type { ObjectCache } from '#server/media/object-cache.ts';
import type { SegmentIndex } from '#server/media/segment-index.ts';
import {
  decodePush,
  encodePush,
  positionOfKey,
  type SpooledFeed,
  type SpoolMessage,
  type SpoolPush,
} from '#server/media/spool/spool-message.ts';
import { createSpoolTimelines, type SpoolSettled } from '#server/media/spool/spool-timelines.ts';

/** Our own reader has a message milliseconds after the log acknowledged it. */
const APPLY_TIMEOUT_MS = 500;
const MAX_RESULTS = 500;
/** Maximum wait at start for unavailable storage. */
const WARM_TIMEOUT_MS = 3_000;
const MAX_INITS = 500;
/** Events that were on the air since then may continue. */
const EVENTS_MS = 86_400_000;
/** A message that the tables refuse is given up after this many attempts, so that it does not block those behind it. */
const MAX_TRIES = 3;

interface SpooledInit {
  init: InitRow;
  bytes: Buffer;
}

/** Pushes as a log that every media process reads and one at a time writes to tables and storage. */
export interface LiveSpool {
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Resolves once the log has the push, to its effect on the timeline if already known. Throws `LogUnavailableError`.
   */
  push(feed: SpooledFeed, push: SpoolPush, bytes?: Buffer): Promise<SpoolSettled | undefined>;
  /** Maximum bytes of a push. */
  readonly maxBytes: number;
  /** The init that an encoder sent last. */
  initOf(feed: SpooledFeed): SpooledInit | undefined;
  initRow(id: number): InitRow | undefined;
  /** Bytes of a segment or init that may not be in storage yet. */
  bytesOf(storageKey: string): Promise<Buffer | undefined>;
  noticed(segment: StoredSegment): Promise<void>;
  refresh(streamId?: number): Promise<void>;
  /** Writes what this process knows and the tables lack: before a push is written directly. */
  settleRest(): Promise<void>;
  readonly health: LogHealth;
}

class PushNotStoredError extends Error {}

const feedKey = ({ encoder, rendition }: SpooledFeed): string => `${encoder.id}/${rendition}`;

interface TimelineName {
  streamId: number;
  rendition: RenditionName;
}
const timelineOf = ({ encoder, rendition }: SpooledFeed): TimelineName => ({ streamId: encoder.stream.id, rendition });
const subjectOf = ({ streamId, rendition }: TimelineName): string => `${streamId}.${rendition}`;
/** Subject of the inits of a feed. */
const initSubject = (feed: SpooledFeed): string => `${subjectOf(timelineOf(feed))}.init.${feed.encoder.id}`;

/** Deduplicates repeated pushes of an instant or of a file. */
function idOf(feed: SpooledFeed, push: SpoolPush, bytes: Buffer): string | undefined {
  if (push.kind !== 'segment') return undefined;
  const { encoder, rendition } = feed;
  const what = push.startsAt ?? `${push.file} ${createHash('sha256').update(bytes).digest('base64')}`;
  return `${encoder.stream.id} ${rendition} ${encoder.id} ${what}`;
}

export function createLiveSpool({
  db,
  storage,
  objects,
  index,
  windowMs,
  now,
  log,
  access,
  onApplied,
}: {
  db: Db;
  storage: SegmentStorage;
  objects: ObjectCache;
  index: SegmentIndex;
  windowMs: number;
  now: () => Date;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  access: MessageLogAccess & { ackWaitMs?: number };
  /** A message was applied to the index. */
  onApplied: (message: SpoolMessage, settled: SpoolSettled) => void;
}): LiveSpool {
  const timelines = createSpoolTimelines({
    db,
    index,
    windowMs,
    now,
    settleAgain: async (of, last) => {
      // Without the log, the tables' new state is all there is.
      if (messages.health.isUp) await settleMissing(of, last + 1);
    },
    onApplied(message, settled) {
      if (settled !== undefined) onApplied(message, settled);
      results.set(message.sequence, { settled });
      waiting.get(message.sequence)?.(settled);
    },
    onFault: (error) => log.warn({ err: error }, 'could not read a timeline; its live sound goes on from memory'),
    onChanged: (of) => log.warn(of, 'the timeline differs from the one served from the live spool'),
  });
  const feeds = new LRUCache<string, SpooledInit>({ max: MAX_INITS });
  const rows = new LRUCache<number, InitRow>({ max: MAX_INITS });
  const initBytes = new LRUCache<string, Buffer>({ max: MAX_INITS });
  const results = new LRUCache<number, { settled: SpoolSettled | undefined }>({ max: MAX_RESULTS });
  const waiting = new Map<number, (settled: SpoolSettled | undefined) => void>();
  /** What this process pushed and has not read back: its reader may be on a server that was lost. */
  const unread = new Map<number, SpoolMessage>();
  let epoch = 0;
  let seen = 0;
  let failing = { sequence: 0, times: 0 };
  let resting: Promise<void> = Promise.resolve();

  function learn(key: string, known: SpooledInit): void {
    feeds.set(key, known);
    rows.set(known.init.id, known.init);
    initBytes.set(known.init.storageKey, known.bytes);
  }

  function decoded(message: LoggedMessage): SpoolMessage | undefined {
    try {
      return decodePush(message);
    } catch (error) {
      log.error({ err: error, sequence: message.sequence }, 'a message of the live spool cannot be read');
      return undefined;
    }
  }

  function onMessage(logged: LoggedMessage): void {
    seen = logged.sequence;
    unread.delete(logged.sequence);
    const message = decoded(logged);
    if (message === undefined) return;
    const { push, feed, storageKey } = message;
    if (push.kind === 'init') learn(feedKey(feed), { init: push.init, bytes: logged.body });
    if (push.kind === 'segment') objects.set(storageKey, logged.body);
    timelines.apply(message);
  }

  /** `after`: the message of its timeline that the tables must have. */
  async function write(message: SpoolMessage, bytes: Buffer, after?: number): Promise<void> {
    const { feed, push, storageKey, epoch: of, sequence, takenAtMs } = message;
    const put: SegmentStorage['put'] = (key, body) =>
      storage.put(key, body).catch((error: unknown) => {
        throw new PushNotStoredError('could not store a push of the live spool', { cause: error });
      });
    if (push.kind === 'init') return put(storageKey, bytes);
    await settleSpooled(
      { db, storage: { ...storage, put }, now: now(), windowMs },
      feed,
      { epoch: of, sequence, takenAt: new Date(takenAtMs), after },
      push.kind === 'segment' ? { ...push, storageKey, bytes } : push,
    );
  }

  /** The tables may have lost the init of a segment as well. */
  async function restoreInitOf(feed: SpooledFeed, initId: number): Promise<void> {
    const logged = await messages.readLast(initSubject(feed));
    const push = logged && decoded(logged)?.push;
    if (push?.kind !== 'init' || push.init.id !== initId) return;
    const { kind } = RENDITIONS[feed.rendition];
    const { timescale } = readInit(logged!.body, kind).find((track) => track.kind === kind)!;
    await restoreInit({ db }, feed, push.init, { bytes: logged!.body, timescale });
  }

  /** Also resolves once a message that the tables refuse is given up. */
  async function writeOrGiveUp(message: SpoolMessage, bytes: Buffer, after?: number): Promise<void> {
    try {
      await write(message, bytes, after);
    } catch (error) {
      if (isDatabaseUnavailable(error) || error instanceof PushNotStoredError || error instanceof MissingMessagesError)
        throw error;
      const { sequence, feed } = message;
      failing = { sequence, times: failing.sequence === sequence ? failing.times + 1 : 1 };
      if (failing.times === 1 && message.push.kind === 'segment') await restoreInitOf(feed, message.push.initId);
      if (failing.times < MAX_TRIES) throw error;
      log.error({ err: error, ...timelineOf(feed), sequence }, 'lost a push of the live spool');
      if (message.push.kind !== 'init') await markSkipped({ db }, feed, message).catch(() => {});
    }
  }

  /**
   * Settles messages of a timeline before a given one that the tables lack. The log delivers each to a settler once, so
   * what the tables lose, as in a failover to a server that lacks the last moment, is read from it again.
   */
  async function settleMissing(of: TimelineName, before: number): Promise<void> {
    const last = await lastSpooled({ db }, of);
    if (last?.epoch !== epoch || last.sequence >= before - 1) return;
    let count = 0;
    for (let from = last.sequence + 1; from < before; count++) {
      const logged = await messages.readNext(subjectOf(of), from);
      if (logged === undefined || logged.sequence >= before) break;
      const message = decoded(logged);
      if (message !== undefined) await writeOrGiveUp(message, logged.body);
      from = logged.sequence + 1;
    }
    if (count > 0) log.warn({ ...of, messages: count }, 'settled pushes again that the database no longer had');
  }

  /** The first message of the log that a timeline of the tables lacks. Throws `LogUnavailableError`. */
  async function firstMissing(of: number): Promise<number> {
    const eventsSince = new Date(now().getTime() - EVENTS_MS);
    const positions = await Promise.all(
      (await listTimelines(db, { eventsSince })).map(async (timeline) => {
        const last = await lastSpooled({ db }, timeline);
        const settled = last?.epoch === of ? last.sequence : 0;
        return { settled, missing: (await messages.readNext(subjectOf(timeline), settled + 1))?.sequence };
      }),
    );
    const missing = positions.flatMap((position) => position.missing ?? []);
    return missing.length > 0 ? Math.min(...missing) : Math.max(0, ...positions.map(({ settled }) => settled)) + 1;
  }

  async function settleInOrder(message: SpoolMessage, bytes: Buffer): Promise<void> {
    if (message.push.kind === 'init') return writeOrGiveUp(message, bytes);
    // A reader that is behind does not know the message before.
    const after = seen >= message.sequence ? timelines.before(message) : undefined;
    try {
      if (after !== undefined) return await writeOrGiveUp(message, bytes, after);
    } catch (error) {
      if (!(error instanceof MissingMessagesError)) throw error;
    }
    await settleMissing(timelineOf(message.feed), message.sequence);
    await writeOrGiveUp(message, bytes);
  }

  async function settle(logged: LoggedMessage): Promise<Outcome> {
    const message = decoded(logged);
    if (message === undefined) return 'done';
    try {
      await settleInOrder(message, logged.body);
      return 'done';
    } catch {
      return 'again';
    }
  }

  async function settleAllKnown(): Promise<void> {
    const known = [...timelines.unsettled(), ...unread.values()].toSorted(
      (one, other) => one.sequence - other.sequence,
    );
    for (const message of known) {
      const bytes = message.push.kind === 'playlist' ? Buffer.alloc(0) : await objects.get(message.storageKey);
      if (bytes === undefined) continue;
      await write(message, bytes);
      await timelines.refresh(message.feed.encoder.stream.id);
    }
  }

  /** Timelines, and inits of known encoders, so that pushes do without the database and storage. */
  async function warm(): Promise<void> {
    const eventsSince = new Date(now().getTime() - EVENTS_MS);
    await Promise.all((await listTimelines(db, { eventsSince })).map((of) => timelines.open(of)));
    for (const { encoderId, rendition, init } of await listFeedInits(db)) {
      const stream = { id: init.streamId, targetMs: 0, windowMs: null };
      const feed = { encoder: { id: encoderId, stream }, rendition };
      if (feeds.has(feedKey(feed))) continue;
      const spooled = await messages.readLast(initSubject(feed));
      const isSame = spooled !== undefined && decoded(spooled)?.storageKey === init.storageKey;
      const bytes = isSame ? spooled.body : await storage.get(init.storageKey).catch(() => undefined);
      if (bytes !== undefined && !feeds.has(feedKey(feed))) learn(feedKey(feed), { init, bytes });
    }
  }

  const messages = openMessageLog({
    ...access,
    log,
    async onOpen({ epoch: current, firstUnsettled }) {
      if (current !== epoch) {
        seen = (firstUnsettled ?? (await firstMissing(current))) - 1;
        epoch = current;
        unread.clear();
        timelines.begin(current);
      }
      void timelines.refresh();
      return seen + 1;
    },
    onMessage,
    settle,
  });

  return {
    async start() {
      await messages.start();
      const warmed = warm().catch((error: unknown) => log.warn({ err: error }, 'could not read the inits of encoders'));
      await Promise.race([warmed, delay(WARM_TIMEOUT_MS, undefined, { ref: false })]);
    },
    async stop() {
      await messages.stop();
      timelines.stop();
    },
    async push(feed, push, bytes = Buffer.alloc(0)) {
      const { head, body } = encodePush(now().getTime(), feed, push, bytes);
      const subject = push.kind === 'init' ? initSubject(feed) : subjectOf(timelineOf(feed));
      const sequence = await messages.append(subject, idOf(feed, push, bytes), head, body);
      if (push.kind === 'init') learn(feedKey(feed), { init: push.init, bytes });
      if (sequence === undefined) return undefined;
      if (sequence > seen) {
        const message = decoded({ epoch, sequence, head, body })!;
        if (push.kind === 'segment') objects.set(message.storageKey, bytes);
        unread.set(sequence, message);
        if (unread.size > MAX_RESULTS) unread.delete(unread.keys().next().value!);
      }
      const known = results.get(sequence);
      if (known !== undefined) return known.settled;
      const applied = new Promise<SpoolSettled | undefined>((resolve) => waiting.set(sequence, resolve));
      const late = delay(APPLY_TIMEOUT_MS, undefined, { ref: false });
      return Promise.race([applied, late]).finally(() => waiting.delete(sequence));
    },
    get maxBytes() {
      return messages.maxBytes;
    },
    initOf: (feed) => feeds.get(feedKey(feed)),
    initRow: (id) => rows.get(id),
    async bytesOf(storageKey) {
      const init = initBytes.get(storageKey);
      if (init !== undefined) return init;
      const position = positionOfKey(storageKey);
      return position?.epoch === epoch ? (await messages.read(position.sequence))?.body : undefined;
    },
    noticed: (segment) => timelines.noticed(segment),
    refresh: (streamId) => timelines.refresh(streamId),
    settleRest() {
      resting = resting.catch(() => {}).then(settleAllKnown);
      return resting;
    },
    get health() {
      return messages.health;
    },
  };
}
