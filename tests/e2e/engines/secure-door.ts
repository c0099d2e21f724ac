import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';

/**
 * https in front of a site, as in production: WebKit does not store `Secure` cookies without it, not even on localhost.
 */
export async function openSecureDoor(folder: string, port: number, sitePort: number): Promise<() => Promise<void>> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = spawnSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -keyout ${key} -out ${cert}`.split(
      ' ',
    ),
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(made.stderr);
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (asked, answer) => {
    const { url: path, method, headers } = asked;
    const inner = request({ host: '127.0.0.1', port: sitePort, path, method, headers }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers);
      told.pipe(answer);
    });
    inner.on('error', () => answer.destroy());
    answer.on('close', () => inner.destroy());
    asked.pipe(inner);
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
}
