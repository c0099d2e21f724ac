import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import type { Logger } from 'pino';
import type pg from 'pg';
import { watchNotifications, type Watch } from '#db/listening.ts';
import { STAFF_LIVE } from '#db/notifications.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isLiveKind, LIVE_KINDS, type LiveKind } from '#shared/staff/live.ts';
import { may } from '#shared/staff/permissions.ts';
import type { StaffActor } from '#shared/staff/staff-actor.ts';

/** Sessions are checked and the channels read this often, once for all streams. */
const TICK_MS = 4_000;
/** Keeps proxies from closing an idle stream. */
const COMMENT_MS = 15_000;
const MAX_STREAMS_OF_ACCOUNT = 20;
/** Missed events that are sent again; a browser offline for longer is informed that everything may have changed. */
const KEPT_EVENTS = 200;
/** A browser that does not read loses its stream. */
const MAX_UNREAD_BYTES = 256 * 1024;
const RETRY_MS = 2_000;

export interface LiveServices {
  pool: pg.Pool;
  log: Pick<Logger, 'warn'>;
  /** The state of the channels, for those who may see it. */
  readOnAir: () => Promise<object>;
  /** Those of these sessions that are still open. */
  openSessions: (ids: readonly number[]) => Promise<readonly number[]>;
}

/** Kinds without data: the browser asks again. */
const NUDGES = LIVE_KINDS.filter((kind) => kind !== 'on-air');

interface Stream {
  actor: Pick<StaffActor, 'accountId' | 'sessionId' | 'roles'>;
  seesOnAir: boolean;
  body: PassThrough;
}

export interface LiveHub {
  /** Opens a stream of server-sent events. Throws `tooManyRequests` above the limit of an account. */
  open(actor: Stream['actor'], lastEventId: string | undefined): Promise<PassThrough>;
  /** Sends the state of the channels, and ends the streams of sessions that are over. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

const eventText = (id: string, kind: LiveKind, data: object): string =>
  `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Streams of events to the open tabs of the desk. Each tab costs its socket: the channels are read and sessions are checked
 * once for all tabs, and only while there are any. Nothing is stored, so any process can serve any tab.
 */
export function createLiveHub({ pool, log, readOnAir, openSessions }: LiveServices): LiveHub {
  const boot = randomUUID().slice(0, 8);
  const streams = new Set<Stream>();
  const kept: { n: number; kind: LiveKind }[] = [];
  let last = 0;
  let watch: Promise<Watch> | null = null;
  let timers: ReturnType<typeof setInterval>[] = [];
  let hasListened = false;
  let isClosed = false;

  const idOf = (n: number) => `${boot}.${n}`;
  function write({ body }: Stream, text: string): void {
    if (body.writableLength > MAX_UNREAD_BYTES) body.destroy();
    else body.write(text);
  }
  function broadcast(kind: LiveKind): void {
    const n = ++last;
    kept.push({ n, kind });
    if (kept.length > KEPT_EVENTS) kept.shift();
    for (const stream of streams) write(stream, eventText(idOf(n), kind, {}));
  }
  /** The kinds that a browser with this last event has missed: all, if it was of another process or too long ago. */
  function missedSince(lastEventId: string | undefined): LiveKind[] {
    if (lastEventId === undefined) return [];
    const [of, number] = lastEventId.split('.', 2);
    const n = of === boot ? Number(number) : NaN;
    if (!Number.isInteger(n) || n > last || n < last - kept.length) return NUDGES;
    return [...new Set(kept.filter((event) => event.n > n).map(({ kind }) => kind))];
  }

  async function sendOnAir(to: Iterable<Stream>): Promise<void> {
    const seeing = [...to].filter(({ seesOnAir }) => seesOnAir);
    if (seeing.length === 0) return;
    const text = eventText(idOf(last), 'on-air', await readOnAir());
    for (const stream of seeing) write(stream, text);
  }
  async function endOver(): Promise<void> {
    const ids = [...new Set([...streams].map(({ actor }) => actor.sessionId))];
    if (ids.length === 0) return;
    const open = new Set(await openSessions(ids));
    for (const { actor, body } of streams) if (!open.has(actor.sessionId)) body.end();
  }
  async function tick(): Promise<void> {
    // Without the database no session can be ended either: the streams stay open, without events.
    for (const result of await Promise.allSettled([endOver(), sendOnAir(streams)]))
      if (result.status === 'rejected')
        log.warn({ err: result.reason as unknown }, 'could not update the live streams');
  }
  const begin = () => {
    timers = [
      setInterval(() => void tick(), TICK_MS),
      setInterval(() => {
        for (const stream of streams) write(stream, ':\n\n');
      }, COMMENT_MS),
    ];
  };
  const rest = () => {
    for (const timer of timers) clearInterval(timer);
    timers = [];
  };
  const listen = () =>
    (watch ??= watchNotifications(pool, STAFF_LIVE, {
      onMessage: (word) => {
        if (word === 'on-air') void sendOnAir(streams).catch(() => {});
        else if (isLiveKind(word)) broadcast(word);
      },
      onListening: () => {
        // What was sent while the connection was down is lost.
        if (hasListened) for (const kind of NUDGES) broadcast(kind);
        hasListened = true;
      },
    }).catch((error: unknown) => {
      watch = null;
      throw error;
    }));

  return {
    async open(actor, lastEventId) {
      if (isClosed) throw new DomainError('unavailable');
      const own = [...streams].filter((stream) => stream.actor.accountId === actor.accountId);
      if (own.length >= MAX_STREAMS_OF_ACCOUNT) throw new DomainError('tooManyRequests', 'too many open tabs');
      const body = new PassThrough();
      const stream: Stream = {
        actor,
        seesOnAir: may(
          actor.roles,
          'on-air.see',
          actor.roles.flatMap(({ scope }) => scope ?? []),
        ),
        body,
      };
      streams.add(stream);
      body.once('close', () => {
        streams.delete(stream);
        if (streams.size === 0) rest();
      });
      if (timers.length === 0) begin();
      try {
        await listen();
      } catch (error) {
        body.destroy();
        throw error;
      }
      body.write(`retry: ${RETRY_MS}\n\n`);
      for (const kind of missedSince(lastEventId)) write(stream, eventText(idOf(last), kind, {}));
      // Sets the position of a browser that has none yet.
      if (lastEventId === undefined) write(stream, `id: ${idOf(last)}\nevent: hello\ndata: {}\n\n`);
      void sendOnAir([stream]).catch(() => {});
      return body;
    },
    tick,
    async close() {
      isClosed = true;
      rest();
      for (const { body } of streams) body.end();
      await (await watch?.catch(() => null))?.close();
    },
  };
}
