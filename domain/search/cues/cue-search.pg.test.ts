import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archivePrograms, archiveSections, programArchives, transcriptCues } from '#db/tables/archive.ts';
import { mediaRemovals } from '#db/tables/media.ts';
import { ContentType } from '#shared/enums.ts';
import { indexItem, rebuildIndex } from '#domain/search/search-index.ts';
import { search } from '#domain/search/search.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { otherSaid, REMEMBERED, SAID } from '#tests/factories/said.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { spokenBetween } from '#sandbox/stations/spoken.ts';
import { parseWebVtt } from '#domain/archive/words/webvtt.rules.ts';
import { findCuesByIndex, walkNewestCues } from './cue-search.store.ts';
import { searchCues } from './cue-search.ts';

const at = (day: string, clock: string) => new Date(`2026-11-${day}T${clock}+08:00`);
const now = at('28', '12:00:00');
const SECOND = 1_000;

let database: TestDatabase;
let api: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await insertSmallStation(db);
  await insertStreams(db);
  // Days of talk, then news of the demo, which repeats its sentences.
  for (let day = 1; day <= 3; day++)
    await insertBroadcast(
      20 + day,
      day,
      Array.from({ length: 1_000 }, (_, n) => ({
        startsAt: new Date(at(String(20 + day), '07:00:00').getTime() + n * 6 * SECOND),
        words: day === 2 && n % 25 === 7 ? (SAID[Math.floor(n / 25)] ?? otherSaid(n)) : otherSaid(day * 1_000 + n),
      })),
    );
  for (const day of [24, 25, 26]) {
    const startsAt = at(String(day), '07:00:00');
    const spoken = parseWebVtt(spokenBetween(startsAt.getTime(), startsAt.getTime() + 3_600_000));
    if (!spoken.ok) throw new Error('the demo has no words');
    const cues = spoken.cues.map(({ startMs, words }) => ({
      startsAt: new Date(startsAt.getTime() + startMs),
      words,
    }));
    await insertBroadcast(day, 1, cues);
  }
  await rebuildIndex({ db, now });
  api = await createApiApp({ db, clock: () => now });
}, 120_000);
afterAll(async () => {
  await api.close();
  await database.close();
});

/** From seven to nine, in two sections, the second of which has a name. */
async function insertBroadcast(day: number, programId: number, cues: { startsAt: Date; words: string }[]) {
  const { db } = database;
  const [startsAt, middle, endsAt] = [
    at(String(day), '07:00:00'),
    at(String(day), '08:00:00'),
    at(String(day), '09:00:00'),
  ];
  await db
    .insert(programArchives)
    .values({ id: day, programId, streamId: 881, dayHk: `2026-11-${day}`, startsAt, endsAt, isOver: true });
  await db.insert(archiveSections).values([
    { id: day * 10, archiveId: day, sectionNo: 1, startsAt, endsAt: middle },
    { id: day * 10 + 1, archiveId: day, sectionNo: 2, title: `第${day}日時事觀察`, startsAt: middle, endsAt },
  ]);
  await db
    .insert(transcriptCues)
    .values(cues.map((cue) => ({ streamId: 881, ...cue, endsAt: new Date(cue.startsAt.getTime() + 5 * SECOND) })));
}

const found = async (q: string, freeMinutes = 5) =>
  (await searchCues({ db: database.db, now, freeMinutes }, { q })).moments;
const words = async (q: string) => (await found(q)).map((moment) => moment.words);

describe('what somebody remembers', () => {
  it('is fifty phrases or more', () => expect(REMEMBERED.length).toBeGreaterThanOrEqual(50));

  it.each(REMEMBERED)('“%s” is among the first five: %s…', async (q, begins) => {
    expect((await words(q)).filter((each) => each.startsWith(begins))).toHaveLength(1);
  });

  it.each([
    ['恒生指數半日升', '財經消息'],
    ['恆生指數', '財經消息'],
    ['紅磡海底隧道九龍入口', '運輸署表示'],
    ['红磡海底隧道', '運輸署表示'],
  ])('“%s” of the demo is found once in each broadcast, the newest first', async (q, begins) => {
    const moments = await found(q);
    expect(moments.map(({ archiveId }) => archiveId).slice(0, 3)).toEqual([26, 25, 24]);
    expect(moments[0]?.words.startsWith(begins)).toBe(true);
  });

  it('may be the name of a section, in Chinese, Simplified or as it sounds', async () => {
    for (const q of ['時事觀察', '时事观察', 'si si gun caat']) {
      const [first] = await found(q);
      expect(first).toMatchObject({ kind: 'section', archiveId: 26, sectionId: 261 });
      expect(first?.playAtMs).toBe(at('26', '08:00:00').getTime());
    }
  });

  it('that nobody said is not found, nor are signs or a query of tsquery', async () => {
    for (const q of ['', '？！', "' | 'a", '火星人降落尖沙咀', '!(']) expect(await words(q)).toEqual([]);
  });
});

