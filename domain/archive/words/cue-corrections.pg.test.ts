import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { archivePrograms, archiveSections, programArchives, transcriptCues } from '#db/tables/archive.ts';
import { SEARCH_INDEX } from '#db/outbox.ts';
import { archiveActions } from '#domain/archive/archive.actions.ts';
import { archiveSound } from '#server/services/playing/archive.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { openTestDesk, type OfferedUndo, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { insertBroadcast } from '#tests/factories/library.ts';
import { insertSmallStation } from '#tests/factories/station.ts';

const START = new Date('2026-11-25T14:00:00+08:00');
const at = (seconds: number): Date => new Date(START.getTime() + seconds * 1_000);
const ts = (seconds: number): number => at(seconds).getTime() / 1_000;

let desk: OpenDesk;
let producer: Person;
beforeAll(async () => {
  const settings = { freeMinutes: 5, replayDays: 365 };
  desk = await openTestDesk({ actions: archiveActions({ sound: archiveSound, settings }) });
  await insertSmallStation(desk.db);
  await insertStreams(desk.db);
  producer = await desk.enter('producer');
});
beforeEach(async () => {
  for (const table of [transcriptCues, archiveSections, programArchives]) await desk.db.delete(table);
  await insertBroadcast(desk.db, { id: 1, programId: 1, startsAt: START, sections: 3 });
  await desk.db.insert(transcriptCues).values([
    { streamId: 881, startsAt: at(-5), endsAt: at(-1), words: '新聞完' },
    { streamId: 881, startsAt: at(1.25), endsAt: at(3), words: '歡迎收廳' },
    { streamId: 881, startsAt: at(4), endsAt: at(6), words: 'ＨＫ 的士' },
  ]);
});
afterAll(() => desk.close());

interface Reply {
  detail: { why: string; words: string | null };
  undo: OfferedUndo;
}
const correct = async (input: object, { cookie } = producer) => {
  const { status, response } = await desk.act('archive.correct-cue', { archive_id: 1, ...input }, { cookie });
  return { status, ...(response as Reply) };
};
const takeBack = async ({ undo }: Reply) => (await desk.undo(undo, producer)).status;
interface Page {
  items: { cue_id: number; starts_ts: number; ends_ts: number; words: string }[];
  next_after: string | null;
}
const transcript = async (query = '', { cookie } = producer): Promise<Page> =>
  (await desk.call(`/api/staff/archive/1/transcript?${query}`, { cookie })).response as Page;
const words = async (query = '') => (await transcript(query)).items.map((cue) => cue.words);

it('changes one sentence, and has it indexed again, and takes that back after another was changed', async () => {
  await desk.db.execute(sql`delete from graphile_worker._private_jobs`);
  const done = await correct({ starts_ts: ts(1.25), words_before: '歡迎收廳', words: ' 歡迎\n收聽 ' });
  expect(await words()).toEqual(['歡迎 收聽', 'ＨＫ 的士']);
  const { rows: jobs } = await desk.db.execute(sql`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${SEARCH_INDEX}`);
  expect(jobs.length).toBe(3);
  await correct({ starts_ts: ts(4), words_before: 'ＨＫ 的士', words: '香港的士' });
  expect(await takeBack(done)).toBe(200);
  expect(await words()).toEqual(['歡迎收廳', '香港的士']);
  expect(await takeBack(done)).toBe(409);
});

it('overwrites no sentence that somebody else has corrected or deleted, and says what it is now', async () => {
  const mine = { starts_ts: ts(1.25), words_before: '歡迎收廳', words: '歡迎收聽我' };
  await correct({ ...mine, words: '歡迎收聽' });
  const refused = await correct(mine);
  expect(refused).toMatchObject({ status: 409, detail: { why: 'cue-changed', words: '歡迎收聽' } });
  await correct({ ...mine, words_before: '歡迎收聽', words: '' });
  expect(await correct(mine)).toMatchObject({ status: 409, detail: { words: null } });
  expect(await words()).toEqual(['ＨＫ 的士']);
});

