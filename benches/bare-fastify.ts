import { fastify } from 'fastify';

// Minimal Fastify process that sends the same bytes, as the reference for a call.
const [port = '0', body = ''] = process.argv.slice(2);
const text = Buffer.from(body, 'base64').toString('utf8');
const app = fastify();
app.get('/', (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(text));
await app.listen({ port: Number(port), host: '127.0.0.1' });
