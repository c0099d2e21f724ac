import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { fastify, type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { articles } from '#db/tables/articles.ts';
import { hosts } from '#db/tables/hosts.ts';
import { pictures as table } from '#db/tables/pictures.ts';
import { auditOf } from '#domain/audit/audit.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { frameworkErrors, installErrors } from '#server/web/errors.ts';
import { createPictureCache } from '#server/web/files/picture-cache.ts';
import { createPictureSources } from '#server/web/files/picture-sources.ts';
import { pictures } from '#server/web/files/pictures.ts';
import { DESK_URL, openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { pictureActions } from './pictures.actions.ts';
import { MAX_UPLOAD_BYTES } from './pictures.rules.ts';
import type { PictureFields } from './pictures.schema.ts';
import { removePictureFile } from './pictures.ts';

let desk: OpenDesk;
/** The pictures of the public site. */
let site: FastifyInstance;
let cookie: string;
const library = () => createFileStorage(join(desk.dataDir, 'library'));
beforeAll(async () => {
  desk = await openTestDesk({ actions: pictureActions() });
  await insertSmallStation(desk.db);
  site = fastify({ frameworkErrors });
  installErrors(site);
  await site.register((scope) =>
    pictures(scope, {
      sources: createPictureSources({
        artDir: 'fixtures/art',
        library: { db: desk.db, files: library(), clock: () => desk.clock.now },
      }),
      kept: createPictureCache(join(desk.dataDir, 'public'), site.log),
    }),
  );
});
beforeEach(async () => {
  desk.clock.now = new Date('2026-11-26T06:00:00.250Z');
  ({ cookie } = await desk.enter('presenter'));
});
afterAll(async () => {
  await site.close();
  await desk.close();
});

async function upload(bytes: Uint8Array, { cookie: who = cookie, origin = DESK_URL, type = 'image/svg+xml' } = {}) {
  const reply = await desk.app.inject({
    method: 'POST',
    url: '/api/staff/pictures',
    headers: { ...(who && { cookie: who }), origin, 'content-type': type },
    payload: Buffer.from(bytes),
  });
  const { response } = reply.json<{
    response: { picture_id: number; is_new: boolean; detail?: { reason?: string } };
  }>();
  return { status: reply.statusCode, response };
}
/** Left half red, right half blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: '#0000ff' } },
      left: width / 2,
      top: 0,
    },
  ]);
let made = 400;
/** Each call has other bytes. */
const photo = async () => {
  made += 2;
  return halves(made * 2, 200)
    .jpeg()
    .toBuffer();
};
const FIELDS: PictureFields = {
  alt: '一半紅一半藍',
  source: '本台記者',
  licence: '本台擁有',
  rightsUntil: null,
  focalX: 0.5,
  focalY: 0.5,
  crops: {},
};
interface Opened {
  fields: PictureFields;
  revision: string;
  width: number;
  height: number;
  is_over: boolean;
  uses: { table: string; key: string; title: string }[];
}
const open = async (id: number) => (await desk.call(`/api/staff/pictures/${id}`, { cookie })).response as Opened;
async function save(id: number, change: Partial<PictureFields>) {
  const { revision } = await open(id);
  return desk.act('pictures.save', { picture_id: id, base: revision, fields: { ...FIELDS, ...change } }, { cookie });
}
const listed = async (query: string) => {
  const { response } = await desk.call(`/api/staff/pictures?${query}`, { cookie });
  return (response as { items: { picture_id: number }[] }).items.map((item) => item.picture_id);
};
const served = (name: string, file = '160.png') => site.inject({ url: `/pictures/${name}/${file}` });
/** The colours at the left and right edge of a picture. */
async function edges(bytes: Buffer): Promise<string[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const colour = (x: number) => {
    const at = (Math.floor(info.height / 2) * info.width + x) * info.channels;
    return data[at]! > 128 ? 'red' : data[at + 2]! > 128 ? 'blue' : 'other';
  };
  return [colour(2), colour(info.width - 3)];
}

it('keeps the same bytes once, by what they are and not by what they are called', async () => {
  const bytes = await photo();
  const first = await upload(bytes);
  expect(first).toMatchObject({ status: 200, response: { is_new: true } });
  const again = await Promise.all([upload(bytes), upload(bytes, { type: 'image/gif' })]);
  for (const { response } of again) expect(response).toEqual({ ...first.response, is_new: false });
  const id = first.response.picture_id;
  expect(await open(id)).toMatchObject({ width: 804, height: 200, fields: { alt: '' } });
  expect((await auditOf(desk.db, ['picture', id])).map(({ action }) => action)).toEqual(['pictures.upload']);
});

it('keeps one picture of the same bytes brought by several at once', async () => {
  const bytes = await photo();
  const replies = await Promise.all([upload(bytes), upload(bytes), upload(bytes)]);
  expect(new Set(replies.map(({ response }) => response.picture_id)).size).toBe(1);
  expect(replies.filter(({ response }) => response.is_new)).toHaveLength(1);
});

it('serves what was uploaded without its location, and upright', async () => {
  const lying = await halves(400, 200)
    .withExif({ IFD0: { ImageDescription: 'secret' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { response } = await upload(lying);
  expect(await open(response.picture_id)).toMatchObject({ width: 200, height: 400 });
  const [row] = await desk.db.select().from(table).where(eq(table.id, response.picture_id));
  const stored = await library().stream(row!.fileSha256);
  const chunks: Buffer[] = [];
  for await (const chunk of stored!) chunks.push(chunk as Buffer);
  expect((await sharp(Buffer.concat(chunks)).metadata()).exif).toBeUndefined();
});

it('refuses everything else with the reason', async () => {
  const torn = (await photo()).subarray(0, 700);
  const cases: [Uint8Array, string][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'svg'],
    [Buffer.from('GIF89a'), 'animated'],
    [Buffer.from('not a picture'), 'not-a-picture'],
    [torn, 'unreadable'],
    [new Uint8Array(), 'not-a-picture'],
  ];
  for (const [bytes, reason] of cases) {
    const { status, response } = await upload(bytes);
    expect([status, response.detail?.reason], reason).toEqual([400, reason]);
  }
  expect((await upload(Buffer.alloc(MAX_UPLOAD_BYTES + 1))).status).toBe(413);
});

it('takes uploads of its own origin from those with the permission alone, before it reads the body', async () => {
  const bytes = await photo();
  const huge = Buffer.alloc(MAX_UPLOAD_BYTES + 1);
  expect((await upload(huge, { cookie: '' })).status).toBe(401);
  const { cookie: finance } = await desk.enter('finance');
  expect((await upload(huge, { cookie: finance })).status).toBe(403);
  expect((await upload(bytes, { origin: 'https://radio.example' })).status).toBe(403);
  expect((await desk.call('/api/staff/pictures', { cookie: finance })).status).toBe(403);
  expect((await desk.call('/api/staff/pictures/404', { cookie: finance })).status).toBe(403);
  expect((await desk.call('/pictures/library-1/160.png')).status).toBe(401);
  // The public site has none of these calls.
  expect((await site.inject({ method: 'POST', url: '/api/staff/pictures', payload: bytes })).statusCode).toBe(404);
});

it('wants alternative text in Chinese, source and licence, and never overwrites an edit of somebody else', async () => {
  const { response } = await upload(await photo());
  const id = response.picture_id;
  expect(await listed('lack=alt')).toContain(id);
  for (const wrong of [
    { alt: '' },
    { alt: 'a street' },
    { source: '' },
    { licence: '' },
    { rightsUntil: '2026-02-31' },
    { focalX: 1.1 },
    { crops: { '1x1': { x: 0.9, y: 0, width: 0.5, height: 1 } } },
  ])
    expect((await save(id, wrong)).status, JSON.stringify(wrong)).toBe(400);
  const { revision } = await open(id);
  expect((await save(id, {})).status).toBe(200);
  expect(await listed('lack=alt')).not.toContain(id);
  expect(await listed(new URLSearchParams({ text: '一半紅' }).toString())).toContain(id);
  const late = await desk.act(
    'pictures.save',
    { picture_id: id, base: revision, fields: { ...FIELDS, alt: '另一個人' } },
    { cookie },
  );
  expect(late.status).toBe(409);
  expect((late.response as { detail: Opened }).detail.fields.alt).toBe(FIELDS.alt);
});

it('crops at the focal point, or as an editor has set it', async () => {
  const { response } = await upload(await photo());
  const id = response.picture_id;
  expect(await edges((await served(`library-${id}`)).rawPayload)).toEqual(['red', 'blue']);
  await save(id, { focalX: 0 });
  expect(await edges((await served(`library-${id}-1x1`)).rawPayload)).toEqual(['red', 'red']);
  await save(id, { focalX: 1 });
  expect(await edges((await served(`library-${id}-1x1`)).rawPayload)).toEqual(['blue', 'blue']);
  expect(await edges((await served(`library-${id}-16x9`)).rawPayload)).toEqual(['blue', 'blue']);
  expect(await edges((await served(`library-${id}`, '1200x630.jpg')).rawPayload)).toEqual(['blue', 'blue']);
  await save(id, { focalX: 1, crops: { '1x1': { x: 0, y: 0, width: 0.25, height: 1 } } });
  expect(await edges((await served(`library-${id}-1x1`)).rawPayload)).toEqual(['red', 'red']);
});

it('takes a picture from the public at the instant when its rights end, and shows the neutral drawing instead', async () => {
  const { response } = await upload(await photo());
  const id = response.picture_id;
  await save(id, { rightsUntil: '2026-11-26' });
  desk.clock.now = new Date('2026-11-26T15:59:00Z');
  const before = await served(`library-${id}`);
  expect(await edges(before.rawPayload)).toEqual(['red', 'blue']);
  // No cache keeps it for longer.
  expect(before.headers['cache-control']).toBe('public, max-age=60');
  desk.clock.now = new Date('2026-11-26T16:00:00Z');
  const drawing = (await served('station-default')).rawPayload;
  const headers = { 'if-none-match': String(before.headers.etag) };
  const after = await site.inject({ url: `/pictures/library-${id}/160.png`, headers });
  expect(after.statusCode).toBe(200);
  expect(after.rawPayload).toEqual(drawing);
  expect((await served(`library-${id}-1x1`, '1200x630.jpg')).statusCode).toBe(200);
  // The session of before is over, too.
  ({ cookie } = await desk.enter('presenter'));
  expect((await open(id)).is_over).toBe(true);
  expect(await listed('lack=rights')).toContain(id);
  // Its editors still see it.
  const { cookie: editor } = await desk.enter('editor');
  const seen = await desk.app.inject({ url: `/pictures/library-${id}/160.png`, headers: { cookie: editor } });
  expect(await edges(seen.rawPayload)).toEqual(['red', 'blue']);
  // Rights withdrawn by hand count at once, too.
  await save(id, { rightsUntil: null });
  expect(await edges((await served(`library-${id}`)).rawPayload)).toEqual(['red', 'blue']);
});

it('knows where a picture is used, whoever wrote it there, and deletes only what is not', async () => {
  const { response } = await upload(await photo());
  const id = response.picture_id;
  await save(id, {});
  expect(await listed('lack=uses')).toContain(id);
  const { db } = desk;
  await db
    .update(hosts)
    .set({ picture: `library-${id}-1x1` })
    .where(eq(hosts.id, 1));
  const [article] = await db
    .insert(articles)
    .values({
      contentType: 301,
      title: '有圖嘅文章',
      slug: 'x',
      publishAt: desk.clock.now,
      blocks: [{ type: 2, picture: `library-${id}`, alt: '圖' }],
    })
    .returning({ id: articles.id });
  expect((await open(id)).uses).toEqual([
    { table: 'articles', key: String(article!.id), title: '有圖嘅文章' },
    { table: 'hosts', key: '1', title: '區柏言' },
  ]);
  expect(await listed('lack=uses')).not.toContain(id);
  expect((await desk.act('pictures.delete', { picture_id: id }, { cookie })).status).toBe(409);
  await expect(db.execute(sql`delete from pictures where id = ${id}`)).rejects.toThrow();

  await db.update(hosts).set({ picture: 'host-1' }).where(eq(hosts.id, 1));
  await db.delete(articles).where(eq(articles.id, article!.id));
  const [{ fileSha256 } = { fileSha256: '' }] = await db.select().from(table).where(eq(table.id, id));
  expect((await desk.act('pictures.delete', { picture_id: id }, { cookie })).status).toBe(200);
  expect((await served(`library-${id}`)).statusCode).toBe(404);
  await removePictureFile({ db, files: library() }, fileSha256);
  expect(await library().has(fileSha256)).toBe(false);
});

it('keeps the file of a deleted picture while another has the same', async () => {
  const { response } = await upload(await photo());
  const [row] = await desk.db.select().from(table).where(eq(table.id, response.picture_id));
  await removePictureFile({ db: desk.db, files: library() }, row!.fileSha256);
  expect(await library().has(row!.fileSha256)).toBe(true);
});
