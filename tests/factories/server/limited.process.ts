// Answers writes, renders and pushes by the limits of the site, counted together with other processes in CACHE_URL, in a process of
// its own. Uses DATABASE_URL. Each request sets the time (`x-now`, Unix ms). Prints its port.
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { pino } from 'pino';
import { openDatabase } from '#db/database.ts';
import { readConfig } from '#server/config.ts';
import { createCounter } from '#server/counts/counter.ts';
import { createMediaOrigin } from '#server/media/origin.ts';
import { createRedisCounts } from '#server/outside/redis/redis-counts.ts';
import { installErrors } from '#server/web/errors.ts';
import { rateLimits } from '#server/web/rate-limits.ts';
import { createRenderLimits } from '#server/web/render-limits.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';

const { DATABASE_URL = '', CACHE_URL = '' } = process.env;
const config = readConfig({});
const log = pino({ level: 'silent' });
let atMs = 0;
const nowMs = () => atMs;

const { db, pool } = openDatabase(DATABASE_URL, { max: 2 });
// Answers are waited for, however busy the machine is.
const shared = { url: CACHE_URL, secretKey: 'a key for tests of thirty-two letters', log, nowMs, answerMs: 60_000 };
const counts = createRedisCounts(shared);
const counter = createCounter(counts);
const limited = createRenderLimits({ perSecond: config.RENDERS_PER_SECOND, counter, nowMs });
const media = createMediaOrigin({
  db,
  pool,
  storage: memoryStorage(),
  log,
  config: { rewindWindowMs: 3_600_000 },
  programmesBetween: () => [],
  now: () => new Date(atMs),
  counter,
});

const app = fastify({ trustProxy: true });
app.addHook('onRequest', async (request) => {
  atMs = Number(request.headers['x-now']);
});
installErrors(app);
rateLimits(app, {
  siteUrl: 'https://radio.example',
  writesPerSecond: config.WRITES_PER_SECOND,
  readsPerSecond: 0,
  counter,
  nowMs,
});
app.post('/api/thing', async () => ({ done: true }));
app.get('/page', (request) => limited(addressKey(request.ip), async () => 'a page'));
await media.plugin(app);
await app.listen({ port: 0, host: '127.0.0.1' });
while (counts.isUnavailable()) await new Promise((go) => setTimeout(go, 20));
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`);
