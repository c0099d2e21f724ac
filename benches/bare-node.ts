import { createServer } from 'node:http';

// Minimal Node process that sends the same bytes and headers, as the reference for a cached page.
const { body, lines } = await new Promise<{ body: string; lines: string[] }>((done) => {
  process.once('message', (reply) => done(reply as { body: string; lines: string[] }));
});
const bytes = Buffer.from(body, 'base64');
createServer((_request, response) => {
  response.writeHead(200, lines);
  response.end(bytes);
}).listen(Number(process.argv[2]), '127.0.0.1');
