import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** From the signal until connections with a request in hand are cut off. */
export const REQUESTS_END_MS = 6_500;
/** From the signal until jobs in hand are given back to the queue. */
export const JOBS_END_MS = 5_000;
/** Connections that become idle while a server closes are looked for this often. */
const LOOK_MS = 50;
/** Browsers open connections in advance. One on which nothing came for so long carries no request. */
const UNUSED_MS = 500;

/** What had been read of a connection when its last reply was sent to the end; absent while one is under way. */
const restingAt = new WeakMap<Socket, number>();

/** A response that says `Connection: close` while the process drains, whenever its request came. */
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
 * What closes `server`, whose responses are as above, without cutting off a request in hand: `close` must stop it from listening. A connection ends with its
 * reply; what takes longer than `limitMs` is cut off. Node alone would wait for clients to hang up, as a reply that was under way
 * has promised to keep its connection.
 */
export function createDrain(server: Server): (close: () => PromiseLike<unknown>, limitMs: number) => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Node takes a connection for idle as soon as its reply was handed over, though a slow client has not had all of it.
  server.closeIdleConnections = () => {
    for (const socket of sockets) if (restingAt.get(socket) === socket.bytesRead) socket.destroy();
  };
  return async (close, limitMs) => {
    const look = setInterval(() => server.closeIdleConnections(), LOOK_MS);
    const unused = setTimeout(() => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, UNUSED_MS);
    const late = setTimeout(() => server.closeAllConnections(), limitMs);
    try {
      await close();
    } finally {
      clearInterval(look);
      clearTimeout(unused);
      clearTimeout(late);
    }
  };
}
