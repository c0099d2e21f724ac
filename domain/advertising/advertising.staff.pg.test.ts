import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adFaultDays } from '#db/tables/audience.ts';
import { blockedCreatives, houseBookings, houseCreatives } from '#db/tables/advertising.ts';
import { settings } from '#db/tables/settings.ts';
import { watchNotifications } from '#db/listening.ts';
import { PAGE_PURGE } from '#db/notifications.ts';
import { DESK_URL, openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { advertisingActions } from './advertising.actions.ts';
import { advertisingTasks } from './advertising.jobs.ts';
import { isTarget } from './advertising.rules.ts';
import { getBlockedAds, getHouseAds } from './advertising.ts';

let desk: OpenDesk;
let seller: Person;
beforeAll(async () => {
  desk = await openTestDesk({ actions: advertisingActions() });
  seller = await desk.enter('sales');
});
beforeEach(async () => {
  for (const table of [houseBookings, houseCreatives, blockedCreatives]) await desk.db.delete(table);
  await desk.database.pool.query('delete from graphile_worker._private_jobs');
});
afterAll(() => desk.close());

const picture = (width: number, height: number, background = '#0a5') =>
  sharp({ create: { width, height, channels: 3, background } });
/** Pixels that no compression makes small. */
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 90 }, background: '#000' },
  });
async function animation(frames: number, delayMs: number, loop: number): Promise<Buffer> {
  const each = await Promise.all(
    Array.from({ length: frames }, (_, i) =>
      picture(300, 250, `#${String(i % 10).repeat(3)}`)
        .png()
        .toBuffer(),
    ),
  );
  return sharp(each, { join: { animated: true } })
    .gif({ loop, delay: Array<number>(frames).fill(delayMs) })
    .toBuffer();
}

const WORDS = { name: '開台廣告', alt: '新節目開播', target: '/program' };
async function upload(body: Buffer | string, words: Partial<typeof WORDS> = {}, cookie = seller.cookie) {
  const reply = await desk.app.inject({
    method: 'POST',
    url: `/api/staff/advertising/creatives?${new URLSearchParams({ ...WORDS, ...words })}`,
    headers: { cookie, origin: DESK_URL, 'content-type': 'application/octet-stream' },
    payload: body,
  });
  const { response } = reply.json<{
    response: { creative_id: number; detail?: { reason?: string; measured?: unknown } };
  }>();
  return { status: reply.statusCode, id: response.creative_id, detail: response.detail };
}
const seconds = (hours: number) => Math.floor(desk.clock.now.getTime() / 1000) + hours * 3_600;
const act = (name: string, input: object) => desk.act(`advertising.${name}`, input, { cookie: seller.cookie });
const bookingOf = (creativeId: number, more: object = {}) => ({
  creative_id: creativeId,
  slots: ['home-rectangle'],
  starts_ts: seconds(0),
  ends_ts: seconds(2),
  weight: 10,
  ...more,
});
const book = async (creativeId: number, more: object = {}) => {
  const { status, response } = await act('book', bookingOf(creativeId, more));
  return { status, id: (response as { result?: { id: number } }).result?.id ?? 0 };
};
const on = (hours = 0) => getHouseAds({ db: desk.db, now: new Date(desk.clock.now.getTime() + hours * 3_600_000) });

