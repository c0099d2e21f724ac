import { sql } from 'drizzle-orm';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mediaSegments } from '#db/tables/media.ts';
import { registerEncoder } from '#domain/media/media.ts';
import {
  addChannels,
  addEncoder,
  startOrigin,
  tokenOf,
  type OriginUnderTest,
} from '#tests/factories/media/media-origin.ts';
import { testEncoder } from '#tests/factories/media/push.ts';
import { makeSound, type PushedSound } from '#tests/factories/media/pushed-sound.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

let database: TestDatabase;
let server: OriginUnderTest;
let sound: PushedSound;
/** The origin's clock. Segment n of a test begins at `at(n)` and ends 4 s later. */
let now = new Date();
let t0 = 0;
/** Refusal reasons as counted in the metrics. */
const refused: string[] = [];
const at = (n: number): number => t0 + n * 4_000;

beforeAll(async () => {
  database = await createTestDatabase();
  await addChannels(database);
  await addEncoder(database, 881, 'main');
  await addEncoder(database, 881, 'spare');
  sound = await makeSound({ seconds: 40 });
}, 60_000);
afterAll(() => database.close());

beforeEach(async () => {
  await database.db.execute(
    sql`truncate media_segments, media_uploads, media_feeds, media_timelines, media_inits, media_discards cascade`,
  );
  t0 = Date.now() - 3_600_000;
  now = new Date(at(10));
  refused.length = 0;
  server = await startOrigin(database, { now: () => now, countRefusal: (reason) => refused.push(reason) });
});
afterEach(() => server.stop());

async function instants(): Promise<number[]> {
  const rows = await database.db.select().from(mediaSegments).orderBy(mediaSegments.sequence);
  return rows.map((row) => (row.startsAt.getTime() - t0) / 4_000);
}

