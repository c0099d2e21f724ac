import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import { parseEncoderPlaylist, parseProgramDate, SEGMENT_FILE } from '#domain/media/encoder-playlist.rules.ts';
import type { Feed } from '#domain/media/media.ts';
import { isRendition, RENDITIONS } from '#domain/media/renditions.rules.ts';
import { findStream } from '#domain/media/streams.ts';
import { DomainError } from '#shared/domain-error.ts';
import { PUSH_LIMITS } from '#shared/limits.ts';
import { ok } from '#shared/http/reply.ts';
import { codecsOf, readInit, readSegment } from '#server/media/mp4/fmp4.ts';
import type { EncoderTokens } from '#server/media/ingest/encoder-tokens.ts';
import type { Intake, Placed } from '#server/media/ingest/intake.ts';
import { createKeyedQueue, type Turn } from '#server/media/ingest/keyed-queue.ts';
import { PushRefusal, reasonOfRefusal, type RefusalReason } from '#server/media/ingest/refusals.ts';
import { receiveBody, type IncomingBody } from '#server/media/ingest/request-body.ts';

/** Sound that ended longer ago than this on arrival is not current: an old segment, or a slow clock. */
const MAX_BEHIND_MS = 15_000;

export interface IngestDeps {
  db: Db;
  tokens: EncoderTokens;
  intake: Intake;
  now: () => Date;
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

/** Authorises a push: the encoder, then its stream, then the rendition. */
async function authorize(db: Db, tokens: EncoderTokens, request: IngestRequest, reply: FastifyReply): Promise<Feed> {
  const token = tokenOf(request);
  const encoder = token === undefined ? undefined : await tokens.find(token, request.ip);
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
interface PlacedReply {
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

/** Returns `ended`, which resolves when all pushes are processed: encoders disconnect before that. */
export function registerIngest(app: FastifyInstance, deps: IngestDeps): { ended(): Promise<void> } {
  const { db, tokens, intake, now } = deps;
  const pushes = new WeakMap<FastifyRequest, Push>();
  const turns = createKeyedQueue(PUSH_LIMITS.bodyTimeoutMs);

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
      const feed = await authorize(db, tokens, request, reply);
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

  function answerOf(feed: Feed, { appended, ahead, newestEndsAt }: Placed): PlacedReply {
    if (ahead > 0 && appended === 0) {
      throw new PushRefusal(
        'clock ahead',
        'invalidParam',
        'the clock of the encoder is more than 10 s ahead; synchronise it by NTP',
      );
    }
    if (newestEndsAt === undefined) return { appended };
    const lagMs = now().getTime() - newestEndsAt;
    const behindMs = lagMs > MAX_BEHIND_MS ? lagMs : 0;
    deps.onLag(feed, behindMs);
    return { appended, ...(behindMs > 0 ? { behind_seconds: Math.round(behindMs / 1_000) } : {}) };
  }

  async function takePlaylist(feed: Feed, bytes: Buffer) {
    const text = bytes.toString('utf8');
    if (isMultivariant(text)) return ok({ kind: 'playlist', appended: 0 });
    const placed = await intake.takePlaylist(feed, parseEncoderPlaylist(text));
    return ok({ kind: 'playlist', ...answerOf(feed, placed) });
  }

  async function takeInit(feed: Feed, bytes: Buffer) {
    if (bytes.length > PUSH_LIMITS.initBytes)
      throw new DomainError('tooLarge', `the limit is ${PUSH_LIMITS.initBytes} bytes`);
    const { kind } = RENDITIONS[feed.rendition];
    const tracks = readInit(bytes, kind);
    const { timescale } = tracks.find((track) => track.kind === kind)!;
    const size = tracks.find((track) => track.size !== null)?.size ?? null;
    const init = { bytes, codecs: codecsOf(tracks), timescale, size };
    return ok({ kind: 'init', id: await intake.takeInit(feed, init, tracks) });
  }

  async function takeSegment(feed: Feed, file: string, bytes: Buffer, dateHeader: string | undefined) {
    const startsAt = dateHeader === undefined ? undefined : parseProgramDate(dateHeader);
    if (dateHeader !== undefined && startsAt === undefined) {
      throw new DomainError('invalidParam', 'X-Program-Date-Time is not a date with a time zone');
    }
    const { kind } = RENDITIONS[feed.rendition];
    let times: ReturnType<typeof readSegment> | undefined;
    const placed = await intake.takeSegment(feed, ({ initId, tracks }) => {
      times = readSegment(bytes, tracks, { kind, targetMs: feed.encoder.stream.targetMs });
      return { file, bytes, initId, ...times, startsAt };
    });
    return ok({ kind: 'segment', ...times, ...answerOf(feed, placed) });
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
