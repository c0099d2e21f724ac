import { asc, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archivePrograms, archiveSections, programArchives, transcriptCues } from '#db/tables/archive.ts';
import { asRun } from '#db/tables/timetable.ts';
import { indexItem, isIndexStale, rebuildIndex } from '#domain/search/search-index.ts';
import { search } from '#domain/search/search.ts';
import { presentHit } from '#domain/search/search.present.ts';
import { emptyAudit, wholeAudit } from '#tests/factories/audit.ts';
import { createKeptSound, cutAt, insertStreams } from '#tests/factories/archive.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { cutArchive } from '#domain/archive/cutting/archive-cut.ts';
import { setReplay } from '#domain/archive/cutting/staff-actions.ts';
import { getSection } from '#domain/archive/archive.ts';
import { importRundown, importTranscript, listTranscript, saidAt } from './transcripts.ts';

const at = (clock: string) => new Date(`2026-11-21T${clock}+08:00`);
const now = at('17:50:00');
const hand = { who: 'chan', why: 'the tape of the afternoon' };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  await insertStreams(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  const { db } = database;
  for (const table of [transcriptCues, archiveSections, programArchives, archivePrograms, asRun])
    await db.delete(table);
  await emptyAudit(db);
  await db.insert(asRun).values([
    { channelId: 881, programId: 1, startsAt: at('14:00:00'), endsAt: at('16:00:00') },
    { channelId: 881, programId: 5, startsAt: at('16:00:00'), endsAt: at('18:00:00') },
  ]);
  await cut();
});

const sound = createKeptSound().sound;
const cut = () => cutArchive({ db: database.db, ...cutAt(now, sound) }, { channelId: 881 });
const taxi = async () => {
  const rows = await database.db.select().from(programArchives).orderBy(asc(programArchives.startsAt));
  const row = rows.find(({ programId }) => programId === 1);
  if (!row) throw new Error('no broadcast');
  return row;
};
const sections = () =>
  database.db
    .select()
    .from(archiveSections)
    .where(isNull(archiveSections.mergedInto))
    .orderBy(asc(archiveSections.startsAt));
const give = async (text: string, how: typeof importTranscript | typeof importRundown = importTranscript) => {
  const { id: archiveId } = await taxi();
  return database.db.transaction((tx) => how(tx, { now }, hand, { archiveId, text }));
};
const vtt = (...cues: string[]) => `WEBVTT\n\n${cues.join('\n\n')}\n`;
const found = async (q: string) => (await search({ db: database.db, now }, { q })).hits;

const TALK = vtt('00:00:05.000 --> 00:00:09.000\n今日講紅磡海底隧道', '01:10:00.000 --> 01:10:04.000\n訪問車房老闆');

describe('a transcript', () => {
  it('lies on the stream by instants, so that words are found by moment and part', async () => {
    expect(await give(TALK)).toBe(2);
    expect((await saidAt(database.db, { streamId: 881, at: at('14:00:07') }))?.words).toBe('今日講紅磡海底隧道');
    expect(await saidAt(database.db, { streamId: 881, at: at('14:00:10') })).toBeNull();
    await give(vtt('00:00.000 --> 01:00:00.000\n路況', '01:00:00.000 --> 02:00:00.000\n訪問'), importRundown);
    const [, second] = await sections();
    const section = await getSection(database.db, second?.id ?? 0);
    expect(section?.title).toBe('訪問');
    expect(section && (await listTranscript(database.db, section)).map((cue) => cue.words)).toEqual(['訪問車房老闆']);
  });

  it('takes the place of the one before', async () => {
    await give(TALK);
    await give(vtt('00:00:05.000 --> 00:00:09.000\n改正'));
    expect((await database.db.select().from(transcriptCues)).map((cue) => cue.words)).toEqual(['改正']);
  });

  it.each([
    ['a bad line', 'WEBVTT\n\nx', 'line 3: expected cue times'],
    ['words after the end', vtt('03:00:00.000 --> 03:00:01.000\nx'), 'cue 1 begins after the broadcast has ended'],
  ])('is refused whole for %s, and nothing is written down', async (_what, text, why) => {
    await expect(give(text)).rejects.toMatchObject({
      errorName: 'invalidParam',
      sentence: expect.stringContaining(why) as string,
    });
    expect(await database.db.select().from(transcriptCues)).toEqual([]);
    expect(await wholeAudit(database.db)).toEqual([]);
  });

  it('is nobody’s to read where the programme says so', async () => {
    await database.db.insert(archivePrograms).values({ programId: 1, hasPublicTranscript: false });
    await give(TALK);
    expect(await saidAt(database.db, { streamId: 881, at: at('14:00:07') })).toBeNull();
    await rebuildIndex({ db: database.db, now });
    expect(await found('海底隧道')).toEqual([]);
  });
});

