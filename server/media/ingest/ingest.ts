import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import {
  parseEncoderPlaylist,
  parseProgramDate,
  SEGMENT_FILE,
  type NamedSegment,
} from '#domain/media/encoder-playlist.rules.ts';
import {
  currentInit,
  findEncoder,
  receiveInit,
  receiveSegment,
  settle,
  type Encoder,
  type Feed,
  type InitRow,
  type ReceivedSegment,
  type SegmentStorage,
  type StoredSegment,
} from '#domain/media/media.ts';
import { isRendition, RENDITIONS } from '#domain/media/renditions.rules.ts';
import { findStream } from '#domain/media/streams.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { PUSH_LIMITS } from '#shared/limits.ts';
import { ok } from '#shared/http/reply.ts';
import { codecsOf, readInit, readSegment, type InitTrack } from '#server/media/mp4/fmp4.ts';
import { PushRefusal, reasonOfRefusal, type RefusalReason } from '#server/media/ingest/refusals.ts';
import { createKeyedQueue, type Turn } from './keyed-queue.ts';
import type { OutageSpool } from '#server/media/ingest/outage-spool.ts';
import { receiveBody, type IncomingBody } from '#server/media/ingest/request-body.ts';
import { isDatabaseAway } from '#server/web/errors.ts';
import type { Counter } from '#server/counts/counter.ts';

const KNOWN_TOKENS = 100;
/** Sound that ended longer ago than this on arrival is not current: an old segment, or a slow clock. */
const MAX_BEHIND_MS = 15_000;
const INIT_TRIES = 5;
const INIT_RETRY_MS = 200;

export interface IngestDeps {
  db: Db;
  counter: Counter;
  storage: SegmentStorage;
  windowMs: number;
  now: () => Date;
  /** Receives pushes while the database is down. */
  spool: OutageSpool;
  /** Newly arrived bytes are the ones that listeners request next. */
  onStored: (storageKey: string, bytes: Buffer) => void;
  onAppended: (segments: readonly StoredSegment[]) => Promise<void>;
  /** A push was refused; `feed` is null if the sender is unknown. */
  onRefused: (reason: RefusalReason, feed: Feed | null) => void;
  /** Lag of a push's newest sound on arrival, ms; 0 if on time. */
  onLag: (feed: Feed, behindMs: number) => void;
}

interface Push {
  feed: Feed;
  body: IncomingBody;
  turn: Turn;
}

interface IngestParams {
  stream: string;
  rendition: string;
  file: string;
}
type IngestRequest = FastifyRequest<{ Params: IngestParams; Querystring: { token?: unknown } }>;

/** Bearer, the password of Basic (from a URL with user info), or `?token=`. */
function tokenOf(request: IngestRequest): string | undefined {
  const [scheme = '', value = ''] = (request.headers.authorization ?? '').split(/ +/, 2);
  let token: string | undefined;
  if (/^bearer$/i.test(scheme)) {
    token = value;
  } else if (/^basic$/i.test(scheme)) {
    const pair = Buffer.from(value, 'base64').toString();
    token = pair.slice(pair.indexOf(':') + 1);
  } else if (typeof request.query.token === 'string') {
    ({ token } = request.query);
  }
  return token === undefined || token === '' || token.length > PUSH_LIMITS.tokenChars ? undefined : token;
}

type FindEncoder = (token: string, remoteIp: string) => Promise<Encoder | undefined>;

/**
 * Looks up tokens, with a limit on wrong guesses per address. A recently valid token is always looked up, so that an
 * encoder keeps working beside another with a wrong token.
 */
