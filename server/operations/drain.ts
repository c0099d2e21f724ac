import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** From the signal until connections with a request in progress are cut off. */
export const REQUESTS_END_MS = 6_500;
/**
 * From the signal until the process stops listening, even if a request is in progress. Balancers cut off a process that
 * refuses two checks in a row, one second apart: not before the requests end anyway.
 */
export const LISTENING_ENDS_MS = REQUESTS_END_MS - 1_000;
/** From the signal until jobs in progress are returned to the queue. */
export const JOBS_END_MS = 5_000;
/** Interval at which idle connections are looked for while a server closes. */
const LOOK_MS = 50;
/** Browsers open connections in advance. One without data for this long carries no request. */
const UNUSED_MS = 500;

/** Bytes read from a connection when its last reply was completely sent; absent while a reply is in progress. */
const restingAt = new WeakMap<Socket, number>();

/** A response that sends `Connection: close` while the process drains, whenever its request arrived. */
export function drainingResponse(isDraining: () => boolean): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(...args: [status: number, ...rest: unknown[]]): this {
      if (isDraining()) this.shouldKeepAlive = false;
      return super.writeHead(...(args as [number]));
    }
    override assignSocket(socket: Socket): void {
      restingAt.delete(socket);
      super.assignSocket(socket);
    }
    override detachSocket(socket: Socket): void {
      restingAt.set(socket, socket.bytesRead);
      super.detachSocket(socket);
    }
  };
}

/**
 * Returns a function that closes `server`, whose responses are as above, without cutting off requests in progress.
 * `close` must stop it from listening; it is called once the requests in progress have ended, after `listenMs` at the
 * latest. Until then a balancer's checks are answered, so that it leaves these requests alone. A connection ends with
 * its reply; what takes longer than `limitMs` is cut off. Node alone would wait for clients to disconnect, because a reply in progress has promised to keep its connection.
 */
export function createDrain(
  server: Server,
): (close: () => PromiseLike<unknown>, limits: { listenMs: number; limitMs: number }) => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Node considers a connection idle once its reply was handed over, although a slow client has not received all of it.
  server.closeIdleConnections = () => {
    for (const socket of sockets) if (restingAt.get(socket) === socket.bytesRead) socket.destroy();
  };
  return async (close, { listenMs, limitMs }) => {
    // Not those that begin from now on: without a balancer there would always be one.
    const open = [...sockets].filter((socket) => socket.bytesRead > 0);
    const opensEnd = Promise.all(open.map((socket) => new Promise((done) => socket.once('close', done))));
    const look = setInterval(() => server.closeIdleConnections(), LOOK_MS);
    const unused = setTimeout(() => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, UNUSED_MS);
    const late = setTimeout(() => server.closeAllConnections(), limitMs);
    try {
      await Promise.race([opensEnd, delay(listenMs, undefined, { ref: false })]);
      await close();
    } finally {
      clearInterval(look);
      clearTimeout(unused);
      clearTimeout(late);
    }
  };
}
