import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ConsumerMessages, JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { LoggedMessage, Outcome } from './logged-message.ts';
import { createSettler, type Settler } from './settler.ts';

/** Where a log is, and how it is kept. */
export interface MessageLogAccess {
  /** `nats://USER:PASSWORD@HOST:PORT` or `tls://…`, separated by commas. */
  url: string;
  /** Name of the stream; its subjects begin with it. */
  stream: string;
  replicas: number;
  maxBytes: number;
  /** Timeout of an answer; tests on a busy machine set a longer one. */
  answerMs?: number;
}

export interface MessageLogOptions extends MessageLogAccess {
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Time after which an unconfirmed message is settled by another process. */
  ackWaitMs?: number;
  /**
   * Called on every connection to the log. Everything before `firstUnsettled` is settled; undefined: the log
   * does not know. Returns the number from which messages are read.
   */
  onOpen: (at: { epoch: number; firstUnsettled: number | undefined }) => number | Promise<number>;
  /** Each message, in order, in every process. Must not throw. */
  onMessage: (message: LoggedMessage) => void;
  /**
   * Called in order, one message at a time, and normally in only one process. While the consumer is silent,
   * several processes may settle the same message, even at the same time.
   */
  settle: (message: LoggedMessage) => Promise<Outcome>;
}

export interface LogHealth {
  /** Whether it acknowledges messages. */
  isUp: boolean;
  /** Messages that no process has settled yet. Null: unknown. */
  unsettled: number | null;
}

export interface MessageLog {
  /** Resolves once the log is reached, or after a timeout. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Resolves once a quorum has stored it: to its number, or undefined if `id` was used recently. */
  append(subject: string, id: string | undefined, head: string, body: Uint8Array): Promise<number | undefined>;
  /** Undefined if it is gone. */
  read(sequence: number): Promise<LoggedMessage | undefined>;
  /** The first message of a subject from a number on. Undefined if there is none. Throws `LogUnavailableError`. */
  readNext(subject: string, from: number): Promise<LoggedMessage | undefined>;
  /** The last message of a subject. Undefined if it is gone. */
  readLast(subject: string): Promise<LoggedMessage | undefined>;
  readonly health: LogHealth;
  /** The most bytes of a message. */
  readonly maxBytes: number;
}

/** The log did not acknowledge in time, or is unreachable. */
export class LogUnavailableError extends Error {}

/** A listener of live sound notices four seconds; an encoder gives up after five. */
const ANSWER_MS = 2_000;
const READ_TIMEOUT_MS = 500;
const PROBE_MS = 5_000;
const PROBE_AWAY_MS = 1_000;
const RETRY_MS = 250;
const MAX_RETRY_MS = 2_000;
const PULL_MS = 5_000;
const HEARTBEAT_MS = 500;
/** Silence of the consumer after which messages are read by number: on the air there are several a second. */
const SILENT_MS = 1_500;
const LOOK_MS = 500;
const START_WAIT_MS = 5_000;
const STOP_WAIT_MS = 3_000;
const ACK_WAIT_MS = 10_000;
const MAX_AGE_MS = 8 * 3_600_000;
const DUPLICATES_MS = 120_000;
/** Room for the head of a message and the protocol. */
const HEAD_BYTES = 16_384;
const HEAD = 'Airwave-Push';