function guessedTokens(db: Db, counter: Counter, now: () => Date, spool: OutageSpool): FindEncoder {
  const { wrongTokens, wrongTokensPerSecond } = PUSH_LIMITS;
  const takeTry = counter.limit(
    'pushes',
    { perSecond: wrongTokensPerSecond, savedSeconds: wrongTokens / wrongTokensPerSecond },
    { nowMs: () => now().getTime() },
  );
  const known = new LRUCache<string, Encoder>({ max: KNOWN_TOKENS });
  return async (token, remoteIp) => {
    const name = createHash('sha256').update(token).digest('base64');
    if (!known.has(name)) {
      const waitSeconds = await takeTry(addressKey(remoteIp));
      if (waitSeconds > 0)
        throw new PushRefusal('too many wrong tokens', 'tooManyRequests', {
          retry_after_seconds: Math.ceil(waitSeconds),
        });
    }
    const before = known.get(name);
    if (before !== undefined && spool.isActive) return before;
    let encoder: Encoder | undefined;
    try {
      encoder = await findEncoder({ db }, token);
    } catch (error) {
      // It cannot have been revoked while the database is down.
      if (before === undefined || !isDatabaseAway(error)) throw error;
      spool.begin(error);
      return before;
    }
    if (encoder === undefined) known.delete(name);
    else known.set(name, encoder);
    return encoder;
  };
}

/** Authorises a push: the encoder, then its stream, then the rendition. */
async function authorize(db: Db, find: FindEncoder, request: IngestRequest, reply: FastifyReply): Promise<Feed> {
  const token = tokenOf(request);
  const encoder = token === undefined ? undefined : await find(token, request.ip);
  if (encoder === undefined) {
    // ffmpeg sends user info only in response to a challenge.
    void reply.header('www-authenticate', 'Basic realm="ingest", charset="UTF-8"');
    throw new DomainError('notAuthenticated', 'the encoder token is missing or wrong');
  }
  const { stream: asked, rendition } = request.params;
  const { stream } = encoder;
  if (asked !== String(stream.id)) {
    const known = /^\d{1,9}$/.test(asked) && (await findStream(db, Number(asked)));
    if (!known) throw new DomainError('dataNotFound', 'the channel or event does not exist');
    throw new DomainError('forbidden', 'the token belongs to another channel or event');
  }
  if (!isRendition(rendition) || !stream.ladder.includes(rendition))
    throw new DomainError('dataNotFound', 'the rendition does not exist');
  return { encoder, rendition };
}

/** ffmpeg waits for `100 Continue`: without credentials it is answered 401 before it sends the body. */
function answerExpectations(app: FastifyInstance): void {
  const { server } = app;
  server.on('checkContinue', (request, response) => {
    const pushes = request.url?.startsWith('/ingest/') === true;
    const hasToken = request.headers.authorization !== undefined || /[?&]token=/.test(request.url ?? '');
    if (!pushes || hasToken) response.writeContinue();
    server.emit('request', request, response);
  });
}

/** Segments placed by a push, and the lag of its newest sound if significant. */
interface Placed {
  appended: number;
  behind_seconds?: number;
}

const PLAYLIST_FILE = /^[\w.-]{1,120}\.m3u8$/;

/** Body limit as far as the address determines it; an init is checked again once recognised. */
function limitOf({ rendition, file }: IngestParams): number {
  if (PLAYLIST_FILE.test(file)) return PUSH_LIMITS.playlistBytes;
  return isRendition(rendition) ? RENDITIONS[rendition].maxSegmentBytes : PUSH_LIMITS.initBytes;
}

const isMultivariant = (text: string): boolean => text.includes('#EXT-X-STREAM-INF');

interface KnownInit {
  initId: number;
  tracks: InitTrack[];
  bytes: Buffer;
}

const keyOf = ({ encoder, rendition }: Feed): string => `${encoder.id}/${rendition}`;

