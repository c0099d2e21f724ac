import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '#db/database.ts';
import { members } from '#db/tables/members.ts';
import { createLibraryServices, insertSmallArchive } from '#tests/factories/library.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { plansOf, scannedTables } from '#tests/setup/plans.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { addBookmark, listBookmarks } from './bookmarks.ts';
import { addFavourite, listFavouritePrograms, listFavourites, removeFavourite } from './favourites.ts';
import { addToHistory, listHistory, updateSectionPlayback } from './history.ts';
import { countLists, forgetRemoved, orderList, removeFromList, undoRemoval } from './library.ts';
import type { LibraryServices } from './library-services.ts';
import { addHistoryToPlaylist, addToPlaylist, listPlaylist } from './playlist.ts';

// A member with years of history among others: no call scans a whole table.

let database: TestDatabase;
const now = new Date('2026-11-21T12:00:00+08:00');
const actor = memberActor(1, { isSubscriber: true });
const OURS = ['library_lists', 'playlist_entries', 'favourites', 'history_entries', 'bookmarks'];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await insertSmallArchive(db);
  await db
    .insert(members)
    .values(
      Array.from({ length: 300 }, (_, i) => ({ id: i + 1, email: `${i}@m.example`, emailKey: `${i}@m.example` })),
    );
  await db.execute(sql`insert into program_archives (id, program_id, stream_id, day_hk, starts_at, ends_at)
    select 1000 + i, 1, 881, '2020-01-01', timestamptz '2020-01-01' + i * interval '1 hour', timestamptz '2020-01-01' + (i + 1) * interval '1 hour'
    from generate_series(1, 10100) as i`);
  await db.execute(sql`insert into archive_sections (id, archive_id, section_no, starts_at, ends_at)
    select 100000 + id, id, 1, starts_at, ends_at from program_archives where id > 1000`);
  await db.execute(sql`insert into history_entries (member_id, section_id, played_at, position)
    select 1, 100000 + 1000 + i, now(), i from generate_series(1, 10000) as i
    union all select 2 + i % 299, 101000 + 1 + i / 299, now(), i from generate_series(0, 29899) as i`);
  await db.execute(sql`insert into bookmarks (member_id, stream_id, at, position)
    select 1 + i % 300, 881, timestamptz '2020-01-02' + i * interval '1 second', i from generate_series(1, 9000) as i`);
  await db.execute(sql`insert into playlist_entries (member_id, kind, section_id, position)
    select 1 + i % 300, (array['queue', 'playlist'])[1 + (i / 300) % 2], 101001 + i / 600, i from generate_series(0, 17999) as i`);
  await db.execute(sql`insert into favourites (member_id, program_id, position)
    select m, p, p from generate_series(1, 300) as m cross join (select unnest(array[1, 2, 3, 4, 5, 6, 9, 11]) as p) as ps`);
  await db.execute(sql`insert into library_lists (member_id, kind)
    select m, k from generate_series(1, 300) as m cross join unnest(array['queue', 'playlist', 'favourite', 'history', 'bookmark']) as k`);
  await db.execute(sql`vacuum analyze`);
}, 120_000);
afterAll(() => database.close());

type Ask = (services: LibraryServices, db: Db) => Promise<unknown>;

it.each<[string, Ask]>([
  ['history, first page', (s) => listHistory(s, actor, { limit: 20, offset: 0 }, now)],
  ['history, last page', (s) => listHistory(s, actor, { limit: 20, offset: 9_980 }, now)],
  ['history, searched', (s) => listHistory(s, actor, { limit: 20, offset: 0, keyword: '的士 不在' }, now)],
  ['counts', (s) => countLists(s, actor)],
  ['play', (s) => addToHistory(s, actor, 101, now)],
  ['play again', (s) => addToHistory(s, actor, 101_001, now)],
  ['position', (s) => updateSectionPlayback(s, actor, { sectionId: 101, position: 1, deviceName: '' }, now)],
  ['queue', (s) => listPlaylist(s, actor, 'queue', now)],
  ['playlist', (s) => listPlaylist(s, actor, 'playlist', now)],
  ['add', (s) => addToPlaylist(s, actor, 'playlist', { sectionId: 101, direction: 'forward' }, now)],
  ['add all history', (s) => addHistoryToPlaylist(s, actor, { which: 'all' }, now)],
  ['favourites', (s) => listFavourites(s, actor, now)],
  ['favourite programmes', (s) => listFavouritePrograms(s, actor, { limit: 8, offset: 0 }, now)],
  ['add a favourite', (s) => addFavourite(s, actor, 12, now)],
  ['remove a favourite', (s) => removeFavourite(s, actor, 12, now)],
  ['bookmarks', (s) => listBookmarks(s, actor, now)],
  ['mark', (s) => addBookmark(s, actor, { sectionId: 101, position: 1 }, now)],
  ['order', (s) => orderList(s, actor, 'history', { id: 9, predecessor: 7 })],
  ['remove all', (s) => removeFromList(s, actor, 'history', { except: [] }, now)],
  [
    'remove and undo',
    async (s) => {
      const { revision } = await removeFromList(s, actor, 'playlist', { except: [] }, now);
      await undoRemoval(s, actor, { list: 'playlist', revision }, now);
    },
  ],
  ['forget', (s) => forgetRemoved(s, now)],
])('%s: every question has its index', async (_name, ask) => {
  const plans = await plansOf(database.pool, (tx) => ask(createLibraryServices(tx), tx));
  expect(scannedTables(plans).filter((table) => OURS.includes(table))).toEqual([]);
});

it('asks for the parts of all bookmarks at once, and finds words in ten thousand without a table read from end to end', async () => {
  const { db, pool } = database;
  await db.execute(sql`insert into bookmarks (member_id, stream_id, at, position)
    select 1, 881, timestamptz '2020-02-02' + i * interval '1 hour', 20000 + i from generate_series(1, 150) as i`);
  const many = await plansOf(pool, (tx) => listBookmarks(createLibraryServices(tx), actor, now));
  await db.execute(
    sql`update bookmarks set removed_at = now(), removed_in = 1 where member_id = 1 and at > '2020-02-02 02:00'`,
  );
  const few = await plansOf(pool, (tx) => listBookmarks(createLibraryServices(tx), actor, now));
  expect(many.length).toBe(few.length);
  const searched = await plansOf(pool, (tx) =>
    listHistory(createLibraryServices(tx), actor, { limit: 50, offset: 0, keyword: '不在' }, now),
  );
  const read = ['history_entries', 'archive_sections', 'program_archives'];
  expect(scannedTables([...many, ...searched]).filter((table) => read.includes(table))).toEqual([]);
});

it('keeps ten thousand and lets the oldest go', async () => {
  const services = createLibraryServices(database.db);
  await database.db.execute(sql`update history_entries set removed_at = null, removed_in = null where member_id = 1`);
  for (const id of [201, 202, 203]) await addToHistory(services, actor, id, now);
  const count = await database.db.execute<{ n: number; least: number }>(
    sql`select count(*)::int as n, min(position) as least from history_entries where member_id = 1`,
  );
  expect(count.rows[0]?.n).toBe(10_000);
  expect(count.rows[0]?.least).toBeGreaterThan(1);
  const [first] = (await listHistory(services, actor, { limit: 1, offset: 0 }, now)).items;
  expect(first?.section.id).toBe(203);
});
