import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Db } from '#db/database.ts';
import { createCaptionReplies } from '#domain/archive/captions/caption-replies.ts';
import type { SegmentStorage, StoredSegment } from '#domain/media/media.ts';
import type { ProgrammeSpan } from '#domain/media/playlist.rules.ts';
import { RADIO_RENDITIONS, renditionsOf, type RenditionName } from '#domain/media/renditions.rules.ts';
import { endOf } from '#domain/media/timeline.rules.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { createDirectIntake } from '#server/media/ingest/direct-intake.ts';
import { createEncoderTokens } from '#server/media/ingest/encoder-tokens.ts';
import { createLagWatch, type EncoderLag } from '#server/media/ingest/encoder-lag.ts';
import { createCounter, type Counter } from '#server/counts/counter.ts';
import { registerIngest } from '#server/media/ingest/ingest.ts';
import type { Intake } from '#server/media/ingest/intake.ts';
import { createSpoolIntake } from '#server/media/ingest/spool-intake.ts';
import { createLiveSpool } from '#server/media/spool/live-spool.ts';
import type { LogHealth, MessageLogAccess } from '#server/outside/nats/message-log.ts';
import { createGrantCheck } from '#server/media/replay/grant-check.ts';
import { createInits } from '#server/media/inits.ts';
import { createLiveLists } from '#server/media/live/live-lists.ts';
import { createMarks } from '#server/media/live/marks.ts';
import { createObjectCache } from '#server/media/object-cache.ts';
import { registerPlainStream } from '#server/media/live/plain-stream.ts';
import { FRESH_MS, registerPlayback } from '#server/media/live/playback.ts';
import { createOutageSpool } from '#server/media/ingest/outage-spool.ts';
import { createPodcastFiles } from '#server/media/podcast/podcast-files.ts';
import { registerPodcasts, type OpenEpisode } from '#server/media/podcast/podcasts.ts';
import { createSoundFastPath, type FastPathHandler, type FastPathSite } from '#server/media/sound-fast-path.ts';
import type { RefusalReason } from '#server/media/ingest/refusals.ts';
import { createRemoteLeases } from '#server/media/replay/remote-leases.ts';
import { createRemovals, type ReadHidden } from '#server/media/removals.ts';
import type { ReplayGate } from '#server/media/replay/replay-gate.ts';
import { createReplays } from '#server/media/replay/replay-lists.ts';
import { registerReplay } from '#server/media/replay/replay.ts';
import { createSegmentIndex } from '#server/media/segment-index.ts';
import type { TrackEdge } from '#server/media/peers.ts';
import { listenForSegments, type Notices } from '#server/media/segment-notices.ts';
import { createStreams } from '#server/media/streams.ts';

/** A programme of the timetable, for the date ranges of playlists. */
export interface ProgrammeBoundary {
  id: number;
  title: string;
  startsAt: Date;
  endsAt: Date;
}

export interface MediaOriginOptions {
  db: Db;
  /** Pool of `db`, whose process listens for segments. */
  pool: pg.Pool;
  storage: SegmentStorage;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  config: { rewindWindowMs: number };
  programmesBetween: (
    channelId: ChannelId,
    from: Date,
    to: Date,
  ) => Promise<readonly ProgrammeBoundary[]> | readonly ProgrammeBoundary[];
  now?: () => Date;
  /** Access to replays, and the site that plays them. Absent: no replays. */
  replay?: { gate: ReplayGate; siteUrl: string; readHidden?: ReadHidden };
  /** Access to podcasts. Absent: no podcasts. */
  openEpisode?: OpenEpisode;
  /** Where pushes are written first. Absent: to the tables and storage directly. */
  spool?: (MessageLogAccess & { ackWaitMs?: number }) | undefined;
  /** Called for every refused push. */
  countRefusal?: (reason: RefusalReason) => void;
  /** Counts rate limits. */
  counter?: Counter;
  /** Whether live sound is offered at its lowest rate alone. */
  isLowBitrateOnly?: () => boolean;
}