it('deletes a sentence without words, and puts it back with its times, but not beside another', async () => {
  const before = await transcript();
  const done = await correct({ starts_ts: ts(1.25), words_before: '歡迎收廳', words: ' ' });
  expect(await words()).toEqual(['ＨＫ 的士']);
  expect(await takeBack(done)).toBe(200);
  const timed = ({ items }: Page) => items.map(({ cue_id: _id, ...cue }) => cue);
  expect(timed(await transcript())).toEqual(timed(before));
  const again = { starts_ts: ts(1.25), ends_ts: ts(3), words_before: '', words: '又一句' };
  expect(await correct(again)).toMatchObject({ status: 409, detail: { words: '歡迎收廳' } });
  expect((await correct({ ...again, ends_ts: ts(700) })).status).toBe(400);
});

it('refuses what is no sentence of the broadcast, what is too long and what changes nothing', async () => {
  const mine = { starts_ts: ts(1.25), words_before: '歡迎收廳' };
  for (const input of [
    { ...mine, words: '長'.repeat(2_001) },
    { ...mine, words: '\0' },
    { ...mine, words: '歡迎收廳' },
    { starts_ts: ts(-5), words_before: '新聞完', words: '新聞' },
    { starts_ts: ts(1_800), words_before: '', ends_ts: ts(1_801), words: '之後' },
  ])
    expect((await correct(input)).status).toBe(400);
  expect((await correct({ ...mine, words: '長'.repeat(2_000) })).status).toBe(200);
});

it('corrects a broadcast that grows, under a number that it had before, within the channel of a role', async () => {
  const { db } = desk;
  await db.update(programArchives).set({ isOver: false });
  const edges = { startsAt: at(60), endsAt: at(120) };
  await db
    .insert(programArchives)
    .values({ id: 2, programId: 1, streamId: 881, dayHk: '2026-11-25', ...edges, mergedInto: 1 });
  const mine = { archive_id: 2, starts_ts: ts(1.25), words_before: '歡迎收廳', words: '歡迎收聽' };
  const other = await desk.enter('producer', { kind: 'channel', id: '903' });
  const own = await desk.enter('producer', { kind: 'channel', id: '881' });
  expect((await correct(mine, other)).status).toBe(403);
  expect((await correct(mine, own)).status).toBe(200);
  expect((await correct(mine, await desk.enter('chief-editor'))).status).toBe(403);
});

it('lists five hundred sentences at once, also of one time, from any instant, whatever the programme publishes', async () => {
  const { db } = desk;
  await db.insert(archivePrograms).values({ programId: 1, hasPublicTranscript: false }).onConflictDoNothing();
  // Two at each second.
  const many = Array.from({ length: 1_000 }, (_, i) => {
    const second = 10 + Math.floor(i / 2);
    return { streamId: 881, startsAt: at(second), endsAt: at(second + 1), words: `句 ${i}` };
  });
  await db.insert(transcriptCues).values(many);
  const first = await transcript();
  const second = await transcript(`after=${first.next_after}`);
  const third = await transcript(`after=${second.next_after}`);
  expect([first.items.length, second.items.length, third.items.length, third.next_after]).toEqual([500, 500, 2, null]);
  const all = [first, second, third].flatMap(({ items }) => items.map((cue) => cue.words));
  expect(all.slice(2)).toEqual(many.map((cue) => cue.words));
  expect(await words(`after=${at(509).getTime()}~0`)).toEqual(['句 998', '句 999']);
  expect((await desk.call('/api/staff/archive/1/transcript?after=x', producer)).status).toBe(400);
  expect((await desk.call('/api/staff/archive/9/transcript', producer)).status).toBe(404);
  expect((await desk.call('/api/staff/archive/1/transcript', await desk.enter('finance'))).status).toBe(403);
});

it('finds sentences by a word in any case and width, at most fifty, where signs of patterns are letters', async () => {
  expect(await words('q=hk')).toEqual(['ＨＫ 的士']);
  expect(await words(`q=${encodeURIComponent('收廳')}`)).toEqual(['歡迎收廳']);
  expect(await words('q=%25')).toEqual([]);
  const many = Array.from({ length: 60 }, (_, i) => ({
    streamId: 881,
    startsAt: at(10 + i),
    endsAt: at(11 + i),
    words: 'Hk',
  }));
  await desk.db.insert(transcriptCues).values(many);
  const { items, next_after: next } = await transcript('q=HK');
  expect(items.length).toBe(50);
  expect(next).not.toBeNull();
});
