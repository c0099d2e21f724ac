import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { createPushSandbox } from '#sandbox/push/push-service.ts';

// A push service in a process of its own: it makes subscriptions, verifies and decrypts each message, and counts what
// reached whom and when.

const [, , port = '', many = '', file = '', key = ''] = process.argv;
const base = `http://127.0.0.1:${port}/send/`;
const sandbox = createPushSandbox(base);
const browsers = Array.from({ length: Number(many) }, () => sandbox.subscribe({ key }));
writeFileSync(file, JSON.stringify(browsers));
let firstMs = 0;
let lastMs = 0;
let refused = 0;

const summary = () => {
  const counts = browsers.map(({ endpoint }) => sandbox.told(endpoint));
  const shown = counts.map((all) => new Set(all.map(({ text, topic }) => `${topic} ${text}`)).size);
  return {
    missed: counts.filter((all) => all.length === 0).length,
    twice: counts.reduce((sum, all) => sum + Math.max(0, all.length - 1), 0),
    differing: shown.filter((one) => one > 1).length,
    refused,
    firstMs,
    lastMs,
  };
};

createServer((request, response) => {
  if (request.url === '/summary') return response.end(JSON.stringify(summary()));
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const reply = sandbox.receive((request.url ?? '').slice('/send/'.length), request.headers, Buffer.concat(chunks));
    const status = reply === 'hang' ? 500 : reply.status;
    if (status === 201) {
      lastMs = Date.now();
      firstMs ||= lastMs;
    } else refused += 1;
    response.writeHead(status, { 'content-length': 0 });
    response.end();
  });
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