interface ChannelStatus {
  channelId: ChannelId;
  /** Whether sound of some rendition arrived recently. */
  fresh: boolean;
  /** End of each rendition's last segment, Unix ms. Null: none in the window. */
  edges: Record<string, number | null>;
}

export interface MediaOrigin {
  /** Loads the index and subscribes to new segments. Throws if the database is down. */
  start(): Promise<void>;
  /** Answers waiting playlist requests with what there is, before the server closes, so that players move elsewhere. */
  endWaits(): void;
  stop(): Promise<void>;
  /** `/ingest/*`, `/media/*`, `/replay/*` and `/podcasts/*`. */
  plugin: (app: FastifyInstance) => Promise<void>;
  /** The part that bypasses the framework. */
  soundFastPath: (site: FastPathSite) => FastPathHandler;
  status(): ChannelStatus[];
  /** Whether each rendition of a channel's sound has a live playlist whose newest segment, with its init, can be fetched. */
  isHeard(channelId: ChannelId): Promise<boolean>;
  /** Whether the timelines are loaded, so that playlists are complete. */
  isIndexed(): boolean;
  /** Live edges of all streams that this process knows. */
  edges(): TrackEdge[];
  /** Encoders whose sound is late by their own clock. */
  lags(): EncoderLag[];
  /** Null without a live spool. */
  spoolHealth(): LogHealth | null;
  /** End of a channel's sound. Null if the window is empty. */
  liveEdge(channelId: ChannelId): Date | null;
  /** The earliest instant a listener can rewind to. Null if the window is empty. */
  windowStart(channelId: ChannelId): Date | null;
  hasVideo(channelId: ChannelId): boolean;
}

const UPKEEP_MS = 30_000;
/** Pushes in progress are processed within this time, unless the database is unavailable. */
const PUSHES_END_MS = 1_500;
/** Bytes of recent segments in memory: the last minutes of every channel, which is what nearly everybody hears. */
const OBJECT_CACHE_BYTES = 134_217_728;
/** Programmes are loaded ahead, so that they are in the playlist when they begin. */
const PROGRAMMES_AHEAD_MS = 900_000;

