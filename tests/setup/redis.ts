import { spawn, spawnSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';

export const hasRedis = spawnSync('sh', ['-c', 'command -v redis-server']).status === 0;

export interface RedisUnderTest {
  url: string;
  /** Suspends it: answers nothing, and keeps its connections. */
  freeze(): void;
  goOn(): void;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A `redis-server` of Debian that stores nothing on disk. */
export async function startRedis(): Promise<RedisUnderTest> {
  const port = await freePort();
  const quiet = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', ['--port', String(port), ...quiet], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  await new Promise<void>((ready, fail) => {
    let told = '';
    server.stdout.on('data', (text: Buffer) => {
      told += text.toString();
      if (told.includes('Ready to accept connections')) ready();
    });
    server.once('exit', () => fail(new Error(`redis-server ended: ${told}`)));
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void server.kill('SIGSTOP'),
    goOn: () => void server.kill('SIGCONT'),
    async stop() {
      server.kill('SIGKILL');
      await ended;
    },
  };
}
