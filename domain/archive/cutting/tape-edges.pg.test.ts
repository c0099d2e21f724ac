import { asc, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { archiveSections, programArchives } from '#db/tables/archive.ts';
import { mediaKeeps } from '#db/tables/media.ts';
import { archiveActions } from '#domain/archive/archive.actions.ts';
import { addClassic } from '#domain/archive/classics.ts';
import { getSoundLanes } from '#domain/archive/staff-lists.ts';
import { importTape } from '#domain/media/kept-sound.ts';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { archiveSound, broadcastNeighbours } from '#server/services/playing/archive.ts';
import { openTestDesk, type OfferedUndo, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { memoryStorage } from '#tests/factories/media/memory-storage.ts';
import { insertSmallStation } from '#tests/factories/station.ts';

// A classic of 38.4 minutes with three parts.

const SEGMENTS = 600;
const SEGMENT_MS = 3_840;
const STARTS_AT = Date.parse('1988-02-14T22:00:00+08:00');
const ENDS_AT = STARTS_AT + SEGMENTS * SEGMENT_MS;
const settings = { freeMinutes: 5, replayDays: 365 };
const tsOf = (minutes: number) => STARTS_AT / 1_000 + minutes * 60;
const WHOLE = { starts_ts: STARTS_AT / 1_000, ends_ts: ENDS_AT / 1_000 };

let desk: OpenDesk;
let producer: Person;
let archiveId: number;
beforeAll(async () => {
  desk = await openTestDesk({ actions: archiveActions({ sound: archiveSound, settings }) });
  await insertSmallStation(desk.db);
  producer = await desk.enter('producer');
});
beforeEach(async () => {
  for (const table of [archiveSections, programArchives, mediaKeeps]) await desk.db.delete(table);
  const { init, segment } = audioProgramme(881, 'a64');
  const bytes = segment(1);
  const track = {
    rendition: 'a64' as const,
    init: { bytes: init, codecs: 'mp4a.40.2', timescale: 48_000 },
    segments: Array.from({ length: SEGMENTS }, (_, i) => ({
      bytes,
      durationMs: SEGMENT_MS,
      mediaStartMs: i * SEGMENT_MS,
    })),
  };
  const { now } = desk.clock;
  const deps = { db: desk.db, storage: memoryStorage(), now };
  const minute = (n: number) => `00:${String(n).padStart(2, '0')}:00.000`;
  const rundown = ['開場', '訪問', '來信'].map((title, i) => `${minute(i * 10)} --> ${minute(i * 10 + 10)}\n${title}`);
  await importTape(deps, { name: 'a tape', startsAt: new Date(STARTS_AT) }, [track], async (tx, tape) => {
    const span = { streamId: tape.streamId, startsAt: tape.from, endsAt: tape.to };
    const words = { rundown: `WEBVTT\n\n${rundown.join('\n\n')}\n`, transcript: null };
    const classic = { ...span, ...words, programId: 1, title: null, availableUntil: null };
    ({ archiveId } = await addClassic(tx, { sound: archiveSound, now }, { who: 'chan', why: 'the shelf' }, classic));
  });
});
afterAll(() => desk.close());

const setEdges = (from: number, to: number, before: object = WHOLE) =>
  desk.act(
    'archive.set-edges',
    { archive_id: archiveId, starts_ts: from, ends_ts: to, before },
    { cookie: producer.cookie },
  );
const minuteOf = (at: Date) => (at.getTime() - STARTS_AT) / 60_000;
const shape = async () => {
  const [row] = await desk.db.select().from(programArchives).where(eq(programArchives.id, archiveId));
  const parts = await desk.db
    .select()
    .from(archiveSections)
    .where(isNull(archiveSections.mergedInto))
    .orderBy(asc(archiveSections.sectionNo));
  return {
    edges: [minuteOf(row!.startsAt), minuteOf(row!.endsAt)],
    parts: parts.map(({ startsAt, endsAt, title }) => [minuteOf(startsAt), minuteOf(endsAt), title]),
  };
};
const keeps = async () =>
  (await desk.db.select().from(mediaKeeps)).map((row) => [row.startsAt.getTime(), row.endsAt.getTime()]);

it('are set within its sound, its parts follow, all of the sound stays kept, and they are taken back', async () => {
  const before = await shape();
  const done = await setEdges(tsOf(2), tsOf(36));
  expect(done.status).toBe(200);
  expect(await shape()).toEqual({
    edges: [2, 36],
    parts: [
      [2, 10, '開場'],
      [10, 20, '訪問'],
      [20, 36, '來信'],
    ],
  });
  expect(await keeps()).toEqual([[STARTS_AT, ENDS_AT]]);
  const { undo } = done.response as { undo: OfferedUndo };
  expect((await desk.undo(undo, producer)).status).toBe(200);
  expect(await shape()).toEqual(before);
});

it('are drawn as far as its sound, and it is all kept again when a hidden classic is shown', async () => {
  await setEdges(tsOf(2), tsOf(36));
  for (const name of ['archive.hide', 'archive.show'])
    await desk.act(name, { archive_id: archiveId }, { cookie: producer.cookie });
  expect(await keeps()).toEqual([[STARTS_AT, ENDS_AT]]);
  const { from, to } = await getSoundLanes({ db: desk.db, neighbours: broadcastNeighbours }, archiveId);
  expect([from.getTime(), to.getTime()]).toEqual([STARTS_AT, ENDS_AT]);
});

it.each([
  ['begin before its sound', () => [tsOf(0) - 1, WHOLE.ends_ts], WHOLE, 400],
  ['end after it', () => [tsOf(0), WHOLE.ends_ts + 1], WHOLE, 400],
  ['leave less than a minute', () => [tsOf(1), tsOf(1.5)], WHOLE, 400],
  ['were changed by another person meanwhile', () => [tsOf(1), tsOf(36)], { ...WHOLE, starts_ts: tsOf(0.5) }, 409],
] as const)('are refused if they %s, and nothing changes', async (_why, edges, seen, status) => {
  const before = await shape();
  const [from, to] = edges();
  expect((await setEdges(from!, to!, seen)).status).toBe(status);
  expect(await shape()).toEqual(before);
});
