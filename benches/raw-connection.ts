import { connect } from 'node:net';

export interface RawReply {
  status: number;
  body: Buffer;
}

export interface Question {
  headers?: Record<string, string>;
  /** Makes it a POST. */
  body?: string;
}

/** A keep-alive connection with sequential requests: thousands of HTTP clients would measure themselves. */
export interface RawConnection {
  ask(path: string, question?: Question): Promise<RawReply>;
  close(): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');

export function openConnection(port: number): RawConnection {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let turn: Promise<unknown> = Promise.resolve();
  let waiting: { done: (reply: RawReply) => void; fail: (error: Error) => void } | undefined;
  let chunks: Buffer[] = [];
  let status = 0;
  let left = -1;

  function end(): void {
    const { done } = waiting!;
    waiting = undefined;
    left = -1;
    done({ status, body: Buffer.concat(chunks) });
    chunks = [];
  }

  socket.on('data', (chunk: Buffer) => {
    if (waiting === undefined) return;
    if (left >= 0) {
      chunks.push(chunk);
      left -= chunk.length;
    } else {
      const all = chunks.length > 0 ? Buffer.concat([...chunks, chunk]) : chunk;
      const head = all.indexOf(HEAD_END);
      if (head < 0) return void (chunks = [all]);
      const lines = all.toString('latin1', 0, head);
      status = Number(lines.slice(9, 12));
      const body = all.subarray(head + HEAD_END.length);
      chunks = [body];
      left = Number(/\r\ncontent-length: (\d+)/i.exec(lines)?.[1] ?? 0) - body.length;
    }
    if (left <= 0) end();
  });
  const broken = (error?: Error) => {
    waiting?.fail(error ?? new Error('the connection was closed'));
    waiting = undefined;
  };
  socket.on('error', broken);
  socket.on('close', () => broken());

  const askNow = (path: string, { headers = {}, body }: Question): Promise<RawReply> =>
    new Promise((done, fail) => {
      if (socket.destroyed) return fail(new Error('the connection is closed'));
      waiting = { done, fail };
      const all: Record<string, string | number> = {
        host: 'localhost',
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
    });

  return {
    ask(path, question = {}) {
      const reply = turn.then(() => askNow(path, question));
      turn = reply.catch(() => undefined);
      return reply;
    },
    close: () => void socket.destroy(),
  };
}
