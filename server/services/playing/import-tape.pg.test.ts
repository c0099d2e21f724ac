import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mediaSegments, mediaStreams } from '#db/tables/media.ts';
import { listClassicSections, getBroadcast } from '#domain/archive/archive.ts';
import { setReplay } from '#domain/archive/cutting/staff-actions.ts';
import { listTranscript } from '#domain/archive/words/transcripts.ts';
import { listRenditions, segmentsBetween, soundBetween } from '#domain/media/kept-sound.ts';
import { runRetention } from '#domain/media/media.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { DomainError } from '#shared/domain-error.ts';
import { wholeAudit } from '#tests/factories/audit.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { archiveSound } from './archive.ts';
import { importTapeOf, readTape, tryTape, type TapeOrder } from './import-tape.ts';

const NOW = new Date('2026-11-21T14:26:05+08:00');
const STARTS_AT = new Date('1988-02-14T22:00:00+08:00');
const hand = { who: 'chan', why: 'the shelf of the seventies' };
const storage = memoryStorage();

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  folder = mkdtempSync(join(tmpdir(), 'tapes-'));
  for (const rendition of ['a64', 'a128'] as const) {
    const { init, segment } = audioProgramme(881, rendition);
    const bytes = [init, ...Array.from({ length: 30 }, (_, i) => segment(1_000 + i))];
    writeFileSync(join(folder, `${rendition}.mp4`), Buffer.concat(bytes));
  }
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

type TapeFile = TapeOrder['files'][number];
const fileOf = (name: string) => ({ path: join(folder, name), name });
const order = (over: Partial<TapeOrder> = {}): TapeOrder => ({
  files: ['a128', 'a64'].map((name) => fileOf(`${name}.mp4`)),
  programId: 1,
  title: '情人節特輯',
  startsAt: STARTS_AT,
  availableUntil: null,
  rundown: 'WEBVTT\n\n00:00.000 --> 01:00.000\n開場\n\n01:00.000 --> 01:55.000\n聽眾來信\n',
  transcript: 'WEBVTT\n\n00:05.000 --> 00:09.000\n今晚講情人節\n',
  ...over,
});
const deps = () => ({ db: database.db, storage, sound: archiveSound, now: NOW });

it('tries an import and leaves nothing of it', async () => {
  const tape = await readTape(order());
  class TakenBack extends Error {}
  let told = '';
  const tried = database.db.transaction(async (tx) => {
    told = await tryTape(tape, deps(), hand)(tx, NOW);
    throw new TakenBack();
  });
  await expect(tried).rejects.toThrow(TakenBack);
  expect(told).toMatch(/a128\.mp4: a128, .*\n.*a64\.mp4: a64, .*\nA classic of programme 1, 1988-02-14 22:00/);
  expect(await listClassicSections(database.db, { limit: 9 })).toEqual([]);
  expect([...storage.objects.keys()]).toEqual([]);
});

it('makes a classic of two files, with its parts, words and day, whose sound is kept and packed as long as it is heard', async () => {
  await importTapeOf(await readTape(order()), deps(), hand);
  const sections = await listClassicSections(database.db, { limit: 9 });
  expect(sections.map(({ title, sectionNo }) => [sectionNo, title])).toEqual([
    [1, '開場'],
    [2, '聽眾來信'],
  ]);
  const { broadcast } = sections[0]!;
  const { streamId, startsAt, endsAt } = broadcast;
  expect(broadcast).toMatchObject({
    programClass: 2,
    title: '情人節特輯',
    dayHk: '1988-02-14',
    isOver: true,
    startsAt: STARTS_AT,
  });
  expect(endsAt.getTime() - startsAt.getTime()).toBe(30 * 3_840);
  expect((await listTranscript(database.db, sections[0]!)).map(({ words }) => words)).toEqual(['今晚講情人節']);
  expect((await listRenditions(database.db, streamId)).toSorted()).toEqual(['a128', 'a64']);
  const actions = (await wholeAudit(database.db)).map(({ who, action }) => [who, action]);
  expect(actions).toContainEqual(['chan', 'archive.import-tape']);

  const retain = (days: number) =>
    runRetention({ db: database.db, storage, now: new Date(NOW.getTime() + days * 86_400_000), windowMs: 28_800_000 });
  const before = await bytesOf(streamId);
  for (const days of [0, 1]) await retain(days);
  expect(await database.db.select().from(mediaSegments)).toEqual([]);
  expect(await bytesOf(streamId)).toEqual(before);
  expect(await soundBetween(database.db, streamId, startsAt, endsAt)).toEqual([{ from: startsAt, to: endsAt }]);

  await database.db.transaction((tx) =>
    setReplay(tx, { sound: archiveSound, now: NOW }, hand, { archiveId: broadcast.id, state: 'ended' }),
  );
  for (const days of [1, 2]) await retain(days);
  expect([...storage.objects.keys()].filter((key) => key.endsWith('.m4s'))).toEqual([]);
});

async function bytesOf(streamId: number): Promise<Buffer[]> {
  const from = new Date(STARTS_AT.getTime() - 1);
  const found = await segmentsBetween(database.db, streamId, 'a64', from, new Date(STARTS_AT.getTime() + 3_600_000));
  return Promise.all(found.map(async ({ storageKey, range }) => (await storage.get(storageKey, range))!));
}

it.each([
  ['a programme that is none', { programId: 99 }, 'dataNotFound'],
  ['a rundown beyond the end', { rundown: 'WEBVTT\n\n09:00.000 --> 10:00.000\nx\n' }, 'invalidParam'],
  ['a bad transcript', { transcript: 'WEBVTT\n\nx' }, 'invalidParam'],
])('makes nothing of %s, and its bytes go by themselves', async (_what, over, errorName) => {
  const streams = await database.db.select().from(mediaStreams);
  const objects = [...storage.objects.keys()];
  await expect(importTapeOf(await readTape(order(over)), deps(), hand)).rejects.toMatchObject({ errorName });
  expect(await database.db.select().from(mediaStreams)).toEqual(streams);
  const later = new Date(NOW.getTime() + 4 * 86_400_000);
  await runRetention({ db: database.db, storage, now: later, windowMs: 28_800_000 });
  expect([...storage.objects.keys()]).toEqual(objects);
});

it('wants one file, or two of one length in different qualities', async () => {
  const [best, least] = order().files as [TapeFile, TapeFile];
  const short = fileOf('short.mp4');
  const { init, segment } = audioProgramme(881, 'a64');
  writeFileSync(short.path, Buffer.concat([init, segment(1), segment(2)]));
  for (const files of [[], [best, best], [best, short], [best, least, short]])
    await expect(readTape(order({ files }))).rejects.toThrow(DomainError);
  await importTapeOf(
    await readTape(order({ files: [best], title: null, rundown: null, transcript: null })),
    deps(),
    hand,
  );
  const [section] = await listClassicSections(database.db, { limit: 9 });
  expect(await listRenditions(database.db, section!.broadcast.streamId)).toEqual(['a128']);
  expect((await getBroadcast(database.db, section!.broadcast.id))?.sections).toHaveLength(1);
});