describe('a moment', () => {
  it('plays from two seconds before its sentence, but not from before its section', async () => {
    const [moment] = await found('砵仔糕');
    expect(moment?.playAtMs).toBe((moment?.startsAt.getTime() ?? 0) - 2 * SECOND);
    await database.db.insert(transcriptCues).values({
      streamId: 881,
      startsAt: at('22', '08:00:01'),
      endsAt: at('22', '08:00:03'),
      words: '第二節第一句',
    });
    await indexItem({ db: database.db, now }, { contentType: ContentType.PROGRAM_ARCHIVE_SECTION, itemId: 221 });
    const [first] = await found('第二節第一句');
    expect(first).toMatchObject({ sectionId: 221, playAtMs: at('22', '08:00:00').getTime() });
  });

  it('is free within the free beginning of its broadcast', async () => {
    const [early] = await found('深水埗嗰場火', 5);
    expect(early?.isFree).toBe(true);
    const [late] = await found('焗爐', 5);
    expect(late?.isFree).toBe(false);
    expect((await found('焗爐', 60))[0]?.isFree).toBe(true);
  });

  it('is told by a call, with its words in parts, its day and clock, and the page that plays it', async () => {
    const reply = await api.inject({ url: `/api/search/cues?${new URLSearchParams({ q: '砵仔糕' })}` });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['cache-control']).toBe('public, max-age=0, s-maxage=4');
    const { items } = reply.json().response;
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      kind: 'cue',
      broadcast_day: '2026-11-22',
      display_time: '07:05:42',
      program_name: '夜海長談',
      item_id: 220,
      section_no: 1,
      url: `/program/archives/22?at=${at('22', '07:05:40').getTime() / 1000}`,
      play_ts: at('22', '07:05:40').getTime() / 1000,
      is_free: false,
    });
    expect(items[0].words_parts.filter(({ hit }: { hit: boolean }) => hit)).toEqual([{ text: '砵仔糕', hit: true }]);
  });

  it.each(['limit=0', 'limit=31', 'limit=x'])('is not asked for by %s', async (query) => {
    expect((await api.inject({ url: `/api/search/cues?q=a&${query}` })).statusCode).toBe(400);
  });
});

