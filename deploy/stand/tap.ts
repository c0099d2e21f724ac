import { createHash } from 'node:crypto';
import { Agent, createServer, request } from 'node:http';
import { join } from 'node:path';
import { writeFileSync, appendFileSync } from 'node:fs';

// What the encoders send passes here on its way to the address of the site, so that it is known afterwards what was acknowledged.

export const acknowledgedFile = (folder: string): string => join(folder, 'acknowledged');
const SEGMENT = /\.m4s$/;
const IDLE_MS = 10_000;

/** Resolves to its stop function. Acknowledged segments go to a file, a line each: path, SHA-256, time. */
export async function serveTap(folder: string, port: number, site: number): Promise<() => void> {
  const file = acknowledgedFile(folder);
  writeFileSync(file, '');
  const agent = new Agent({ keepAlive: true });
  const server = createServer((sent, reply) => {
    const { url: path = '', method, headers } = sent;
    const sum = createHash('sha256');
    sent.on('data', (bytes: Buffer) => sum.update(bytes));
    const onward = request(
      { host: '127.0.0.1', port: site, path, method, headers, agent, timeout: IDLE_MS },
      (answer) => {
        const { statusCode = 502 } = answer;
        if (statusCode < 300 && SEGMENT.test(path))
          appendFileSync(file, `${path} ${sum.digest('hex')} ${Date.now()}\n`);
        reply.writeHead(statusCode, answer.headers);
        answer.pipe(reply);
      },
    );
    onward.on('timeout', () => onward.destroy(new Error('silent')));
    onward.on('error', () => (reply.headersSent ? reply.destroy() : reply.writeHead(502).end()));
    reply.on('close', () => onward.destroy());
    sent.pipe(onward);
  });
  server.listen(port, '127.0.0.1');
  await new Promise((done, fail) => server.once('listening', () => done(undefined)).once('error', fail));
  return () => {
    server.close();
    server.closeAllConnections();
    agent.destroy();
  };
}