describe('the door for encoders', () => {
  const push = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.address}${path}`, { method: 'PUT', headers, body: new Uint8Array(sound.init) });

  it('knows a token as Bearer, as the password of Basic, or in the address', async () => {
    const token = tokenOf('main');
    const basic = Buffer.from(`anyone:${token}`).toString('base64');
    expect((await push('/ingest/881/a64/init.mp4', { authorization: `Bearer ${token}` })).status).toBe(201);
    expect((await push('/ingest/881/a64/init.mp4', { authorization: `Basic ${basic}` })).status).toBe(201);
    expect((await push(`/ingest/881/a64/init.mp4?token=${token}`)).status).toBe(201);
  });

  it('answers 401 to a missing or wrong token before it says whether the channel exists', async () => {
    for (const path of ['/ingest/881/a64/init.mp4', '/ingest/999/a64/init.mp4', '/ingest/881/nope/x.exe']) {
      const reply = await push(path, { authorization: 'Bearer wrong-token-wrong-token' });
      expect(reply.status).toBe(401);
      expect(reply.headers.get('www-authenticate')).toContain('Basic');
      expect(await reply.json()).toMatchObject({ response_code: 10004 });
    }
    expect((await push('/ingest/881/a64/init.mp4')).status).toBe(401);
  });

  it('refuses a withdrawn token', async () => {
    await database.db.execute(sql`update encoders set status = 0 where name = 'spare'`);
    expect((await testEncoder(server.address, 'spare').init(sound)).status).toBe(401);
    await database.db.execute(sql`update encoders set status = 1 where name = 'spare'`);
  });

  it('answers 404 to an unknown channel or rendition, 403 to the token of another channel, 400 to a strange file', async () => {
    const authorization = `Bearer ${tokenOf('main')}`;
    expect((await push('/ingest/999/a64/init.mp4', { authorization })).status).toBe(404);
    expect((await push('/ingest/x/a64/init.mp4', { authorization })).status).toBe(404);
    expect((await push('/ingest/881/a96/init.mp4', { authorization })).status).toBe(404);
    expect((await push('/ingest/903/a64/init.mp4', { authorization })).status).toBe(403);
    for (const file of ['init.exe', '..%2f..%2fx.mp4', '%00.m4s']) {
      expect((await push(`/ingest/881/a64/${file}`, { authorization })).status, file).toBe(400);
    }
  });

  it('lets nobody guess tokens on and on, and an encoder go on beside who does', async () => {
    const good = { authorization: `Bearer ${tokenOf('main')}` };
    expect((await push('/ingest/881/a64/init.mp4', good)).status).toBe(201);
    const statuses: number[] = [];
    for (let n = 0; n < 32; n++)
      statuses.push((await push('/ingest/881/a64/init.mp4', { authorization: `Bearer guess-${n}` })).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    expect((await push('/ingest/881/a64/init.mp4', good)).status).toBe(201);
    expect(refused).toContain('too many wrong tokens');
    // One attempt in two seconds is looked up again.
    now = new Date(now.getTime() + 2_000);
    expect((await push('/ingest/881/a64/init.mp4', { authorization: 'Bearer another' })).status).toBe(401);
  });

  it('takes no token that is short', () => {
    expect(() => registerEncoder(database, { streamId: 881, name: 'short', token: 'x'.repeat(31) })).toThrow(/32/);
  });

  it('counts refusals by reason, and not what ffmpeg asks before it sends its token', async () => {
    await push('/ingest/881/a64/init.mp4');
    await push('/ingest/881/a64/init.mp4', { authorization: 'Bearer wrong' });
    await push('/ingest/903/a64/init.mp4', { authorization: `Bearer ${tokenOf('main')}` });
    await push('/ingest/881/a64/init.exe', { authorization: `Bearer ${tokenOf('main')}` });
    expect(refused).toEqual(['token', 'channel', 'file']);
  });

  it('lets go of a push whose other end is gone without a word, and takes the next of that encoder', async () => {
    const encoder = testEncoder(server.address, 'main');
    await encoder.init(sound);
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
    const answered = new Promise<string>((done) => socket.once('data', (bytes) => done(bytes.toString())));
    const closed = once(socket, 'close');
    socket.write(
      `PUT /ingest/881/a64/0.m4s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokenOf('main')}\r\nContent-Length: 60000\r\n\r\nhalf`,
    );
    const next = await encoder.dated(sound.segments[0]!, at(0));
    expect(next.status).toBe(201);
    expect(await answered).toMatch(/^HTTP\/1\.1 400 [^]*no data received for 3000 ms/);
    await closed;
    expect(refused).toEqual(['silent']);
  });

  it('says that the disk is full by its name', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const { storage } = server;
    storage.put = () => Promise.reject(full);
    const reply = await push('/ingest/881/a64/init.mp4', { authorization: `Bearer ${tokenOf('main')}` });
    expect(reply.status).toBe(503);
    expect(await reply.json()).toMatchObject({ response_message: 'the disk is full' });
    expect(refused).toEqual(['disk full']);
  });

  it("tells that an encoder's clock is behind, in the answer and beside the channel", async () => {
    const encoder = testEncoder(server.address, 'main');
    await encoder.init(sound);
    const behind = (n: number) =>
      encoder.put('dated.m4s', sound.segments[n]!, {
        headers: { 'x-program-date-time': new Date(at(n)).toISOString() },
      });
    expect((await behind(0)).behindSeconds).toBe(36);
    const [lag] = server.origin.lags();
    expect(lag).toMatchObject({ encoder: 'main', streamId: 881, rendition: 'a64' });
    expect(Math.round(lag!.behindMs / 1_000)).toBe(36);
    now = new Date(at(3));
    expect((await behind(2)).behindSeconds).toBe(0);
    expect(server.origin.lags()).toEqual([]);
  });

  it('keeps no token in the clear', async () => {
    const { rows } = await database.pool.query('select * from encoders');
    expect(JSON.stringify(rows)).not.toContain(tokenOf('main'));
  });

  it('tells an encoder that waits for 100 Continue to log in, before it sends its body', async () => {
    const { port } = new URL(server.address);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          'PUT /ingest/881/a64/init.mp4 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n',
        );
      });
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data.toString());
      });
    });
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('takes what was sent even when the encoder hangs up with the last byte', async () => {
    const { port } = new URL(server.address);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          `PUT /ingest/881/a64/init.mp4 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokenOf('main')}\r\n` +
            `Transfer-Encoding: chunked\r\n\r\n${sound.init.length.toString(16)}\r\n`,
        );
        socket.write(sound.init);
        socket.end('\r\n0\r\n\r\n', () => resolve());
        socket.destroySoon();
      });
    });
    // The encoder's next push waits for this one.
    const encoder = testEncoder(server.address, 'main');
    expect((await encoder.segment('0.m4s', sound.segments[0]!)).status).toBe(201);
  });

  it('accepts the deletions of an encoder and deletes nothing', async () => {
    const encoder = testEncoder(server.address, 'main');
    await encoder.init(sound);
    await encoder.dated(sound.segments[0]!, at(0));
    const reply = await fetch(`${server.address}/ingest/881/a64/0.m4s`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${tokenOf('main')}` },
    });
    expect(reply.status).toBe(204);
    expect(await instants()).toEqual([0]);
  });
});