describe('what may not be heard is not found, without the index being told', () => {
  const change = async (how: () => Promise<unknown>, back: () => Promise<unknown>) => {
    expect(await words('砵仔糕')).toHaveLength(1);
    await how();
    expect(await words('砵仔糕')).toEqual([]);
    await back();
    expect(await words('砵仔糕')).toHaveLength(1);
  };
  const set = (values: Partial<typeof programArchives.$inferInsert>) =>
    database.db.update(programArchives).set(values).where(eq(programArchives.id, 22));

  it.each(['taken_down', 'ended'] as const)('a broadcast that is %s', async (state) => {
    await change(
      () => set({ state }),
      () => set({ state: 'shown' }),
    );
  });

  it('a broadcast that is past its rights', async () => {
    await change(
      () => set({ availableUntil: new Date(now.getTime() - 1) }),
      () => set({ availableUntil: null }),
    );
  });

  it('a programme that publishes no transcript, though its sections keep their names', async () => {
    const { db } = database;
    await change(
      async () => {
        await db.insert(archivePrograms).values({ programId: 2, hasPublicTranscript: false });
        expect((await found('第22日時事觀察'))[0]).toMatchObject({ kind: 'section', archiveId: 22 });
      },
      () => db.delete(archivePrograms),
    );
  });

  it('a removed sound', async () => {
    const { db } = database;
    await change(
      () =>
        db.insert(mediaRemovals).values({
          streamId: 881,
          startsAt: at('22', '07:05:44'),
          endsAt: at('22', '07:05:45'),
          why: 'law',
        }),
      () => db.update(mediaRemovals).set({ liftedAt: now }),
    );
  });

  it('a removed sound is not in the general search either, once its part is indexed again', async () => {
    const { db } = database;
    const sentence = '惠民路';
    const shown = async () => (await search({ db, now }, { q: sentence, type: 'replay' })).hits.length;
    const again = (itemId: number) =>
      indexItem({ db, now }, { contentType: ContentType.PROGRAM_ARCHIVE_SECTION, itemId });
    const [moment] = await found(sentence);
    if (moment === undefined) throw new Error('not found');
    expect(await shown()).toBe(1);
    const { startsAt, sectionId } = moment;
    const endsAt = new Date(startsAt.getTime() + SECOND);
    await db.insert(mediaRemovals).values({ streamId: 881, startsAt, endsAt, why: 'law' });
    await again(sectionId);
    expect([await shown(), (await found(sentence)).length]).toEqual([0, 0]);
    await db.update(mediaRemovals).set({ liftedAt: now });
    await again(sectionId);
    expect(await shown()).toBe(1);
  });

  it('a sentence that was corrected or deleted', async () => {
    const { db } = database;
    const cue = sql`words like '%砵仔糕%'`;
    const [row] = await db.select().from(transcriptCues).where(cue);
    if (row === undefined) throw new Error('no cue');
    await change(
      () => db.update(transcriptCues).set({ words: '另一句' }).where(eq(transcriptCues.id, row.id)),
      () => db.update(transcriptCues).set({ words: row.words }).where(eq(transcriptCues.id, row.id)),
    );
    await db.delete(transcriptCues).where(eq(transcriptCues.id, row.id));
    expect(await words('砵仔糕')).toEqual([]);
    await db.insert(transcriptCues).values(row);
    await indexItem({ db, now }, { contentType: ContentType.PROGRAM_ARCHIVE_SECTION, itemId: 220 });
    expect(await words('砵仔糕')).toHaveLength(1);
  });

  it('and a section that was renamed is found by its present name only', async () => {
    const { db } = database;
    await db.update(archiveSections).set({ title: '全新一節' }).where(eq(archiveSections.id, 211));
    expect(await words('第21日時事觀察')).not.toContain('全新一節');
    await indexItem({ db, now }, { contentType: ContentType.PROGRAM_ARCHIVE_SECTION, itemId: 211 });
    expect(await words('全新一節')).toEqual(['全新一節']);
  });

  it('a recut moves no sentence: the one that contains its instant plays it', async () => {
    const { db } = database;
    await db
      .update(archiveSections)
      .set({ endsAt: at('22', '07:05:00') })
      .where(eq(archiveSections.id, 220));
    await db
      .update(archiveSections)
      .set({ startsAt: at('22', '07:05:00') })
      .where(eq(archiveSections.id, 221));
    expect((await found('砵仔糕'))[0]).toMatchObject({ sectionId: 221, startsAt: at('22', '07:05:42') });
  });
});

describe('at 200,000 sentences', () => {
  beforeAll(async () => {
    const { db } = database;
    // Every tenth has a frequent word.
    await db.execute(sql`
      insert into transcript_cues (stream_id, starts_at, ends_at, words)
      select 864, ts, ts + interval '5 seconds', case when n % 10 = 0 then '香港' else '其他' end || '新聞' || n
      from (select n, timestamptz '2026-11-13' + n * interval '6 seconds' as ts from generate_series(1, 200000) n) as said`);
    await db.execute(sql`
      insert into search_cues (cue_id, starts_at, grams)
      select id, starts_at, array_to_tsvector(array['新闻', left(words, 2), substr(words, 5)])
      from transcript_cues where stream_id = 864`);
    await db.execute(sql`analyze search_cues`);
  }, 120_000);

  const plan = async (ask: (db: TestDatabase['db']) => Promise<unknown>): Promise<string> => {
    const { db } = database;
    const plans: string[] = [];
    const explaining = {
      ...db,
      execute: async (query: Parameters<typeof db.execute>[0]) => {
        const { rows } = await db.execute(sql`explain (analyze, buffers) ${query as ReturnType<typeof sql>}`);
        plans.push(rows.map((row) => Object.values(row)[0]).join('\n'));
        return { rows: [] };
      },
    } as unknown as TestDatabase['db'];
    await ask(explaining);
    return plans.join('\n');
  };

  it('a rare word is read from the index of words, a frequent one among the newest, and neither by a scan', async () => {
    const rare = await plan((db) => findCuesByIndex(db, "'76543'", 200));
    expect(rare).toContain('search_cues_grams_idx');
    const frequent = await plan((db) => walkNewestCues(db, "'新闻'", 2_000));
    expect(frequent).toContain('search_cues_newest_idx');
    expect(rare + frequent).not.toMatch(/Seq Scan on search_cues|Seq Scan on transcript_cues/);
  });

  it('a frequent word is answered by the newest that have it', async () => {
    const ids = await walkNewestCues(database.db, "'香港'", 2_000);
    expect(ids).toHaveLength(200);
  });

  it('and the sentences of before are still found', async () => {
    expect((await words('花墟')).filter((each) => each.includes('花墟'))).toHaveLength(1);
  });
});
