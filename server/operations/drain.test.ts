import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createDrain, drainingResponse } from './drain.ts';

/** A server whose replies the test finishes by hand, by path. */
async function startServer() {
  const state = { isDraining: false };
  const replies = new Map<string, ServerResponse>();
  const bodies = new Map<string, number>();
  const server = createServer(
    { keepAliveTimeout: 65_000, ServerResponse: drainingResponse(() => state.isDraining) },
    (asked, reply) => {
      replies.set(asked.url!, reply);
      asked.on('data', (chunk: Buffer) => bodies.set(asked.url!, (bodies.get(asked.url!) ?? 0) + chunk.length));
    },
  );
  const drain = createDrain(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((done) => server.close(() => done()));
  return {
    state,
    replies,
    bodies,
    port,
    drain: (limitMs: number, listenMs = limitMs) => drain(close, { listenMs, limitMs }),
  };
}

/** A request on a connection that its client keeps open. */
function begin(port: number, path: string, agent: Agent, method = 'GET') {
  const asked = request({ host: '127.0.0.1', port, path, method, agent });
  const reply = once(asked, 'response') as Promise<[IncomingMessage]>;
  reply.catch(() => {});
  return { asked, reply };
}

/** Whether a new connection is accepted. */
const isListening = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });

async function read([reply]: [IncomingMessage]): Promise<[text: string, isWhole: boolean]> {
  let text = '';
  for await (const chunk of reply) text += String(chunk);
  return [text, reply.complete];
}

it('ends each request that was begun, and its connection with it, without waiting for clients that keep theirs', async () => {
  const { state, replies, bodies, port, drain } = await startServer();
  const agent = new Agent({ keepAlive: true });
  // Its head was already sent, promising to keep the connection open.
  const streamed = begin(port, '/streamed', agent);
  streamed.asked.end();
  const slow = begin(port, '/slow', agent);
  slow.asked.end();
  const upload = begin(port, '/upload', agent, 'POST');
  upload.asked.write('half');
  const unused = connect(port, '127.0.0.1');
  await once(unused, 'connect');
  await expect.poll(() => [replies.size, bodies.get('/upload')]).toEqual([3, 4]);
  replies.get('/streamed')!.write('one ');
  const head = await streamed.reply;
  expect(head[0].headers.connection).toBe('keep-alive');

  state.isDraining = true;
  const drained = drain(60_000);
  upload.asked.end(' and half');
  await expect.poll(() => bodies.get('/upload')).toBe(13);
  for (const path of ['/streamed', '/slow', '/upload']) replies.get(path)!.end('two');
  expect(await read(head)).toEqual(['one two', true]);
  for (const { reply } of [slow, upload]) {
    const came = await reply;
    expect(came[0].headers.connection).toBe('close');
    expect(await read(came)).toEqual(['two', true]);
  }
  await drained;
  unused.destroy();
  agent.destroy();
});

it('lets a slow client read the whole of a reply that was handed over before', async () => {
  const { replies, port, drain } = await startServer();
  const agent = new Agent({ keepAlive: true });
  const { asked, reply } = begin(port, '/large', agent);
  asked.end();
  await expect.poll(() => replies.size).toBe(1);
  const bytes = 32 * 1024 * 1024;
  replies.get('/large')!.writeHead(200, { 'content-length': bytes }).end(Buffer.alloc(bytes));
  const came = await reply;
  const drained = drain(60_000);
  const text = await read(came);
  expect([text[0].length, text[1]]).toEqual([bytes, true]);
  await drained;
  agent.destroy();
});

it('answers checks of a balancer until what was open is answered, and waits for nothing newer before it stops listening', async () => {
  const { replies, port, drain } = await startServer();
  const agent = new Agent({ keepAlive: true });
  const download = begin(port, '/download', agent);
  download.asked.end();
  await expect.poll(() => replies.has('/download')).toBe(true);

  const drained = drain(60_000);
  const check = begin(port, '/check', new Agent());
  check.asked.end();
  await expect.poll(() => replies.has('/check')).toBe(true);
  replies.get('/download')!.end('whole');
  expect(await read(await download.reply)).toEqual(['whole', true]);
  await expect.poll(() => isListening(port)).toBe(false);
  replies.get('/check')!.end('draining');
  expect(await read(await check.reply)).toEqual(['draining', true]);
  await drained;
  agent.destroy();
});

it('stops listening in time whatever is open, so that nothing begins that would be cut off', async () => {
  const { replies, port, drain } = await startServer();
  const agent = new Agent({ keepAlive: true });
  const { asked, reply } = begin(port, '/download', agent);
  asked.end();
  await expect.poll(() => replies.size).toBe(1);
  const drained = drain(60_000, 0);
  await expect.poll(() => isListening(port)).toBe(false);
  replies.get('/download')!.end('whole');
  expect(await read(await reply)).toEqual(['whole', true]);
  await drained;
  agent.destroy();
});

it('cuts off at the limit what does not end, so that the process does', async () => {
  const { replies, port, drain } = await startServer();
  const agent = new Agent({ keepAlive: true });
  const { asked, reply } = begin(port, '/never', agent);
  asked.end();
  await expect.poll(() => replies.size).toBe(1);
  await drain(0);
  await expect(reply).rejects.toThrow();
  agent.destroy();
});
