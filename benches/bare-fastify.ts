import { fastify } from 'fastify';

// The least a Fastify process can do with the same bytes: what a call is measured against.
const [port = '0', body = ''] = process.argv.slice(2);
const text = Buffer.from(body, 'base64').toString('utf8');
const app = fastify();
app.get('/', (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(text));
await app.listen({ port: Number(port), host: '127.0.0.1' });
