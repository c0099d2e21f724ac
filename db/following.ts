import { AsyncResource } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { NoPrimaryError, SEARCH_AGAIN_MS, SEARCH_MS, type Primary } from '#db/servers/primary.ts';
import { tracing } from '#shared/outside/tracing.ts';

/** A connection, or an attempt at one, that is silent for this long leads to a search for the primary. */
export const SILENT_MS = 1_000;

/** What is used of the driver's connection that its types leave out. */
export interface Internals {
  connection: {
    stream: Socket;
    on(event: 'parameterStatus', heard: (status: { parameterName: string; parameterValue: string }) => void): void;
    on(event: 'errorMessage', heard: (error: { code?: string }) => void): void;
  };
  /** False while a query is under way. */
  readyForQuery: boolean;
  _ending: boolean;
}

export interface FollowingConfig extends pg.ClientConfig {
  /** Absent: the one server of `connectionString`. */
  primary?: Primary;
}

type Connected = (error?: unknown) => void;

/** The server shuts down, or is starting, or accepts no writes. */
const isLeaving = (code: string | undefined): boolean => code === '25006' || /^57P0[1-3]$/.test(code ?? '');

/**
 * A connection to the primary among several servers. It closes when its server turns out to be none. With one server it
 * is the driver's.
 */
export class FollowingClient extends pg.Client {
  protected readonly primary: Primary | undefined;

  constructor({ primary, ...config }: FollowingConfig = {}) {
    super(config);
    this.primary = primary;
  }

  // Covers the overloads of the driver's method.
  override connect = ((tell?: Connected) => {
    if (this.primary === undefined) return tell ? super.connect(tell) : super.connect();
    const opened = this.#follow(this.primary);
    if (!tell) return opened;
    opened.then(() => tell(), tell);
    return undefined;
  }) as pg.Client['connect'];

  async #follow(primary: Primary): Promise<this> {
    const server = await primary.find();
    const internals = this as unknown as Internals;
    const { connection } = internals;
    let isStandby = false;
    // Reported by the server at the start of each connection.
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') isStandby = parameterValue === 'on';
    });
    connection.on('errorMessage', ({ code }) => {
      if (!isLeaving(code)) return;
      primary.doubt();
      // After the statement got its error.
      if (code === '25006') setImmediate(() => void this.end().catch(() => {}));
    });
    const leave = primary.join(server, () =>
      connection.stream.destroy(new Error('Connection terminated: another server is the primary now')),
    );
    this.once('end', () => {
      leave();
      if (!internals._ending) primary.doubt();
    });
    this.host = server.host;
    this.port = server.port;
    const silent = setTimeout(() => primary.doubt(), SILENT_MS);
    try {
      await super.connect();
    } catch (error) {
      leave();
      primary.doubt();
      throw error;
    } finally {
      clearTimeout(silent);
    }
    if (!isStandby) return this;
    primary.doubt();
    await this.end().catch(() => {});
    throw new NoPrimaryError();
  }
}

/** An answer of the server about this login or database, which another attempt would get again. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^\d[0-9A-Z]{4}$/.test(String(error.code)) &&
  !isLeaving(String(error.code));

/** What is used of the driver's pool that its types leave out. */
interface Held {
  _clients: readonly pg.PoolClient[];
  _remove(client: pg.PoolClient, done: () => void): void;
  _pulseQueue(): void;
}

/** A pool whose connections are to the primary. A connection that fails is tried again, a statement never. */
export class FollowingPool extends pg.Pool {
  readonly #isFollowing: boolean;

  constructor(config: pg.PoolConfig & { primary?: Primary }) {
    super(config);
    this.#isFollowing = config.primary !== undefined;
    const held = this as unknown as Held;
    // The query builder never gives back a connection whose BEGIN failed, which would keep a slot until the process ends.
    this.on('connect', (client) =>
      client.once('end', () => {
        if (held._clients.includes(client)) held._remove(client, () => held._pulseQueue());
      }),
    );
  }

  // Covers the overloads of the driver's method.
  override connect = ((waits?: (error: unknown, client?: pg.PoolClient, release?: unknown) => void) => {
    // Waiting callers are called when a connection is returned.
    const tell = waits && tracing() !== null ? AsyncResource.bind(waits) : waits;
    if (!this.#isFollowing) return tell ? super.connect(tell as never) : super.connect();
    const got = this.#connectAgain();
    if (!tell) return got;
    got.then(
      (client) => tell(undefined, client, (error?: Error) => client.release(error)),
      (error: unknown) => tell(error, undefined, () => {}),
    );
    return undefined;
  }) as pg.Pool['connect'];

  async #connectAgain(): Promise<pg.PoolClient> {
    const until = performance.now() + SEARCH_MS;
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        if (isAnswer(error) || this.ending || performance.now() >= until) throw error;
        await delay(SEARCH_AGAIN_MS);
      }
    }
  }
}