describe('a rundown', () => {
  it('keeps the number of the part that there was, and holds when the day is cut again', async () => {
    const [whole] = await sections();
    await give(vtt('00:00.000 --> 00:30:00.000\n開場', '00:30:00.000 --> 02:00:00.000\n的士台'), importRundown);
    expect(await cut()).toEqual([]);
    expect((await sections()).map((part) => [part.title, part.sectionNo, part.source])).toEqual([
      ['開場', 1, 'import'],
      ['的士台', 2, 'import'],
      [null, 1, 'clock'],
    ]);
    expect((await sections()).map((part) => part.id)).toContain(whole?.id);
    // A broadcast that turns out longer extends its last part.
    await database.db
      .update(asRun)
      .set({ endsAt: at('16:05:00'), source: 'staff' })
      .where(sql`program_id = 1`);
    await database.db
      .update(asRun)
      .set({ startsAt: at('16:05:00') })
      .where(sql`program_id = 5`);
    await cut();
    const [, last] = await sections();
    expect([last?.title, last?.endsAt]).toEqual(['的士台', at('16:05:00')]);
  });
});

describe('replays in search', () => {
  it('are found by what was said and by the names of their parts, as type 202', async () => {
    await give(TALK);
    await rebuildIndex({ db: database.db, now });
    expect(await isIndexStale({ db: database.db })).toBe(false);
    const [hit] = await found('海底隧道');
    const [part] = await sections();
    expect(hit && presentHit(hit)).toMatchObject({
      content_type: 202,
      item_id: part?.id,
      type: 'replay',
      program_name: '的士高峰',
      program_id: 1,
      section_no: 1,
      display_date: '2026-11-21',
      has_audio: true,
      highlight: '海底隧道',
    });
  });

  it('lead to the second at which it was said', async () => {
    await give(
      vtt(
        '00:10.000 --> 00:14.000\n今朝落緊雨',
        '01:40.500 --> 01:44.000\n𠵱家海底隧道好塞',
        '02:00.000 --> 02:04.000\n海底隧道通返',
      ),
    );
    await rebuildIndex({ db: database.db, now });
    const { id: archiveId } = await taxi();
    const [hit] = await found('海底隧道');
    expect(hit?.path).toBe(`/program/archives/${archiveId}?at=${at('14:01:40').getTime() / 1000}`);
    const [other] = await found('落緊雨');
    expect(other?.path).toBe(`/program/archives/${archiveId}?at=${at('14:00:10').getTime() / 1000}`);
  });

  it('lead to the beginning of a part that is found by its name', async () => {
    await give(vtt('00:00.000 --> 00:30:00.000\n開場', '00:30:00.000 --> 02:00:00.000\n夜更司機'), importRundown);
    await rebuildIndex({ db: database.db, now });
    const { id: archiveId } = await taxi();
    const [hit] = await found('夜更司機');
    expect(hit?.path).toBe(`/program/archives/${archiveId}?at=${at('14:30:00').getTime() / 1000}`);
  });

  it('are gone at once when taken down, before the index is told, and for good after', async () => {
    await give(TALK);
    await rebuildIndex({ db: database.db, now });
    const { id: archiveId } = await taxi();
    await database.db.transaction((tx) => setReplay(tx, { sound, now }, hand, { archiveId, state: 'taken_down' }));
    expect(await found('海底隧道')).toEqual([]);
    const [part] = await sections();
    await indexItem({ db: database.db, now }, { contentType: 202, itemId: part?.id ?? 0 });
    const { rows } = await database.db.execute(
      sql`select 1 from search_documents where content_type = 202 and item_id = ${part?.id ?? 0}`,
    );
    expect(rows).toEqual([]);
  });

  it('are found by the names of their programme and hosts and its tagline, the newest first, among replays alone', async () => {
    const days = [1, 2, 3].map((n) => new Date(at('14:00:00').getTime() - n * 86_400_000));
    await database.db.insert(asRun).values(
      days.map((startsAt) => ({
        channelId: 881 as const,
        programId: 1,
        startsAt,
        endsAt: new Date(startsAt.getTime() + 7_200_000),
      })),
    );
    for (const day of days) await cutArchive({ db: database.db, ...cutAt(now, sound) }, { channelId: 881, from: day });
    await rebuildIndex({ db: database.db, now });
    expect(await isIndexStale({ db: database.db })).toBe(false);
    const { rows: hostNames } = await database.db.execute<{ name: string }>(
      sql`select h.name from program_hosts p join hosts h on h.id = p.host_id where p.program_id = 1 limit 1`,
    );
    for (const sort of ['relevant', 'latest'] as const)
      for (const q of ['的士高峰', '的士', hostNames[0]?.name ?? 'a host', '一程車']) {
        const { hits } = await search({ db: database.db, now }, { q, type: 'replay', sort });
        const startedAt = hits.map(({ replay }) => replay?.startsAtMs ?? 0);
        expect([q, startedAt]).toEqual([q, [at('14:00:00'), ...days].map(Number)]);
      }
    expect((await found('的士高峰')).map((hit) => hit.contentType)).not.toContain(202);
  });
});