/** Returns `ended`, which resolves when all pushes are processed: encoders disconnect before that. */
export function registerIngest(app: FastifyInstance, deps: IngestDeps): { ended(): Promise<void> } {
  const { db, counter, storage, windowMs, now, spool } = deps;
  const pushes = new WeakMap<FastifyRequest, Push>();
  const turns = createKeyedQueue(PUSH_LIMITS.bodyTimeoutMs);
  const findByToken = guessedTokens(db, counter, now, spool);
  /** Inits by id: read once, needed for every segment. */
  const inits = new LRUCache<number, KnownInit>({ max: 200 });
  /** The current init of each feed, for while the database is down. */
  const feedInits = new LRUCache<string, KnownInit>({ max: 200 });

  answerExpectations(app);
  // The body remains a stream, because its limit depends on its content.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.addHook('onRequest', async (request: IngestRequest, reply) => {
    // Before any await, and so before authorisation: see `receiveBody`.
    const body = receiveBody(request.raw, {
      maxBytes: limitOf(request.params),
      timeoutMs: PUSH_LIMITS.bodyTimeoutMs,
      // ffmpeg opens the request for its init at the start, and sends it once its first segment is complete.
      ...(request.params.file.endsWith('.mp4') ? { firstByteMs: PUSH_LIMITS.bodyTimeoutMs } : {}),
    });
    const { stream, rendition } = request.params;
    const turn = turns.take([stream, rendition, tokenOf(request)].join(' '));
    try {
      const feed = await authorize(db, findByToken, request, reply);
      const { file } = request.params;
      if (!SEGMENT_FILE.test(file) && !PLAYLIST_FILE.test(file)) {
        throw new PushRefusal('file', 'invalidParam', 'the file name must end in .m4s, .mp4 or .m3u8');
      }
      pushes.set(request, { feed, body, turn });
    } catch (error) {
      body.cancel();
      turn.done();
      void reply.header('connection', 'close');
      throw error;
    }
  });

  app.addHook('onError', async (request: IngestRequest, _reply, error) => {
    // ffmpeg first pushes without its token and repeats with it when challenged.
    const isAsked =
      tokenOf(request) === undefined && error instanceof DomainError && error.errorName === 'notAuthenticated';
    if (!isAsked) deps.onRefused(reasonOfRefusal(error), pushes.get(request)?.feed ?? null);
  });
  app.addHook('onResponse', async (request) => pushes.get(request)?.turn.done());

  /** The init may be arriving at another process. */
  async function awaitInit(feed: Feed): Promise<InitRow> {
    for (let left = INIT_TRIES; ; left--) {
      try {
        return await currentInit({ db }, feed);
      } catch (error) {
        if (left <= 1) throw error;
        await sleep(INIT_RETRY_MS);
      }
    }
  }

  async function initOf(feed: Feed): Promise<KnownInit> {
    const init = await awaitInit(feed);
    let known = inits.get(init.id);
    if (known === undefined) {
      const bytes = await storage.get(init.storageKey);
      if (bytes === undefined) throw new DomainError('invalidParam', 'segment: send the init segment again');
      known = { initId: init.id, tracks: readInit(bytes, RENDITIONS[feed.rendition].kind), bytes };
      inits.set(init.id, known);
    }
    feedInits.set(keyOf(feed), known);
    return known;
  }

  /** Uses the database, or the spool while it is down. */
  async function orSpooled<T>(work: () => Promise<T>, spooled: () => Promise<T> | T): Promise<T> {
    if (!spool.isActive)
      try {
        return await work();
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
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
    return { appended: appended.length };
  }

  async function place(feed: Feed, playlist?: readonly NamedSegment[]): Promise<Placed> {
    const at = now();
    const { appended, ahead, newestEndsAt, edge } = await settle({ db, now: at, windowMs }, feed, playlist);
    spool.noteEdge(feed, edge);
    await deps.onAppended(appended);
    if (ahead > 0 && appended.length === 0) {
      throw new PushRefusal(
        'clock ahead',
        'invalidParam',
        'the clock of the encoder is more than 10 s ahead; synchronise it by NTP',
      );
    }
    if (newestEndsAt === undefined) return { appended: appended.length };
    const lagMs = at.getTime() - newestEndsAt;
    const behindMs = lagMs > MAX_BEHIND_MS ? lagMs : 0;
    deps.onLag(feed, behindMs);
    return { appended: appended.length, ...(behindMs > 0 ? { behind_seconds: Math.round(behindMs / 1_000) } : {}) };
  }

  async function takePlaylist(feed: Feed, bytes: Buffer) {
    const text = bytes.toString('utf8');
    if (isMultivariant(text)) return ok({ kind: 'playlist', appended: 0 });
    const playlist = parseEncoderPlaylist(text);
    const placed = await orSpooled(
      () => place(feed, playlist),
      () => onSpooled(spool.name(feed, playlist)),
    );
    return ok({ kind: 'playlist', ...placed });
  }

  async function takeInit(feed: Feed, bytes: Buffer) {
    if (bytes.length > PUSH_LIMITS.initBytes)
      throw new DomainError('tooLarge', `the limit is ${PUSH_LIMITS.initBytes} bytes`);
    const { kind } = RENDITIONS[feed.rendition];
    const tracks = readInit(bytes, kind);
    const { timescale } = tracks.find((track) => track.kind === kind)!;
    const size = tracks.find((track) => track.size !== null)?.size ?? null;
    const init = { bytes, codecs: codecsOf(tracks), timescale, size };
    const id = await orSpooled(
      () => receiveInit({ db, storage, now: now() }, feed, init),
      () => {
        const known = initDuringOutage(feed);
        if (known.bytes.equals(bytes)) return known.initId;
        throw new PushRefusal(
          'unavailable',
          'unavailable',
          'the database is unavailable; a changed init segment is accepted when it is back',
        );
      },
    );
    const known = { initId: id, tracks, bytes };
    inits.set(id, known);
    feedInits.set(keyOf(feed), known);
    return ok({ kind: 'init', id });
  }

  /** A repeated segment is answered like the first; `placeSegment` finds its time covered and drops it. */
  async function takeSegment(feed: Feed, file: string, bytes: Buffer, dateHeader: string | undefined) {
    const startsAt = dateHeader === undefined ? undefined : parseProgramDate(dateHeader);
    if (dateHeader !== undefined && startsAt === undefined) {
      throw new DomainError('invalidParam', 'X-Program-Date-Time is not a date with a time zone');
    }
    const { kind } = RENDITIONS[feed.rendition];
    const readWith = ({ initId, tracks }: KnownInit) => {
      const times = readSegment(bytes, tracks, { kind, targetMs: feed.encoder.stream.targetMs });
      const segment: ReceivedSegment = { file, bytes, initId, ...times, startsAt };
      return { times, segment };
    };
    return orSpooled(
      async () => {
        const { times, segment } = readWith(await initOf(feed));
        const storageKey = await receiveSegment({ db, storage, now: now() }, feed, segment);
        deps.onStored(storageKey, bytes);
        return ok({ kind: 'segment', ...times, ...(startsAt === undefined ? { appended: 0 } : await place(feed)) });
      },
      async () => {
        const { times, segment } = readWith(initDuringOutage(feed));
        return ok({ kind: 'segment', ...times, ...(await onSpooled(spool.take(feed, segment))) });
      },
    );
  }

  app.route({
    method: ['PUT', 'POST'],
    url: '/ingest/:stream/:rendition/:file',
    schema: { hide: true },
    async handler(request: IngestRequest, reply) {
      const { feed, body, turn } = pushes.get(request)!;
      const { file } = request.params;
      try {
        const bytes = await body.bytes;
        // ffmpeg sends init, segment and playlist within milliseconds without waiting for responses.
        await turn.ready();
        void reply.code(201).header('cache-control', 'no-store');
        if (PLAYLIST_FILE.test(file)) return await takePlaylist(feed, bytes);
        const date = request.headers['x-program-date-time'];
        return file.endsWith('.mp4') && holdsMovie(bytes)
          ? await takeInit(feed, bytes)
          : await takeSegment(feed, file, bytes, typeof date === 'string' ? date : undefined);
      } catch (error) {
        // A connection that stalled within a body cannot be reused.
        if (error instanceof PushRefusal && error.reason === 'silent') void reply.header('connection', 'close');
        throw error;
      } finally {
        turn.done();
      }
    },
  });

  // ffmpeg's delete_segments. Retention is decided here, so it has no effect.
  app.delete('/ingest/:stream/:rendition/:file', { schema: { hide: true } }, (_request, reply) =>
    reply.code(204).send(),
  );
  return turns;
}

/** Init and segment may both end in .mp4. A segment contains a moof box, an init never does. */
const holdsMovie = (bytes: Buffer): boolean => !bytes.includes('moof', 0, 'latin1');
