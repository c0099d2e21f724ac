import { existsSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { StandError } from './processes.ts';

// Commands of another terminal reach the stand by a socket in its folder, which no browser can open.

export const socketOf = (folder: string): string => join(folder, 'control');

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Resolves with the function that ends it. `run` executes a command and returns its output. */
export async function serveControl(
  folder: string,
  run: (words: readonly string[]) => Promise<string>,
): Promise<() => void> {
  const server = createServer((asked, reply) => {
    run(
      decodeURIComponent(asked.url ?? '')
        .split('/')
        .slice(1),
    ).then(
      (said) => reply.end(said),
      (error: unknown) => reply.writeHead(400).end(errorText(error)),
    );
  });
  rmSync(socketOf(folder), { force: true });
  server.listen(socketOf(folder));
  await new Promise((done) => server.once('listening', done));
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Output of the running stand. Throws if it refuses, or if none is running. */
export function sendCommand(folder: string, words: readonly string[]): Promise<string> {
  return new Promise((done, fail) => {
    const none = () => fail(new StandError(`No stand is running in ${folder}.`));
    if (!existsSync(socketOf(folder))) return none();
    request({ socketPath: socketOf(folder), path: `/${words.map(encodeURIComponent).join('/')}` }, (reply) => {
      let said = '';
      reply.setEncoding('utf8').on('data', (text: string) => (said += text));
      reply.on('end', () => (reply.statusCode === 200 ? done(said) : fail(new StandError(said))));
    })
      .on('error', none)
      .end();
  });
}