describe('a creative at its upload', () => {
  it.each([
    ['a vector drawing', () => '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'svg'],
    ['a document', () => '<!doctype html><script>alert(1)</script>', 'html'],
    ['what is no picture', () => 'words', 'not-a-picture'],
    ['a damaged picture', async () => (await picture(300, 250).jpeg().toBuffer()).subarray(0, 200), 'unreadable'],
    ['a size of no slot', () => picture(300, 251).png().toBuffer(), 'size'],
    ['too many bytes', () => noise(970, 250).png().toBuffer(), 'bytes'],
    ['an animation without end', () => animation(3, 500, 0), 'endless'],
    ['an animation over five seconds with its rounds', () => animation(2, 1_000, 3), 'animation'],
  ])('is refused as %s', async (_what, make, reason) => {
    const { status, detail } = await upload(await make());
    expect({ status, reason: detail?.reason }).toEqual({ status: 400, reason });
    expect(await desk.db.select().from(houseCreatives)).toEqual([]);
  });

  it('is kept in its size as WebP without metadata, still or animated, and served', async () => {
    const made = picture(300, 250).withExif({ IFD0: { Artist: 'somebody' } });
    const stills = [made.png().toBuffer(), made.avif({ effort: 0 }).toBuffer()];
    for (const body of [...(await Promise.all(stills)), await animation(4, 1_000, 1)])
      expect(await upload(body)).toMatchObject({ status: 200 });
    const rows = await desk.db.select().from(houseCreatives).orderBy(houseCreatives.id);
    expect(rows.map(({ frames, durationMs }) => [frames, durationMs])).toEqual([
      [1, 0],
      [1, 0],
      [4, 4_000],
    ]);
    for (const { width, height, fileSha256, bytes } of rows) {
      const reply = await desk.app.inject({
        url: `/media/house/${fileSha256}.webp`,
        headers: { cookie: seller.cookie },
      });
      const found = await sharp(reply.rawPayload, { animated: true }).metadata();
      expect([found.format, found.width, found.pageHeight ?? found.height]).toEqual(['webp', width, height]);
      expect([found.exif, reply.rawPayload.length]).toEqual([undefined, bytes]);
    }
  });

  it('links to the site or an https address only', async () => {
    for (const target of ['/', '/program/1', 'https://shop.example/a?b=1']) expect(isTarget(target), target).toBe(true);
    for (const target of [
      'javascript:alert(1)',
      '//elsewhere.example',
      '/\\elsewhere.example',
      'http://shop.example',
      'https://',
      'https://user@shop.example',
      '/a"onclick="',
      'data:text/html,1',
    ])
      expect(isTarget(target), target).toBe(false);
    expect((await upload(await picture(300, 250).png().toBuffer(), { target: 'javascript:1' })).status).toBe(400);
    expect((await upload(await picture(300, 250).png().toBuffer(), { alt: '' })).status).toBe(400);
    const other = await desk.enter('producer');
    expect((await upload('x', {}, other.cookie)).status).toBe(403);
  });
});

describe('a booking', () => {
  let creative: number;
  beforeEach(async () => {
    const body = await picture(300, 250).png().toBuffer();
    creative = (await upload(body)).id;
  });

  it('is on from its start to its end, and purges the pages of its groups at both', async () => {
    const heard: string[] = [];
    const watch = await watchNotifications(desk.database.pool, PAGE_PURGE, {
      onMessage: (message) => heard.push(message),
      onListening: () => {},
    });
    const { id } = await book(creative, { starts_ts: seconds(1), slots: ['home-rectangle-1', 'hotTopics-native'] });
    expect([(await on()).length, (await on(1)).map((one) => one.id), (await on(2)).length]).toEqual([0, [id], 0]);
    const { rows } = await desk.db.execute<{ at: number; key: string }>(
      sql`select extract(epoch from run_at)::int as at, key from graphile_worker.jobs order by run_at`,
    );
    expect(rows).toEqual([
      { at: seconds(1), key: `house-booking-${id}-start` },
      { at: seconds(2), key: `house-booking-${id}-end` },
    ]);
    const tags = 'house-ads,house-ads-home,house-ads-hotTopics';
    await expect.poll(() => heard).toEqual([tags]);
    await advertisingTasks(desk.db)['house-booking-turns']!({ tags: tags.split(',') }, {} as never);
    await expect.poll(() => heard).toEqual([tags, tags]);
    await watch.close();
  });

  it('is not shown while ads are switched off, and again from the end of that on', async () => {
    const { id } = await book(creative);
    const { now } = desk.clock;
    const endsAt = new Date(now.getTime() + 3_600_000);
    const row = { key: 'ads', value: { message: '廣告暫停。' }, endsAt, changedBy: seller.id, changedAt: now };
    await desk.db.insert(settings).values(row);
    expect([(await on()).length, (await on(1)).map((one) => one.id)]).toEqual([0, [id]]);
    await desk.db.delete(settings);
  });

  it('is refused for a slot that there is not, of another size, a partner reviews or nobody sees, and for wrong times', async () => {
    for (const more of [
      { slots: ['nowhere-banner'] },
      { slots: ['home-banner'] },
      { slots: ['home-overlay'] },
      { slots: ['home-review-rectangle'] },
      { slots: ['member-leaderboard'] },
      { slots: [] },
      { slots: ['home-rectangle', 'home-rectangle'] },
      { ends_ts: seconds(-1), starts_ts: seconds(-2) },
      { ends_ts: seconds(0), starts_ts: seconds(0) },
      { ends_ts: seconds(367 * 24) },
      { weight: 0 },
      { weight: 101 },
    ])
      expect((await book(creative, more)).status, JSON.stringify(more)).toBe(400);
    expect((await book(999_999)).status).toBe(404);
    await expect(
      desk.db.insert(houseBookings).values({
        creativeId: creative,
        slots: ['home-rectangle'],
        startsAt: desk.clock.now,
        endsAt: desk.clock.now,
        weight: 1,
      }),
    ).rejects.toThrow();
  });

  it('is changed from the revision that was seen only, cancelled, and brought back', async () => {
    const { id } = await book(creative);
    const see = async () =>
      (await desk.call(`/api/staff/advertising/bookings/${id}`, { cookie: seller.cookie })).response as {
        revision: string;
        weight: number;
        is_cancelled: boolean;
      };
    const { revision: base } = await see();
    expect((await act('change', { booking_id: id, base, ...bookingOf(creative, { weight: 20 }) })).status).toBe(200);
    expect((await act('change', { booking_id: id, base, ...bookingOf(creative, { weight: 30 }) })).status).toBe(409);
    expect(await see()).toMatchObject({ weight: 20 });
    const { response } = await act('cancel', { booking_id: id });
    expect(await on()).toEqual([]);
    expect((await act('cancel', { booking_id: id })).status).toBe(409);
    const { undo } = response as { undo: { input: object } };
    expect((await act('restore', undo.input)).status).toBe(200);
    expect((await on()).map((one) => one.id)).toEqual([id]);
  });
});

it('blocks an advertiser or a creative once, tells frames, and lifts it', async () => {
  await desk.db.insert(adFaultDays).values([
    { dayHk: '2026-11-20', advertiser: 'shop.example', creative: 'c1', reason: 'cpu', events: 3 },
    { dayHk: '2026-11-21', advertiser: 'shop.example', creative: 'c1', reason: 'reported', events: 2 },
    { dayHk: '2026-10-01', advertiser: 'old.example', creative: 'c2', reason: 'cpu', events: 9 },
  ]);
  const { response } = await act('block', { advertiser: 'Shop.example' });
  expect(await getBlockedAds({ db: desk.db })).toEqual([['shop.example', '']]);
  expect((await act('block', { advertiser: 'shop.example' })).status).toBe(409);
  expect((await act('block', {})).status).toBe(400);
  const room = await desk.call('/api/staff/advertising/blocked', { cookie: seller.cookie });
  expect(room.response).toMatchObject({
    blocks: [{ advertiser: 'shop.example', creative: '', reason: 'a test' }],
    faults: [{ advertiser: 'shop.example', creative: 'c1', events: 5, reasons: { cpu: 3, reported: 2 } }],
  });
  const { result } = response as { result: { id: number } };
  expect((await act('lift', { block_id: result.id })).status).toBe(200);
  expect((await act('lift', { block_id: result.id })).status).toBe(409);
  expect(await getBlockedAds({ db: desk.db })).toEqual([]);
});
