import { fastify } from 'fastify';
import { openDatabase } from '#db/database.ts';
import { createLiveBlogHub } from '#server/web/live-blogs/live-blog-hub.ts';
import { liveBlogStreams } from '#server/web/live-blogs/live-blog-streams.ts';

// The streams of live blogs in a process of their own. Memory is measured after a collection.

const [, , port = '', databaseUrl = ''] = process.argv;
const database = openDatabase(databaseUrl, { max: 4 });
const app = fastify({ keepAliveTimeout: 5_000 });
const hub = createLiveBlogHub({ ...database, siteUrl: 'http://127.0.0.1', log: { warn: console.warn } });
await app.register((scope) => liveBlogStreams(scope, { hub, limits: { readers: 20_000, ofAddress: 20_000 } }));
app.get('/memory', () => {
  globalThis.gc?.();
  return { rss: process.memoryUsage().rss };
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
console.log('ready');