function accessOf(url: string) {
  const urls = url.split(',').map((one) => new URL(one.trim()));
  const { username, password, protocol } = urls[0]!;
  return {
    servers: urls.map(({ host }) => host),
    ...(username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(protocol === 'tls:' ? { tls: {} } : {}),
  };
}

/**
 * A JetStream stream that several processes append to and read. Each connection is a session: any failure ends
 * it, and the next one continues where reading stopped.
 */
export function openMessageLog(options: MessageLogOptions): MessageLog {
  const { stream, log, onOpen, onMessage, settle, ackWaitMs = ACK_WAIT_MS, answerMs = ANSWER_MS } = options;
  const ending = new AbortController();
  const opened = Promise.withResolvers<void>();
  let js: JetStreamClient | undefined;
  let jsm: JetStreamManager | undefined;
  let epoch = 0;
  let maxBytes = 0;
  let next = 0;
  /** When the consumer last delivered, or was started. */
  let deliveredAtMs = 0;
  let isUp = false;
  let isTold = false;
  let unsettled: number | null = null;
  let running: Promise<void> = Promise.resolve();

  const isEnding = (): boolean => ending.signal.aborted;
  const wait = (ms: number) => delay(ms, undefined, { signal: ending.signal, ref: false }).catch(() => {});

  function setUp(up: boolean, error?: unknown): void {
    if (!up && !isTold && !isEnding()) {
      isTold = true;
      log.error({ err: error, stream }, 'the live spool does not acknowledge; pushes are written directly');
    }
    if (up && isTold) {
      isTold = false;
      log.info({ stream }, 'the live spool acknowledges again');
    }
    isUp = up;
  }

  const messageOf = (sequence: number, headers: JsMsg['headers'], body: Uint8Array): LoggedMessage => ({
    epoch,
    sequence,
    head: headers?.get(HEAD) || undefined,
    body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  });

  /** Creates the stream, or updates its configuration. */
  async function prepare(manager: JetStreamManager): Promise<void> {
    const { nanos } = await import('@nats-io/transport-node');
    const { DiscardPolicy, JetStreamApiCodes, JetStreamApiError, RetentionPolicy, StorageType } =
      await import('@nats-io/jetstream');
    const kept = {
      subjects: [`${stream}.>`],
      num_replicas: options.replicas,
      max_age: nanos(MAX_AGE_MS),
      max_bytes: options.maxBytes,
      duplicate_window: nanos(DUPLICATES_MS),
      allow_direct: true,
    };
    const fixed = { storage: StorageType.File, retention: RetentionPolicy.Limits, discard: DiscardPolicy.Old };
    let info = await manager.streams.info(stream).catch((error: unknown) => {
      if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return undefined;
      throw error;
    });
    if (info === undefined) info = await manager.streams.add({ name: stream, ...kept, ...fixed });
    // Only the JetStream meta leader does this, so it is not asked without need.
    else if (!isDeepStrictEqual({ ...info.config, ...kept }, info.config))
      info = await manager.streams.update(stream, kept);
    epoch = Date.parse(info.created);
  }

  /** Skips a message that was already read by the other method. */
  function take(message: LoggedMessage): void {
    if (message.sequence < next) return;
    next = message.sequence + 1;
    onMessage(message);
  }

  async function readAll(client: JetStreamClient): Promise<void> {
    const { DeliverPolicy } = await import('@nats-io/jetstream');
    const consumer = await client.consumers.get(stream, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: next,
    });
    const messages: ConsumerMessages = await consumer.consume({
      max_messages: 100,
      expires: PULL_MS,
      // A consumer lives on one server: its loss is noticed within a second or two.
      idle_heartbeat: HEARTBEAT_MS,
    });
    for await (const message of messages) {
      deliveredAtMs = performance.now();
      take(messageOf(message.seq, message.headers, message.data));
    }
  }

  /** From the stream's leader: another server may not have it yet. */
  async function nextOf(manager: JetStreamManager, subject: string, from: number): Promise<LoggedMessage | undefined> {
    const query = { seq: from, next_by_subj: `${stream}.${subject}` };
    const found = await manager.streams.getMessage(stream, query);
    return found === null ? undefined : messageOf(found.seq, found.header, found.data);
  }

  /**
   * Reads by number while the consumer is silent. It lives on one server; if the disk of that is full, it and any
   * consumer recreated there stay silent until a restart, while the stream continues on the others.
   */
  async function readSilence(manager: JetStreamManager, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await wait(LOOK_MS);
      while (performance.now() - deliveredAtMs >= SILENT_MS) {
        const message = await nextOf(manager, '>', next).catch(() => undefined);
        if (message === undefined || signal.aborted) break;
        take(message);
      }
    }
  }

  /** Retries after a server was lost, while the connection to another lasts. */
  async function keepDoing(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error, stream }, 'reading the live spool failed; retrying');
      });
      await wait(RETRY_MS);
    }
  }

  async function probe(client: JetStreamClient, settler: Settler, signal: AbortSignal): Promise<void> {
    const fault = await client.publish(`${stream}.probe`, undefined, { timeout: answerMs }).then(
      () => undefined,
      (error: unknown) => error ?? new Error('no acknowledgement'),
    );
    // The next session has probes of its own.
    if (signal.aborted) return;
    setUp(fault === undefined, fault);
    unsettled = await settler.countUnsettled();
  }

  async function probeAll(client: JetStreamClient, settler: Settler, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await wait(isUp ? PROBE_MS : PROBE_AWAY_MS);
      if (!signal.aborted) await probe(client, settler, signal);
    }
  }

  /** Lasts as long as its connection. */
  async function session(connection: NatsConnection, signal: AbortSignal): Promise<never> {
    const { jetstream, jetstreamManager } = await import('@nats-io/jetstream');
    maxBytes = (connection.info?.max_payload ?? 0) - HEAD_BYTES;
    const manager = await jetstreamManager(connection, { timeout: answerMs });
    await prepare(manager);
    const client = jetstream(connection, { timeout: answerMs });
    [js, jsm] = [client, manager];
    const settler = createSettler({
      client,
      manager,
      stream,
      ackWaitMs,
      settle,
      messageOf: (message) => messageOf(message.seq, message.headers, message.data),
      nextFrom: (from) => nextOf(manager, '>', from),
      readTo: () => next - 1,
      wait,
    });
    // A server whose disk is full does not answer for the consumer that it leads.
    const floor = await settler.floor();
    next = await onOpen({ epoch, firstUnsettled: floor === undefined ? undefined : floor + 1 });
    settler.begin(floor, next - 1);
    await probe(client, settler, signal);
    opened.resolve();
    deliveredAtMs = performance.now();
    void keepDoing(() => readAll(client), signal);
    void readSilence(manager, signal);
    void keepDoing(() => settler.settleDelivered(signal), signal);
    void settler.settleSilence(signal);
    void probeAll(client, settler, signal);
    throw (await connection.closed()) ?? new Error('the connection was closed');
  }

  async function run(): Promise<void> {
    const { connect } = await import('@nats-io/transport-node');
    for (let waitMs = RETRY_MS; !isEnding(); waitMs = Math.min(waitMs * 2, MAX_RETRY_MS)) {
      let connection: NatsConnection | undefined;
      const over = new AbortController();
      try {
        connection = await connect({
          ...accessOf(options.url),
          name: stream,
          timeout: answerMs,
          // A broken session is replaced as a whole.
          reconnect: false,
          pingInterval: answerMs,
          maxPingOut: 2,
        });
        const open = connection;
        const close = () => void open.close().catch(() => {});
        ending.signal.addEventListener('abort', close, { once: true });
        await session(connection, AbortSignal.any([ending.signal, over.signal])).finally(() =>
          ending.signal.removeEventListener('abort', close),
        );
      } catch (error) {
        if (isUp) waitMs = RETRY_MS;
        setUp(false, error);
      }
      over.abort();
      [js, jsm, unsettled] = [undefined, undefined, null];
      await connection?.close().catch(() => {});
      await wait(waitMs);
    }
  }

  async function find(query: { seq: number } | { last_by_subj: string }): Promise<LoggedMessage | undefined> {
    if (jsm === undefined) return undefined;
    const late = delay(READ_TIMEOUT_MS, null, { ref: false });
    const found = await Promise.race([jsm.direct.getMessage(stream, query).catch(() => null), late]);
    return found === null ? undefined : messageOf(found.seq, found.header, found.data);
  }

  return {
    async start() {
      running = run();
      await Promise.race([opened.promise, wait(START_WAIT_MS)]);
    },
    async stop() {
      ending.abort();
      await Promise.race([running, delay(STOP_WAIT_MS, undefined, { ref: false })]);
    },
    async append(subject, id, head, body) {
      if (js === undefined || !isUp) throw new LogUnavailableError('the live spool is unavailable');
      const { headers } = await import('@nats-io/transport-node');
      const own = headers();
      own.set(HEAD, head);
      try {
        const { seq, duplicate } = await js.publish(`${stream}.${subject}`, body, {
          timeout: answerMs,
          headers: own,
          ...(id === undefined ? {} : { msgID: id }),
        });
        return duplicate ? undefined : seq;
      } catch (error) {
        setUp(false, error);
        throw new LogUnavailableError('the live spool did not acknowledge', { cause: error });
      }
    },
    read: (sequence) => find({ seq: sequence }),
    async readNext(subject, from) {
      if (jsm === undefined) throw new LogUnavailableError('the live spool is unavailable');
      try {
        return await nextOf(jsm, subject, from);
      } catch (error) {
        throw new LogUnavailableError('the live spool did not answer', { cause: error });
      }
    },
    readLast: (subject) => find({ last_by_subj: `${stream}.${subject}` }),
    get health() {
      return { isUp, unsettled };
    },
    get maxBytes() {
      return maxBytes;
    },
  };
}
