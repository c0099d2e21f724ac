import { once } from 'node:events';
import { truncateSync } from 'node:fs';
import { Agent, request, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { runningPostgresUrl } from '#db/embedded.ts';
import { registerEncoder } from '#domain/media/media.ts';
import { tokenOf } from '#tests/factories/media/media-origin.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { makeSound } from '#tests/factories/media/pushed-sound.ts';
import { isAlive } from '#tests/setup/processes.ts';
import { startSite, type Site } from '#tests/setup/site.ts';

interface Whole {
  path: string;
  status: number;
  bytes: number;
  /** Whether it announced that its connection ends. */
  closes: boolean;
}

/** The rest of a reply; fails if it is cut off. */
async function wholeOf(path: string, reply: IncomingMessage): Promise<Whole> {
  let bytes = 0;
  for await (const chunk of reply) bytes += (chunk as Buffer).length;
  if (!reply.complete) throw new Error(`the reply of ${path} was cut off after ${bytes} bytes`);
  return { path, status: reply.statusCode ?? 0, bytes, closes: reply.headers.connection === 'close' };
}

/** A request that has begun. It is complete once `end` was called and its reply has arrived. */
function begin(site: Site, path: string, options: RequestOptions = {}) {
  const asked = request({ host: '127.0.0.1', port: site.port, path, ...options });
  const reply = once(asked, 'response').then(([came]) => came as IncomingMessage);
  // Awaited where it is read.
  reply.catch(() => {});
  return { asked, reply, whole: () => reply.then((came) => wholeOf(path, came)) };
}

async function ask(site: Site, path: string, options?: RequestOptions): Promise<Whole> {
  const { asked, whole } = begin(site, path, options);
  asked.end();
  return whole();
}

/** Whether the port still accepts connections. */
const isOpen = ({ port }: Site): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true));
    socket.once('error', () => done(false)).once('connect', () => socket.destroy());
  });

/** The number of the newest segment of the live playlist. */
async function newestOf(site: Site): Promise<number> {
  const list = await (await fetch(`${site.url}/media/881/a64/live.m3u8`)).text();
  return Number(/MEDIA-SEQUENCE:(\d+)/.exec(list)?.[1]) + [...list.matchAll(/#EXTINF/g)].length - 1;
}

const STREAMED_BYTES = 32 * 1024 * 1024;
const LOG_IN = JSON.stringify({ email: 'siuming@demo.radio.example', password: 'airwave-demo-881', rememberMe: false });

it.each(['off', 'on'])(
  'cuts off no request that was begun when it is told to stop, and says so to balancers first (a page process: %s)',
  async (pageProcess) => {
    const site = await startSite({
      seeded: true,
      args: ['--services=web,media'],
      env: { PAGE_PROCESS: pageProcess, DRAIN_SECONDS: '3' },
    });
    const databaseUrl = runningPostgresUrl(join(site.dataDir, 'postgres')) ?? '';
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    holder.on('error', () => {});
    const database = openDatabase(databaseUrl);
    await registerEncoder({ db: database.db }, { streamId: 881, name: 'drained', token: tokenOf('drained') });
    await database.close();
    const sound = await makeSound({ seconds: 12 });
    const encoder = testEncoder(site.url, 'drained');
    await encoder.init(sound);
    // Once the sound stored with the seeded folder has ended.
    let soundAt = 0;
    const pushFirst = async () => {
      soundAt = Date.now() - 12_000;
      return (await encoder.dated(sound.segments[0]!, soundAt)).appended;
    };
    await expect.poll(pushFirst).toBe(1);
    for (const n of [1, 2]) expect((await encoder.dated(sound.segments[n]!, soundAt + n * 4_000)).appended).toBe(1);
    const rowOf = async <Row>(sql: string) => (await holder.query(sql)).rows[0] as Row;

    // Visitors who keep their connections until told that they end, and a balancer.
    const replies: Whole[] = [];
    const visitor = async (path: (n: number) => string) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let n = 0; ; n++) {
        const reply = await ask(site, path(n), { agent });
        replies.push(reply);
        if (reply.closes) break;
      }
      agent.destroy();
    };
    const visitors = Promise.all([
      visitor(() => '/'),
      visitor((n) => `/program?keyword=drain-${n}`),
      visitor(() => '/api/live/toolbar'),
      visitor(() => '/media/881/a64/live.m3u8'),
      visitor(() => `/media/881/a64/from/${soundAt}.m3u8`),
    ]);
    visitors.catch(() => {});
    const balancer = (async () => {
      while ((await ask(site, '/readyz', { agent: false })).status !== 503);
      const checks = ['/readyz', '/readyz/media', '/readyz/ingest'].map((path) => ask(site, `${path}?draining=404`));
      expect((await Promise.all(checks)).map(({ status }) => status)).toEqual([404, 404, 404]);
    })();
    balancer.catch(() => {});
    await expect.poll(() => replies.length).toBeGreaterThan(50);

    // Also requests in progress before the signal, answered after the time for checks: a call with a slow body, a
    // page that waits for the database, a reply that is read slowly, and a playlist that waits for new sound.
    const upload = begin(site, '/api/user/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': LOG_IN.length },
    });
    upload.asked.write(LOG_IN.slice(0, 20));
    await holder.query('begin; lock table job_openings in access exclusive mode');
    const page = begin(site, '/recruitment');
    page.asked.end();
    const waiting = 'select count(*)::int n from pg_locks where not granted';
    await expect.poll(async () => (await rowOf<{ n: number }>(waiting)).n).toBeGreaterThan(0);
    const file = await rowOf<{ article: number; id: number; sha: string }>(`
      select a.id article, f.id, f.sha256 sha from published_articles a, jsonb_array_elements(a.blocks) block
      join media_files f on f.id = (block->>'mediaFileId')::int limit 1`);
    truncateSync(join(site.dataDir, 'files', file.sha.slice(0, 2), file.sha), STREAMED_BYTES);
    const stream = begin(site, `/media/articles/${file.article}/${file.id}`);
    stream.asked.end();
    await stream.reply;
    const reload = ask(site, `/media/881/a64/from/${soundAt}.m3u8?_HLS_msn=${(await newestOf(site)) + 1}`);

    site.process.kill('SIGTERM');
    // None of them encounters a closed connection or listener.
    await Promise.all([visitors, balancer]);
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    expect(replies.filter(({ closes }) => closes)).toHaveLength(5);

    // Which is over now. As long as something is open, the balancer's checks are answered.
    const list = await reload;
    expect(await isOpen(site)).toBe(true);
    upload.asked.end(LOG_IN.slice(20));
    await holder.query('rollback');
    const last = [await upload.whole(), await page.whole(), list, await stream.whole()];
    expect(last.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(last.at(-1)!.bytes).toBe(STREAMED_BYTES);
    expect(last.slice(0, 3).map(({ closes }) => closes)).toEqual([true, true, true]);
    const pid = site.process.pid!;
    expect([await site.ended, isAlive(pid)]).toEqual([0, false]);
    await holder.end().catch(() => {});
    await site.close();
  },
);
