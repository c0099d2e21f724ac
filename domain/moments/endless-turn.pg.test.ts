import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archiveSections, programArchives } from '#db/tables/archive.ts';
import { mediaRemovals } from '#db/tables/media.ts';
import { takeMarks } from '#domain/songs/songs.ts';
import { createApiApp } from '#tests/factories/api-app.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import type { TurnReplyWire } from './moments.schema.ts';

// Programme 3 is music, of category 2. Everyone hears the first five minutes.
const at = (clock: string, day = '27') => new Date(`2026-11-${day}T${clock}:00+08:00`);
const now = at('15:00', '28');

let database: TestDatabase;
let api: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await insertSmallStation(db);
  await insertStreams(db);
  const archive = (id: number, startsAt: Date, availableUntil: Date | null = null) => ({
    id,
    programId: 3,
    streamId: 903,
    dayHk: '2026-11-27',
    startsAt,
    endsAt: new Date(startsAt.getTime() + 2 * 3_600_000),
    availableUntil,
  });
  const archives = [archive(1, at('08:00')), archive(2, at('12:00'), at('12:00', '28'))];
  await db.insert(programArchives).values(archives);
  await db
    .insert(archiveSections)
    .values(
      archives.map(({ id, startsAt, endsAt }) => ({ id: id * 10, archiveId: id, sectionNo: 1, startsAt, endsAt })),
    );
  const song = (title: string, startsAt: Date, isOver = true) => ({
    reportId: title,
    revision: 1,
    kind: 'song' as const,
    startsAt,
    endsAt: isOver ? new Date(startsAt.getTime() + 200_000) : null,
    title,
    artist: '歌手',
    programId: null,
    isWithdrawn: false,
  });
  await db.transaction((tx) =>
    takeMarks(tx, 903, [
      song('開頭', at('08:02')),
      song('後來', at('08:30')),
      song('移除', at('08:40')),
      song('未完', at('08:50'), false),
      song('過期', at('12:05')),
    ]),
  );
  await db.insert(mediaRemovals).values({ streamId: 903, startsAt: at('08:39'), endsAt: at('08:45'), why: 'rights' });
  api = await createApiApp({ db, clock: () => now });
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const ask = (query: Record<string, string> = {}) =>
  api.inject({ url: '/api/songs/endless', query: { category_id: '2', day: '2026-11-28', ...query } });

it('has songs from their first to their last instant, without those that no listener may hear', async () => {
  const { items, has_more: hasMore } = (await ask()).json<{ response: TurnReplyWire }>().response;
  expect(items.map(({ title }) => title).toSorted()).toEqual(['後來', '開頭'].toSorted());
  expect(items.find(({ title }) => title === '開頭')).toMatchObject({
    artist: '歌手',
    program_archive_id: 1,
    program_archive_section_id: 10,
    start_ts: at('08:02').getTime() / 1000,
    end_ts: at('08:02').getTime() / 1000 + 200,
    is_free: true,
  });
  expect(items.find(({ title }) => title === '後來')!.is_free).toBe(false);
  expect(hasMore).toBe(false);
});

it.each([{ day: '2026-11-29' }, { day: '2026-10-01' }])(
  'has no list of a day to come, nor of one long ago: %o',
  async (query) => {
    expect((await ask(query)).statusCode).toBe(404);
  },
);

it.each<Record<string, string>>([
  { day: 'x' },
  { type: 'noon' },
  { page: '0' },
  { page: '1e9' },
  { category_id: '99999999999' },
])('refuses what is no list: %o', async (query) => {
  expect((await ask(query)).statusCode).toBe(400);
});
