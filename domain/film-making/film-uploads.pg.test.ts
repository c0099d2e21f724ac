import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { filmJobs } from '#db/tables/film-making.ts';
import { uploads } from '#db/tables/uploads.ts';
import { auditOf } from '#domain/audit/audit.ts';
import { DESK_URL, openTestDesk, type OpenDesk, createTestDesk, type Person } from '#tests/factories/desk.ts';
import { filmServices, lavfiFilm } from '#tests/factories/media/films.ts';
import { MAX_OPEN_UPLOADS, UPLOAD_DAYS } from '#domain/uploads/uploads.rules.ts';
import { forgetUploads, receiveBytes } from '#domain/uploads/uploads.ts';
import { FILM_UPLOADS } from './film-uploads.rules.ts';
import { filmUploadsOf, takeUpload } from './film-uploads.ts';
import { ToolError, type FilmMakingServices } from './film-tools.types.ts';

let desk: OpenDesk;
let editor: Person;
let url: string;
let services: FilmMakingServices;
beforeAll(async () => {
  desk = await openTestDesk();
  url = `${await desk.app.listen({ host: '127.0.0.1', port: 0 })}${FILM_UPLOADS.path}`;
  services = filmServices(desk.db, desk.dataDir);
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.db.delete(uploads);
  editor = await desk.enter('producer');
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
const metadata = `filename ${base64('電車.mov')},modified_ms ${base64('1700000000000')}`;

/** A request of tus. */
const tus = (
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'GET',
  path: string,
  { cookie = editor.cookie, ...headers }: Record<string, string> = {},
  body?: Buffer,
) =>
  desk.app.inject({
    method,
    url: path,
    headers: { cookie, origin: DESK_URL, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { payload: body }),
  });
async function begin(bytes: number, cookie = editor.cookie): Promise<string> {
  const reply = await tus('POST', FILM_UPLOADS.path, {
    cookie,
    'upload-length': String(bytes),
    'upload-metadata': metadata,
  });
  expect(reply.statusCode).toBe(201);
  return reply.headers.location!;
}
const patch = (path: string, offset: number, body: Buffer, cookie = editor.cookie) =>
  tus(
    'PATCH',
    path,
    { cookie, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  );
const idOf = (path: string) => path.split('/').at(-1)!;
const fileOf = (path: string) => join(desk.dataDir, 'film-making/uploads', idOf(path));
const rowOf = async (path: string) =>
  (
    await desk.db
      .select()
      .from(uploads)
      .where(eq(uploads.id, idOf(path)))
  )[0];
const queued = async () =>
  (
    await desk.db.execute<{ payload: { uploadId: string } }>(
      sql`select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
          where t.identifier = 'take-film-upload'`,
    )
  ).rows.map(({ payload }) => payload.uploadId);

it('takes a file from any client of tus, in pieces, and hands it to a worker with the last byte', async () => {
  const bytes = randomBytes(300_000);
  const path = await new Promise<string>((done, fail) => {
    const upload = new Upload(bytes, {
      endpoint: url,
      chunkSize: 100_000,
      headers: { cookie: editor.cookie, origin: DESK_URL },
      metadata: { filename: '電車.mov', name: '夜更電車', modified_ms: '1700000000000' },
      onError: fail,
      onSuccess: () => done(new URL(upload.url!).pathname),
    });
    upload.start();
  });
  expect(readFileSync(fileOf(path)).equals(bytes)).toBe(true);
  expect(await rowOf(path)).toMatchObject({
    state: 'received',
    fileName: '電車.mov',
    name: '夜更電車',
    who: editor.name,
  });
  expect(await queued()).toContain(idOf(path));
  const { response } = await desk.call(FILM_UPLOADS.path, { cookie: editor.cookie });
  expect(response).toMatchObject({ items: [{ upload_id: idOf(path), received_bytes: 300_000, state: 'received' }] });
});

it('goes on where it was with another session, and refuses pieces elsewhere, twice, or past the end', async () => {
  const bytes = randomBytes(1_000);
  const path = await begin(1_000);
  expect((await patch(path, 0, bytes.subarray(0, 400))).headers['upload-offset']).toBe('400');
  expect((await patch(path, 0, bytes.subarray(0, 400))).statusCode).toBe(409);
  expect((await patch(path, 500, bytes.subarray(500))).statusCode).toBe(409);
  expect((await patch(path, 400, randomBytes(601))).statusCode).toBe(413);
  const json = { 'upload-offset': '400', 'content-type': 'application/json' };
  expect((await tus('PATCH', path, json, Buffer.from('{}'))).statusCode).toBe(415);
  const cookie = await desk.sessionOf(editor.id);
  const head = await tus('HEAD', path, { cookie });
  expect([head.headers['upload-offset'], head.headers['upload-length']]).toEqual(['400', '1000']);
  expect((await patch(path, 400, bytes.subarray(400), cookie)).statusCode).toBe(204);
  expect(readFileSync(fileOf(path)).equals(bytes)).toBe(true);
  expect((await patch(path, 1_000, Buffer.alloc(0))).statusCode).toBe(409);
  expect((await tus('DELETE', path)).statusCode).toBe(409);
});

it('keeps what came before a connection was cut', async () => {
  const path = await begin(1_000);
  const cut = new Readable({ read() {} });
  cut.push(Buffer.alloc(300, 7));
  const given = { id: idOf(path), offset: 0, bytes: cut, signal: new AbortController().signal };
  const received = receiveBytes(
    filmUploadsOf(services),
    FILM_UPLOADS,
    { accountId: editor.id, name: editor.name },
    given,
    desk.clock.now,
  );
  setImmediate(() => cut.destroy(new Error('aborted')));
  const offset = await received;
  expect((await tus('HEAD', path)).headers['upload-offset']).toBe(String(offset));
  expect((await patch(path, offset, Buffer.alloc(1_000 - offset, 7))).statusCode).toBe(204);
  expect(readFileSync(fileOf(path)).equals(Buffer.alloc(1_000, 7))).toBe(true);
});

it('is only for who may edit films, and of an account alone; its bytes are not served', async () => {
  const path = await begin(10);
  const others = [
    ['nobody', '', 401],
    ['without the permission', (await desk.enter('finance')).cookie, 403],
    ['another editor', (await desk.enter('producer')).cookie, 404],
  ] as const;
  for (const [who, cookie, status] of others) {
    expect([who, (await tus('HEAD', path, { cookie })).statusCode]).toEqual([who, status]);
    expect([who, (await patch(path, 0, Buffer.alloc(10), cookie)).statusCode]).toEqual([who, status]);
    expect([who, (await tus('DELETE', path, { cookie })).statusCode]).toEqual([who, status]);
  }
  expect((await tus('PATCH', path, { origin: 'https://elsewhere.example' })).statusCode).toBe(403);
  expect((await patch(path, 0, Buffer.alloc(4))).statusCode).toBe(204);
  expect((await tus('GET', path)).statusCode).toBe(405);
  for (const bad of ['../../secret', '0'.repeat(36), 'x'])
    expect((await tus('HEAD', `${FILM_UPLOADS.path}/${encodeURIComponent(bad)}`)).statusCode).toBe(404);
  expect((await tus('DELETE', path)).statusCode).toBe(204);
  expect([await rowOf(path), existsSync(fileOf(path))]).toEqual([undefined, false]);
});

it('refuses what is no upload: another version, no metadata, an empty or far too large file, and a sixth at once', async () => {
  const good = { 'upload-length': '10', 'upload-metadata': metadata };
  const status = async (headers: Record<string, string>) =>
    (await tus('POST', FILM_UPLOADS.path, { ...good, ...headers })).statusCode;
  expect(await status({ 'tus-resumable': '0.2.2' })).toBe(412);
  expect(await status({ 'upload-length': '0' })).toBe(400);
  expect(await status({ 'upload-length': 'many' })).toBe(400);
  expect(await status({ 'upload-length': String(FILM_UPLOADS.maxBytes + 1) })).toBe(413);
  expect(await status({ 'upload-metadata': '' })).toBe(400);
  expect(await status({ 'upload-metadata': `filename ${base64('a\nb')},modified_ms ${base64('1')}` })).toBe(400);
  const outcomes = await Promise.all(Array.from({ length: MAX_OPEN_UPLOADS + 3 }, () => status({})));
  expect(outcomes.toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: MAX_OPEN_UPLOADS }, () => 201),
    409,
    409,
    409,
  ]);
});

