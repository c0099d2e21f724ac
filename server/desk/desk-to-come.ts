import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Runtime } from '#server/runtime.ts';

const LOOK_EVERY_MS = 500;
const RETRY_S = '3';
/** A browser asks again by itself. */
const HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
  'retry-after': RETRY_S,
  refresh: RETRY_S,
  connection: 'close',
};

interface Waiting {
  host: string;
  port: number;
  log: Pick<Runtime['log'], 'error'>;
  /** Folder of the build. */
  dir?: string;
}

type Listening = { stop(): Promise<void> };

/**
 * Opens the desk on its port once it is built, which a first start does after the first page (decision 062). Until then
 * the port answers 503.
 */
export async function openOnceBuilt(
  open: () => Promise<Listening>,
  { host, port, log, dir = 'build/desk' }: Waiting,
): Promise<Listening> {
  const isBuilt = () => existsSync(`${dir}/index.html`);
  if (isBuilt()) return open();
  const server = createServer((_request, response) => {
    response.writeHead(503, HEADERS);
    response.end('The desk is being built. Try again in a moment.\n');
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, done);
  });
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  let opened: Promise<Listening> | undefined;
  const look = setInterval(() => {
    if (!isBuilt()) return;
    clearInterval(look);
    opened = close().then(open);
    opened.catch((error: unknown) => log.error({ err: error }, 'could not start the desk'));
  }, LOOK_EVERY_MS);
  return {
    async stop() {
      clearInterval(look);
      if (!opened) return close();
      await (await opened.catch(() => null))?.stop();
    },
  };
}
