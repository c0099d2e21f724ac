import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';

// Serves the built floor page.
const FOLDER = resolve('data/floor');
const [port = '0'] = process.argv.slice(2);
const build = (await import(pathToFileURL(join(FOLDER, 'server/index.js')).href)) as ServerBuild;
const handle = createRequestHandler(build, 'production');
const render = createRequestListener((request) => handle(request, new RouterContextProvider()));
createServer((request, reply) => {
  const { pathname } = new URL(request.url ?? '/', 'http://floor');
  if (pathname === '/') return render(request, reply);
  const file = join(FOLDER, 'client', pathname);
  // Such as robots.txt.
  if (!file.endsWith('.js') || !existsSync(file)) return reply.writeHead(404).end();
  reply.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=31536000, immutable' });
  createReadStream(file).pipe(reply);
}).listen(Number(port), '127.0.0.1');