it('says how much disk space is missing before a byte is sent', async () => {
  const full = { ...services, work: { ...services.work, freeBytes: async () => 600_000_000 } };
  const other = await createTestDesk(desk.database, { runtime: { filmMaking: full } });
  const { cookie } = await other.enter('producer');
  const reply = await other.app.inject({
    method: 'POST',
    url: FILM_UPLOADS.path,
    headers: {
      cookie,
      origin: DESK_URL,
      'tus-resumable': '1.0.0',
      'upload-length': '200000000',
      'upload-metadata': metadata,
    },
  });
  expect([reply.statusCode, reply.json()]).toMatchObject([503, { response: { detail: /0\.7 GB .* 0\.6 GB/ } }]);
  await other.app.close();
});

it('becomes a film once, in the name of who sent it, though its worker is killed after any step', async () => {
  const file = join(tmpdir(), `${randomUUID()}.mp4`);
  lavfiFilm(file);
  const bytes = readFileSync(file);
  rmSync(file);
  const path = await begin(bytes.length);
  await patch(path, 0, bytes);
  const take = (by: FilmMakingServices) => takeUpload(by, { uploadId: idOf(path), now: desk.clock.now });
  const { work } = services;
  const killed = new Error('killed');
  const dies = () => Promise.reject(killed);
  // Before the source is there, after it, and after the film is added.
  await expect(take({ ...services, work: { ...work, takeUpload: dies } })).rejects.toBe(killed);
  const afterSource = async (id: string) => {
    await work.takeUpload(id);
    throw killed;
  };
  await expect(take({ ...services, work: { ...work, takeUpload: afterSource } })).rejects.toBe(killed);
  await expect(take({ ...services, work: { ...work, uploads: { ...work.uploads, remove: dies } } })).rejects.toBe(
    killed,
  );
  await take(services);
  const [film, ...more] = await desk.db.select().from(filmJobs);
  expect([film, more]).toMatchObject([{ sourceName: '電車.mov', name: '電車', sourceBytes: bytes.length }, []]);
  expect(film!.sourceSha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(readFileSync((await work.source(film!.sourceSha256))!).equals(bytes)).toBe(true);
  expect(await rowOf(path)).toMatchObject({ state: 'added', filmId: film!.id });
  expect(existsSync(fileOf(path))).toBe(false);
  expect(await auditOf(desk.db, ['film', film!.id])).toMatchObject([
    { action: 'films.add', who: editor.name, accountId: editor.id },
  ]);

  const again = await begin(bytes.length);
  await patch(again, 0, bytes);
  await takeUpload(services, { uploadId: idOf(again), now: desk.clock.now });
  expect(await rowOf(again)).toMatchObject({
    state: 'refused',
    reason: expect.stringContaining('already added') as string,
  });
});

it('stays added if a second worker, whose lock of the job had expired, finds its film there already', async () => {
  const path = await begin(4);
  await patch(path, 0, Buffer.from('film'));
  const probe = () => {
    // The other worker is done in this moment.
    const done = desk.db
      .update(uploads)
      .set({ state: 'added' })
      .where(eq(uploads.id, idOf(path)));
    return done.then(() => Promise.reject(new ToolError('unreadable', 'the same')));
  };
  await takeUpload({ ...services, tools: { ...services.tools, probe } }, { uploadId: idOf(path), now: desk.clock.now });
  expect(await rowOf(path)).toMatchObject({ state: 'added', reason: null });
});

it('is refused with the reason if it is no film, and its bytes are deleted', async () => {
  const path = await begin(10);
  await patch(path, 0, Buffer.from('no film...'));
  await takeUpload(services, { uploadId: idOf(path), now: desk.clock.now });
  expect(await rowOf(path)).toMatchObject({ state: 'refused', reason: expect.any(String) as string, filmId: null });
  expect(existsSync(fileOf(path))).toBe(false);
});

it('is forgotten with its bytes a week after the last of them', async () => {
  const path = await begin(10);
  await patch(path, 0, Buffer.alloc(4));
  const later = (days: number) => new Date(desk.clock.now.getTime() + days * 86_400_000);
  await forgetUploads(filmUploadsOf(services), FILM_UPLOADS, later(UPLOAD_DAYS - 0.01));
  expect([await rowOf(path), existsSync(fileOf(path))]).toMatchObject([{ receivedBytes: 4 }, true]);
  await forgetUploads(filmUploadsOf(services), FILM_UPLOADS, later(UPLOAD_DAYS + 0.01));
  expect([await rowOf(path), existsSync(fileOf(path))]).toEqual([undefined, false]);
});