describe('a push that is refused changes nothing', () => {
  it.each<[string, string, () => Buffer | string, number, RegExp]>([
    ['an oversize segment', '1.m4s', () => Buffer.alloc(1_048_577), 413, /1048576/],
    ['an oversize init', 'init.mp4', () => Buffer.alloc(65_537), 413, /65536/],
    ['an oversize playlist', 'x.m3u8', () => Buffer.alloc(262_145), 413, /262144/],
    ['an empty segment', '1.m4s', () => Buffer.alloc(0), 400, /moof/],
    ['noise', '1.m4s', () => Buffer.alloc(5_000, 7), 400, /truncated/],
    ['a segment that is cut', '1.m4s', () => sound.segments[1]!.subarray(0, 9_000), 400, /truncated/],
    ['an init with a picture', 'init.mp4', () => film.init, 400, /tracks are audio and video/],
    ['a playlist without dates', 'x.m3u8', () => '#EXTM3U\n#EXTINF:4,\n0.m4s\n', 400, /PROGRAM-DATE-TIME/],
    ['text', 'x.m3u8', () => 'hello', 400, /#EXTM3U/],
  ])('%s', async (_, file, body, status, reason) => {
    const encoder = testEncoder(server.address, 'main');
    await encoder.init(sound);
    await encoder.dated(sound.segments[0]!, at(0));
    const before = JSON.stringify(await everyRow());
    const pushed = await encoder.put(file, body());
    expect(pushed.status).toBe(status);
    expect(pushed.detail).toMatch(reason);
    expect(JSON.stringify(await everyRow())).toBe(before);
  });

  it('a segment before any init, a date that is none, a clock that runs ahead', async () => {
    const encoder = testEncoder(server.address, 'main');
    expect((await encoder.segment('0.m4s', sound.segments[0]!)).detail).toMatch(/init segment/);
    await encoder.init(sound);
    const dated = await encoder.put('0.m4s', sound.segments[0]!, { headers: { 'x-program-date-time': 'noon' } });
    expect(dated.status).toBe(400);
    expect((await encoder.dated(sound.segments[0]!, at(20))).detail).toMatch(/clock/);
    expect(await instants()).toEqual([]);
  });

  let film: PushedSound;
  beforeAll(async () => void (film = await makeSound({ seconds: 4, video: true })));

  async function everyRow(): Promise<unknown> {
    const tables = ['media_segments', 'media_uploads', 'media_feeds', 'media_timelines', 'media_inits'];
    return Promise.all(tables.map(async (table) => (await database.pool.query(`select * from ${table}`)).rows));
  }
});
