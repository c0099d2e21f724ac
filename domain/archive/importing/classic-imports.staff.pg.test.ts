import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { archiveSections, classicImports, programArchives, transcriptCues } from '#db/tables/archive.ts';
import { mediaStreams } from '#db/tables/media.ts';
import { uploads } from '#db/tables/uploads.ts';
import { auditOf } from '#domain/audit/audit.ts';
import { archiveActions } from '#domain/archive/archive.actions.ts';
import { forgetUploads } from '#domain/uploads/uploads.ts';
import { UPLOAD_DAYS } from '#domain/uploads/uploads.rules.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { archiveSound } from '#server/services/playing/archive.ts';
import { createClassicServices } from '#server/services/playing/classics.ts';
import { DESK_URL, openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { classicImportActions } from './classic-imports.actions.ts';
import { CLASSIC_UPLOADS, MAX_CLASSIC_MS } from './classic-imports.rules.ts';
import { queueImports, runImport, type ClassicImportServices } from './classic-imports.ts';

const STARTS_TS = Date.parse('1988-02-14T22:00:00+08:00') / 1_000;
const PATH = '/api/staff/classic-imports';
const storage = memoryStorage();

let desk: OpenDesk;
let editor: Person;
let services: ClassicImportServices;
beforeAll(async () => {
  const archive = archiveActions({ sound: archiveSound, settings: { freeMinutes: 5, replayDays: 365 } });
  desk = await openTestDesk({ actions: [...classicImportActions(), ...archive] });
  await insertSmallStation(desk.db);
  services = createClassicServices({ db: desk.db, storage, dataDir: desk.dataDir });
});
afterAll(() => desk.close());
beforeEach(async () => {
  for (const table of [classicImports, uploads, transcriptCues, archiveSections, programArchives])
    await desk.db.delete(table);
  editor = await desk.enter('chief-editor');
});

/** Half a minute of sound. */
function soundOf(rendition: 'a64' | 'a128', segments = 8): Buffer {
  const { init, segment } = audioProgramme(881, rendition);
  return Buffer.concat([init, ...Array.from({ length: segments }, (_, i) => segment(1_000 + i))]);
}
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Uploads a file whole and returns its id. */
async function upload(name: string, bytes: Buffer, { cookie } = editor): Promise<string> {
  const headers = { cookie, origin: DESK_URL, 'tus-resumable': '1.0.0' };
  const begun = await desk.app.inject({
    method: 'POST',
    url: CLASSIC_UPLOADS.path,
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${base64(name)},modified_ms ${base64('1700000000000')}`,
    },
  });
  const url = begun.headers.location!;
  await desk.app.inject({
    method: 'PATCH',
    url,
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    payload: bytes,
  });
  return url.split('/').at(-1)!;
}
const input = (uploadIds: readonly string[], over: object = {}) => ({
  program_id: 1,
  title: '情人節特輯',
  starts_ts: STARTS_TS,
  upload_ids: uploadIds,
  rundown: 'WEBVTT\n\n00:00.000 --> 00:15.000\n開場\n\n00:15.000 --> 00:30.000\n聽眾來信\n',
  transcript: 'WEBVTT\n\n00:05.000 --> 00:09.000\n今晚講情人節\n',
  ...over,
});
const ask = (of: object, { cookie } = editor) => desk.act('archive.import-classic', of, { cookie });
const idOf = (reply: { response: unknown }) => (reply.response as { result: { import_id: number } }).result.import_id;
const run = (id: number, by = services) => runImport(by, id, { clock: () => desk.clock.now });
const rowOf = async (id: number) => (await desk.db.select().from(classicImports).where(eq(classicImports.id, id)))[0];
const broadcasts = () => desk.db.select().from(programArchives);
const fileOf = (id: string) => join(desk.dataDir, 'classics', id);
const later = (ms: number) => (desk.clock.now = new Date(desk.clock.now.getTime() + ms));

it('imports two files with parts and words in the name of who asked, and its files are deleted', async () => {
  const files = [await upload('好聲.m4a', soundOf('a128')), await upload('慳位.m4a', soundOf('a64'))];
  const id = idOf(await ask(input(files)));
  expect((await desk.call(PATH, { cookie: editor.cookie })).response).toMatchObject({
    items: [{ import_id: id, state: 'importing', program_title: expect.any(String) as string, who: editor.name }],
  });
  await run(id);
  const [broadcast, ...more] = await broadcasts();
  expect([broadcast, more]).toMatchObject([
    { programId: 1, title: '情人節特輯', startsAt: new Date(STARTS_TS * 1_000), isOver: true, programClass: 2 },
    [],
  ]);
  expect(await rowOf(id)).toMatchObject({ state: 'imported', archiveId: broadcast!.id, rundown: null, heldBy: null });
  const parts = await desk.db.select().from(archiveSections);
  expect(new Set(parts.map(({ title }) => title))).toEqual(new Set(['聽眾來信', '開場']));
  expect(await desk.db.select().from(transcriptCues)).toHaveLength(1);
  expect(await desk.db.select().from(uploads)).toEqual([]);
  expect(files.map((file) => existsSync(fileOf(file)))).toEqual([false, false]);
  const told = await auditOf(desk.db, ['replay', broadcast!.id]);
  expect(told.find(({ action }) => action === 'archive.import-tape')).toMatchObject({
    who: editor.name,
    reason: 'a test',
    accountId: editor.id,
  });
  expect(await auditOf(desk.db, ['classic-import', id])).toMatchObject([
    { action: 'archive.import-classic', after: { files: ['好聲.m4a', '慳位.m4a'] } },
  ]);
  // It is an ordinary broadcast from here on.
  const { status } = await desk.act(
    'archive.hide',
    { archive_id: broadcast!.id },
    { cookie: (await desk.enter('producer')).cookie },
  );
  expect(status).toBe(200);
});

it('appears once and whole, though its worker is killed while reading, while storing and after the commit', async () => {
  const file = await upload('a.m4a', soundOf('a64'));
  const id = idOf(await ask(input([file])));
  const streams = (await desk.db.select().from(mediaStreams)).length;
  const never = new Promise<never>(() => {});
  const { importClassic } = services;
  /** A worker that is never heard of again. */
  const dies = (at: 'read' | 'store', share: number): ClassicImportServices => ({
    ...services,
    importClassic: (order, hand, on) =>
      importClassic(order, hand, {
        ...on,
        progress: async (step, done) => {
          await on.progress(step, done);
          reached.resolve();
          if (step === at && done >= share) await never;
        },
      }),
  });
  let reached = Promise.withResolvers<void>();
  for (const worker of [dies('read', 0), dies('store', 0.5)]) {
    reached = Promise.withResolvers<void>();
    void run(id, worker);
    await reached.promise;
    // Its claim has not expired: nobody else begins.
    await run(id, { ...services, importClassic: () => Promise.reject(new Error('a second worker')) });
    expect(await broadcasts()).toEqual([]);
    later(61_000);
  }
  const killed = new Error('killed');
  const afterCommit = {
    ...services,
    uploads: { ...services.uploads, files: { ...services.uploads.files, remove: () => Promise.reject(killed) } },
  };
  await expect(run(id, afterCommit)).rejects.toBe(killed);
  await run(id);
  expect(await broadcasts()).toHaveLength(1);
  expect(await desk.db.select().from(mediaStreams)).toHaveLength(streams + 1);
  later(UPLOAD_DAYS * 86_400_000 + 1_000);
  await forgetUploads(services.uploads, CLASSIC_UPLOADS, desk.clock.now);
  expect([await desk.db.select().from(uploads), existsSync(fileOf(file))]).toEqual([[], false]);
});

it('refuses a file that is no sound, keeps what was typed and the file, and takes a correction', async () => {
  const bad = await upload('a.mp3', Buffer.from(`ID3${'x'.repeat(100)}`));
  const id = idOf(await ask(input([bad])));
  await run(id);
  expect(await rowOf(id)).toMatchObject({
    state: 'refused',
    reason: expect.stringMatching(/^a\.mp3 is MP3/) as string,
    rundown: expect.stringContaining('開場') as string,
  });
  const { response } = await desk.call(`${PATH}/${id}`, { cookie: editor.cookie });
  expect(response).toMatchObject({ title: '情人節特輯', starts_ts: STARTS_TS, files: [{ file_name: 'a.mp3' }] });
  const good = await upload('a.m4a', soundOf('a128'));
  // The new file is not the colleague's.
  const colleague = await desk.enter('producer');
  expect((await ask(input([good], { import_id: id }), colleague)).status).toBe(404);
  expect(idOf(await ask(input([good], { import_id: id })))).toBe(id);
  expect((await ask(input([bad], { import_id: id }))).status).toBe(409);
  await run(id);
  expect(await rowOf(id)).toMatchObject({ state: 'imported' });
});

it.each([
  ['parts begin after its end', { rundown: 'WEBVTT\n\n09:00.000 --> 10:00.000\nx\n' }, /begins after the broadcast/],
  ['it reaches into a broadcast of the programme', { starts_ts: STARTS_TS - 20 }, /^broadcast \d+ of the programme/],
])('refuses it when it is read, if %s, and stores nothing', async (_why, over, reason) => {
  await desk.db.insert(programArchives).values({
    programId: 1,
    streamId: (
      await desk.db
        .insert(mediaStreams)
        .values({
          id: 10_000 + Math.floor(Math.random() * 1e5),
          kind: 'tape',
          name: 'x',
          ladder: ['a64'] as never,
          targetDurationMs: 4_000,
        })
        .returning()
    )[0]!.id,
    dayHk: '1988-02-14',
    startsAt: new Date(STARTS_TS * 1_000),
    endsAt: new Date((STARTS_TS + 3_600) * 1_000),
    state: 'starts_ts' in over ? 'shown' : 'ended',
  });
  const objects = storage.objects.size;
  const id = idOf(await ask(input([await upload('a.m4a', soundOf('a64'))], over)));
  await run(id);
  expect(await rowOf(id)).toMatchObject({ state: 'refused', reason: expect.stringMatching(reason) as string });
  expect([await broadcasts(), storage.objects.size]).toMatchObject([
    [{ startsAt: new Date(STARTS_TS * 1_000) }],
    objects,
  ]);
});

it.each([
  ['a programme that is none', { program_id: 99 }, 404],
  ['a rundown with a bad line', { rundown: 'WEBVTT\n\nx' }, 400],
  ['an instant that is to come', { starts_ts: 4_000_000_000 }, 400],
  ['an end of availability that has passed', { available_until_ts: STARTS_TS + 60 }, 400],
  ['a year before the station', { starts_ts: -700_000_000 }, 400],
  ['three files', { upload_ids: [randomUUID(), randomUUID(), randomUUID()] }, 400],
  ['a file of nobody', { upload_ids: [randomUUID()] }, 404],
])('is refused at once for %s, and the file stays', async (_what, over, status) => {
  const file = await upload('a.m4a', soundOf('a64'));
  expect((await ask(input([file], over))).status).toBe(status);
  expect(await desk.db.select().from(classicImports)).toEqual([]);
  expect(await desk.db.select().from(uploads)).toMatchObject([{ state: 'received' }]);
});

it('refuses sound of more than six hours by its length, however few bytes it has', async () => {
  // AAC-LC, mono, 8 kHz: a frame of ten bytes lasts 128 ms.
  const frame = Buffer.from([0xff, 0xf1, 0x6c, 0x40, 0x01, 0x5f, 0xfc, 0, 0, 0]);
  const lasting = (ms: number) => Buffer.concat(Array.from({ length: Math.ceil(ms / 128) }, () => frame));
  const id = idOf(await ask(input([await upload('a.aac', lasting(MAX_CLASSIC_MS + 1_000))])));
  await run(id);
  expect(await rowOf(id)).toMatchObject({ state: 'refused', reason: 'the sound lasts more than 6 hours' });
});

it('tries again after a fault of the machine, says so after three, and goes on by the same action', async () => {
  const file = await upload('a.m4a', soundOf('a64'));
  const id = idOf(await ask(input([file])));
  const broken = { ...services, importClassic: () => Promise.reject(new Error('disk on fire')) };
  for (const state of ['importing', 'importing', 'failed'] as const) {
    await run(id, broken);
    expect(await rowOf(id)).toMatchObject({ state });
    later(61_000);
    await queueImports(services, desk.clock.now);
  }
  expect(await rowOf(id)).toMatchObject({ reason: 'Error: disk on fire' });
  await ask(input([file], { import_id: id }));
  await run(id);
  expect(await rowOf(id)).toMatchObject({ state: 'imported', faults: 0 });
});

it('can be cancelled while a worker imports it, and its file is free again', async () => {
  const file = await upload('a.m4a', soundOf('a64'));
  const id = idOf(await ask(input([file])));
  const { importClassic } = services;
  const cancelled: ClassicImportServices = {
    ...services,
    async importClassic(order, hand, on) {
      expect((await desk.act('archive.drop-import', { import_id: id }, { cookie: editor.cookie })).status).toBe(200);
      return importClassic(order, hand, on);
    },
  };
  await run(id, cancelled);
  expect(await rowOf(id)).toBeUndefined();
  expect(await broadcasts()).toEqual([]);
  expect(await desk.db.select().from(uploads)).toMatchObject([{ id: file, state: 'received' }]);
  expect(existsSync(fileOf(file))).toBe(true);
});

it('is for who decides take-downs; a role for one programme imports for that one; a file is of its account', async () => {
  const file = await upload('a.m4a', soundOf('a64'));
  const engineer = await desk.enter('engineer');
  expect((await desk.call(PATH, { cookie: engineer.cookie })).status).toBe(403);
  expect((await ask(input([file]), engineer)).status).toBe(403);
  const scoped = await desk.enter('producer', { kind: 'program', id: '2' } as never);
  expect((await ask(input([file]), scoped)).status).toBe(403);
  expect((await ask(input([file]), await desk.enter('producer'))).status).toBe(404);
  const own = await upload('b.m4a', soundOf('a64'), scoped);
  const id = idOf(await ask(input([own], { program_id: 2 }), scoped));
  expect((await desk.act('archive.drop-import', { import_id: id }, { cookie: scoped.cookie })).status).toBe(200);
});
