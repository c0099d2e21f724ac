import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archiveSections, classicImports, programArchives, transcriptCues } from '#db/tables/archive.ts';
import { uploads } from '#db/tables/uploads.ts';
import { segmentsBetween } from '#domain/media/kept-sound.ts';
import { runRetention } from '#domain/media/media.ts';
import { insertAccount } from '#domain/staff/staff.store.ts';
import { forgetUploads } from '#domain/uploads/uploads.ts';
import { UPLOAD_DAYS } from '#domain/uploads/uploads.rules.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { createClassicServices } from '#server/services/playing/classics.ts';
import { killsOf, tellKills, timeForKills } from '#tests/factories/kill-count.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { CLASSIC_UPLOADS } from './classic-imports.rules.ts';
import { askImport } from './classic-imports.ts';

const KILLS = killsOf(3);
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-21T14:26:05+08:00');
const FIRST_ON_AIR = Date.parse('1988-02-14T22:00:00+08:00');
/** A claim of a worker that was killed has expired. */
const AFTER_A_CLAIM_MS = 61_000;
const SEGMENTS = 8;

const { init, segment } = audioProgramme(881, 'a64');
const tape = Buffer.concat([init, ...Array.from({ length: SEGMENTS }, (_, i) => segment(1_000 + i))]);
/** What an import that was not killed stored. */
let wanted: Buffer[] | undefined;

let database: TestDatabase;
let folder: string;
let accountId: number;
let nowMs = NOW;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  const of = { email: 'chan@radio.example', name: 'chan', createdAt: new Date(NOW) };
  accountId = (await database.db.transaction((tx) => insertAccount(tx, of)))!;
  mkdirSync('data', { recursive: true });
  folder = mkdtempSync(resolve('data/kill-imports-'));
  mkdirSync(join(folder, 'classics'));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Asks for the import of a file that was uploaded. */
async function ask(nth: number): Promise<number> {
  const id = randomUUID();
  writeFileSync(join(folder, 'classics', id), tape);
  const at = new Date(nowMs);
  const file = { accountId, who: 'chan', fileName: 'a.m4a', fileModifiedAt: at, createdAt: at, activeAt: at };
  const size = { bytes: tape.length, receivedBytes: tape.length, state: 'received' as const };
  await database.db.insert(uploads).values({ id, purpose: 'classic', ...file, ...size });
  const order = {
    programId: 1,
    title: '情人節特輯',
    startsAt: new Date(FIRST_ON_AIR + nth * DAY_MS),
    availableUntil: null,
    rundown: 'WEBVTT\n\n00:00.000 --> 00:15.000\n開場\n\n00:15.000 --> 00:30.000\n聽眾來信\n',
    transcript: 'WEBVTT\n\n00:05.000 --> 00:09.000\n今晚講情人節\n',
    uploadIds: [id],
    importId: null,
  };
  return database.db.transaction((tx) => askImport(tx, { now: at }, { who: 'chan', why: 'a test', accountId }, order));
}

/** Imports in its own process. Returns the number of its steps, or null if it was killed. */
async function work(importId: number, killAt: number): Promise<number | null> {
  const child = spawn(process.execPath, ['tests/factories/media/classic-import.process.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      FOLDER: folder,
      NOW: String(nowMs),
      IMPORT: String(importId),
      KILL_AT: String(killAt),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  expect([code, signal]).toEqual(signal === 'SIGKILL' ? [null, signal] : [0, null]);
  nowMs += AFTER_A_CLAIM_MS;
  return signal === 'SIGKILL' ? null : Number(said.replace('done ', ''));
}

/** Demands of an import that all of it is there, or nothing. Returns whether it is. */
async function isImported(importId: number): Promise<boolean> {
  const { db } = database;
  const [row] = await db.select().from(classicImports).where(eq(classicImports.id, importId));
  const broadcasts = await db.select().from(programArchives).where(eq(programArchives.startsAt, row!.startsAt));
  if (row!.state === 'importing') {
    expect(broadcasts).toEqual([]);
    return false;
  }
  expect([row!.state, broadcasts]).toMatchObject(['imported', [{ id: row!.archiveId, isOver: true }]]);
  const { id, streamId, startsAt, endsAt } = broadcasts[0]!;
  const parts = await db.select().from(archiveSections).where(eq(archiveSections.archiveId, id));
  expect(new Set(parts.map(({ title }) => title))).toEqual(new Set(['開場', '聽眾來信']));
  expect(await db.select().from(transcriptCues).where(eq(transcriptCues.streamId, streamId))).toHaveLength(1);
  const found = await segmentsBetween(db, streamId, 'a64', startsAt, endsAt);
  const storage = diskStorage(join(folder, 'media'));
  expect(found).toHaveLength(SEGMENTS);
  const sounds = await Promise.all(found.map(async ({ storageKey, range }) => (await storage.get(storageKey, range))!));
  wanted ??= sounds;
  expect(sounds.map((bytes, i) => bytes.equals(wanted![i]!))).toEqual(sounds.map(() => true));
  return true;
}

it(
  'a classic is imported once and byte for byte, or nothing of it is seen, wherever its worker is killed',
  async () => {
    let imports = 1;
    const first = await ask(0);
    const steps = (await work(first, 0))!;
    expect(await isImported(first)).toBe(true);
    for (let kills = 0; kills < KILLS; imports++) {
      const id = await ask(imports);
      while (kills < KILLS && !(await isImported(id))) {
        if ((await work(id, 1 + Math.floor(Math.random() * steps))) === null) kills++;
      }
      await work(id, 0);
      expect(await isImported(id)).toBe(true);
    }
    tellKills('classics', KILLS, imports);
    const { db } = database;
    expect(await db.select().from(programArchives)).toHaveLength(imports);

    // What killed workers left is forgotten: files that were stored, and uploads.
    const storage = diskStorage(join(folder, 'media'));
    for (const days of [1, 2])
      await runRetention({ db, storage, now: new Date(nowMs + days * DAY_MS), windowMs: 28_800_000 });
    const known = await database.pool.query<{ key: string }>(
      `select storage_key as key from media_hours union select storage_key from media_inits`,
    );
    const files = readdirSync(join(folder, 'media'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => resolve(entry.parentPath, entry.name));
    expect(files.toSorted()).toEqual(known.rows.map(({ key }) => resolve(folder, 'media', key)).toSorted());
    const { uploads: services } = createClassicServices({ db, storage, dataDir: folder });
    await forgetUploads(services, CLASSIC_UPLOADS, new Date(nowMs + UPLOAD_DAYS * DAY_MS));
    expect([await db.select().from(uploads), readdirSync(join(folder, 'classics'))]).toEqual([[], []]);
  },
  timeForKills(KILLS),
);