export function createMediaOrigin(options: MediaOriginOptions): MediaOrigin {
  const { db, pool, storage, log, programmesBetween, now = () => new Date(), countRefusal = () => {} } = options;
  const { counter = createCounter(), isLowBitrateOnly = () => false } = options;
  const windowMs = options.config.rewindWindowMs;
  const streams = createStreams(db);
  const isAhead = () => liveSpool !== undefined || spool.isActive;
  const index = createSegmentIndex({ db, windowMs, streams, isAhead, now });
  const removals = createRemovals(db, options.replay?.readHidden);
  const marks = createMarks({ db, windowMs, now });
  const spool = createOutageSpool({ db, storage, index, windowMs, now, log });
  const objects = createObjectCache(
    {
      ...storage,
      get: async (key, range) => spool.bytesOf(key) ?? (await liveSpool?.bytesOf(key)) ?? storage.get(key, range),
    },
    OBJECT_CACHE_BYTES,
  );
  const initOf = createInits(db, (id) => liveSpool?.initRow(id));
  const liveSpool =
    options.spool &&
    createLiveSpool({
      db,
      storage,
      objects,
      index,
      windowMs,
      now,
      log,
      access: options.spool,
      onApplied({ feed, push }, { appended, edge }) {
        // For when the spool and the database are both down.
        if (push.kind !== 'init') spool.noteEdge(feed, edge);
        for (const segment of appended) noteSegment(segment);
      },
    });
  const tokens = createEncoderTokens({ db, counter, now, spool, isSpooled: () => liveSpool?.health.isUp === true });
  const lagWatch = createLagWatch({ log, now });
  const programmes = new Map<ChannelId, readonly ProgrammeSpan[]>();
  const programmesOf = (channelId: ChannelId) => programmes.get(channelId) ?? [];
  const live = createLiveLists({ removals, marks, now, programmesOf });
  const replay = options.replay && createReplay(options.replay);
  let ingest: ReturnType<typeof registerIngest> | undefined;
  let notices: Notices | undefined;
  let isIndexed = false;
  let upkeep: NodeJS.Timeout | undefined;

  function createReplay({ gate, siteUrl }: NonNullable<MediaOriginOptions['replay']>) {
    const onFault = (error: unknown) => log.warn({ err: error }, 'could not renew a grant for another machine');
    const remoteLeases = createRemoteLeases({ renew: gate.renewRemote, now, onFault });
    const readGrant = createGrantCheck({ gate, removals, remoteLeases, now });
    const shared = { db, index, streams, removals, now };
    const replays = createReplays({ ...shared, playableOf: live.playableOf, windowMs, objects });
    return { siteUrl, remoteLeases, readGrant, replays, streams };
  }

  async function readProgrammes(): Promise<void> {
    const at = now().getTime();
    for (const channelId of CHANNEL_IDS) {
      try {
        const found = await programmesBetween(channelId, new Date(at - windowMs), new Date(at + PROGRAMMES_AHEAD_MS));
        programmes.set(
          channelId,
          found.map((p) => ({ ...p, startsAt: p.startsAt.getTime(), endsAt: p.endsAt.getTime() })),
        );
      } catch (error) {
        // Sound does not depend on the timetable.
        log.warn({ err: error, channelId }, 'could not read programme boundaries');
      }
    }
  }

  /** Logs where the sound breaks off, and keeps its init in memory for when the database is down. */
  function noteSegment(segment: StoredSegment): void {
    const { streamId, rendition, sequence, initId } = segment;
    const before = index.track(streamId, rendition).segments.findLast((one) => one.sequence < sequence);
    if (before !== undefined && segment.discontinuity !== before.discontinuity)
      log.info(
        { streamId, rendition, sequence, gapMs: segment.startsAt - endOf(before) },
        'discontinuity in the audio',
      );
    initOf(initId).catch(() => {});
  }

  /** Adds a segment that the tables have. */
  const addStored = (segment: StoredSegment) => liveSpool?.noticed(segment) ?? index.add(segment);

  function createIntake(): Intake {
    const direct = createDirectIntake({
      db,
      storage,
      windowMs,
      now,
      spool,
      onStored: (key, bytes) => objects.set(key, bytes),
      async onAppended(segments) {
        for (const segment of segments) {
          // Numbers given without the database are not in the tables yet.
          await (spool.isActive ? index.add(segment) : addStored(segment));
          noteSegment(segment);
        }
      },
    });
    return liveSpool === undefined
      ? direct
      : createSpoolIntake({ db, storage: { get: (key) => objects.get(key) }, spool: liveSpool, direct });
  }

  const edge = (channelId: ChannelId, rendition: RenditionName): number | null => {
    const last = index.track(channelId, rendition).segments.at(-1);
    return last === undefined || endOf(last) <= now().getTime() - windowMs ? null : endOf(last);
  };
  const isFresh = (channelId: ChannelId, rendition: RenditionName): boolean =>
    (edge(channelId, rendition) ?? -Infinity) > now().getTime() - FRESH_MS;

  return {
    async start() {
      await readProgrammes();
      notices = await listenForSegments({
        pool,
        onSegment: addStored,
        onRemoval: () => removals.read(),
        onMarks: (streamId) => marks.read(streamId),
        onSwitch: async (streamId) => liveSpool?.refresh(streamId),
        async catchUp() {
          // Before the sound, so that removed sound is never offered.
          await removals.read();
          await index.catchUp();
          await liveSpool?.refresh();
          await marks.readAll();
          for (const { initId } of index.edges()) await initOf(initId);
          isIndexed = true;
        },
        onFault: (error) => log.error({ err: error }, 'segment notifications failed'),
      });
      await liveSpool?.start();
      const readTokens = () => tokens.refresh().catch(() => {});
      if (liveSpool !== undefined) void readTokens();
      upkeep = setInterval(() => {
        index.prune();
        if (liveSpool !== undefined) void Promise.all([liveSpool.refresh(), readTokens()]);
        removals.read().catch((error: unknown) => log.error({ err: error }, 'could not read removals'));
        // Compensates for lost notifications.
        index.catchUp().catch((error: unknown) => log.error({ err: error }, 'could not read the segment index'));
        marks.readAll().catch((error: unknown) => log.warn({ err: error }, 'could not read the song marks'));
        void readProgrammes();
      }, UPKEEP_MS);
    },
    endWaits: () => index.endWaits(),
    async stop() {
      clearInterval(upkeep);
      index.endWaits();
      await Promise.race([ingest?.ended(), delay(PUSHES_END_MS, undefined, { ref: false })]);
      await liveSpool?.stop();
      await spool.stop();
      await notices?.stop();
    },
    async plugin(app) {
      await app.register(async (scope) => {
        ingest = registerIngest(scope, {
          db,
          tokens,
          now,
          intake: createIntake(),
          onRefused: countRefusal,
          onLag: (feed, behindMs) => lagWatch.note(feed, behindMs),
        });
      });
      await app.register(async (scope) => {
        registerPlayback(scope, {
          index,
          removals,
          marks,
          live,
          objects,
          initOf,
          windowMs,
          now,
          isLowBitrateOnly,
          programmesOf,
        });
      });
      await app.register(async (scope) => registerPlainStream(scope, { index, live, objects, initOf, now }));
      const { openEpisode } = options;
      if (openEpisode !== undefined) {
        await app.register(async (scope) => {
          const files = createPodcastFiles({ db, storage, removals, initOf, now });
          registerPodcasts(scope, { open: openEpisode, files, now });
        });
      }
      if (replay === undefined) return;
      await app.register(async (scope) => {
        const captionReplies = createCaptionReplies({ db, clock: now });
        registerReplay(scope, { ...replay, removals, objects, captionReplies, initOf, counter, now });
      });
    },
    soundFastPath: (site) => createSoundFastPath({ index, live, removals, objects, replay, windowMs, now }, site),
    status: () =>
      CHANNEL_IDS.map((channelId) => ({
        channelId,
        fresh: renditionsOf('audio').some((rendition) => isFresh(channelId, rendition)),
        edges: Object.fromEntries(RADIO_RENDITIONS.map((name) => [name, edge(channelId, name)])),
      })),
    async isHeard(channelId) {
      const isThere = async (rendition: RenditionName): Promise<boolean> => {
        const track = index.track(channelId, rendition);
        const newest = live.playableOf(track).segments.at(-1);
        if (newest === undefined || !isFresh(channelId, rendition)) return false;
        if (live.body(track, channelId) === undefined) return false;
        const init = await initOf(newest.initId);
        const parts = await Promise.all([newest.storageKey, init.storageKey].map((key) => objects.get(key)));
        return parts.every((bytes) => bytes !== undefined);
      };
      const heard = await Promise.all(renditionsOf('audio').map(isThere));
      return heard.every(Boolean);
    },
    isIndexed: () => isIndexed,
    edges: () =>
      index.edges().map((segment) => ({
        track: `${segment.streamId}/${segment.rendition}`,
        endsAt: endOf(segment),
        durationMs: segment.durationMs,
        isFresh: endOf(segment) > now().getTime() - FRESH_MS,
      })),
    lags: () => lagWatch.list(),
    spoolHealth: () => liveSpool?.health ?? null,
    liveEdge(channelId) {
      const edges = renditionsOf('audio').flatMap((rendition) => edge(channelId, rendition) ?? []);
      return edges.length === 0 ? null : new Date(Math.max(...edges));
    },
    windowStart(channelId) {
      const oldest = now().getTime() - windowMs;
      const starts = renditionsOf('audio').flatMap((rendition) =>
        edge(channelId, rendition) === null ? [] : (index.track(channelId, rendition).segments[0]?.startsAt ?? []),
      );
      return starts.length === 0 ? null : new Date(Math.max(oldest, Math.min(...starts)));
    },
    hasVideo: (channelId) => renditionsOf('video').some((rendition) => isFresh(channelId, rendition)),
  };
}
