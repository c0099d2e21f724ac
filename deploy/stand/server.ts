import { request } from 'node:http';
import { connect } from 'node:net';

/** A server of the stand. */
export interface Server {
  name: string;
  port: number;
  command: readonly string[];
  env?: Record<string, string | undefined>;
  /** Where it runs; the present folder, unless given. */
  cwd?: string;
  user?: { uid: number; gid: number } | undefined;
  isReady: () => Promise<boolean>;
  /** Processes that it starts in groups of their own. */
  others?: () => number[];
}

const ANSWER_MS = 2_000;

/** The status of a reply; 0: there is none. */
export const statusOf = (port: number, path: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((done) => {
    const call = request({ host: '127.0.0.1', port, path, headers, timeout: ANSWER_MS, agent: false }, (reply) => {
      reply.resume();
      done(reply.statusCode ?? 0);
    });
    call.on('timeout', () => call.destroy());
    call.on('error', () => done(0));
    call.end();
  });

export const answers = async (port: number, path: string): Promise<boolean> => (await statusOf(port, path)) === 200;

export const accepts = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('no connection')));
    socket.once('error', () => done(false));
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
  });
