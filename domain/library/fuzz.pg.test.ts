import { asc, eq } from 'drizzle-orm';
import { assert, asyncProperty, constantFrom, dictionary, jsonValue, oneof, string, type Arbitrary } from 'fast-check';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookmarks, favourites, historyEntries, playlistEntries } from '#db/tables/library.ts';
import { frameworkErrors } from '#server/web/errors.ts';
import { createLibraryCalls } from '#tests/factories/library.ts';
import type { LoggedInMember } from '#tests/factories/accounts/member-calls.ts';
import { nastyValue } from '#tests/factories/server/fuzz-values.ts';

// Fuzzing the list calls: always a code and no server error, a refused call changes nothing, and nobody sees or changes
// another's lists.

const RUNS = 40;

let calls: Awaited<ReturnType<typeof createLibraryCalls>>;
let owner: LoggedInMember;
let me: LoggedInMember;
let plain: LoggedInMember;
const routes: { method: string; url: string }[] = [];
beforeAll(async () => {
  const app = fastify({ frameworkErrors });
  app.addHook('onRoute', ({ method, url }) => {
    if (/^\/api\/(playlist|programs\/fav)/.test(url))
      for (const one of [method].flat())
        if (one !== 'HEAD') routes.push({ method: one, url: url.slice('/api/'.length) });
  });
  calls = await createLibraryCalls(app);
  owner = await calls.subscriber('owner@member.example');
  me = await calls.subscriber('me@member.example');
  plain = await calls.member('plain@member.example');
  for (const id of [1, 5, 3]) await calls.get(owner, 'POST', 'playlist/favourite', { program_id: id });
  for (const id of [101, 102, 205]) {
    await calls.get(owner, 'POST', 'playlist/history', { program_archive_section_id: id });
    await calls.get(owner, 'POST', 'playlist/bookmark', { program_archive_section_id: id, position: 3, note: '秘密' });
  }
  await calls.get(owner, 'POST', 'playlist', { program_archive_id: 1 });
  await calls.get(owner, 'POST', 'playlist/userplaylist', { program_archive_id: 2 });
});
afterAll(() => calls.close());

const TABLES = [playlistEntries, favourites, historyEntries, bookmarks];
const rowsOf = ({ memberId }: LoggedInMember) =>
  Promise.all(
    TABLES.map((table) => calls.db.select().from(table).where(eq(table.memberId, memberId)).orderBy(asc(table.id))),
  );
const idsOf = async (member: LoggedInMember) => (await rowsOf(member)).map((rows) => rows.map(({ id }) => id));

it('knows every call of lists', () => {
  expect(routes.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual([
    'DELETE playlist',
    'DELETE playlist/bookmark',
    'DELETE playlist/favourite',
    'DELETE playlist/history',
    'DELETE playlist/userplaylist',
    'GET playlist',
    'GET playlist/bookmark',
    'GET playlist/favourite',
    'GET playlist/history',
    'GET playlist/userplaylist',
    'GET programs/fav',
    'GET programs/fav/ids',
    'PATCH playlist/:id/order',
    'PATCH playlist/bookmarkorder',
    'PATCH playlist/favouriteorder',
    'PATCH playlist/historyorder',
    'PATCH playlist/userplaylistorder',
    'POST playlist',
    'POST playlist/bookmark',
    'POST playlist/favourite',
    'POST playlist/favourite/toplaylist',
    'POST playlist/history',
    'POST playlist/history/recording',
    'POST playlist/history/toplaylist',
    'POST playlist/undo',
    'POST playlist/userplaylist',
    'POST playlist/userplaylist/updatesectionplayback',
  ]);
});

it('tells a guest 10004 and a member without a plan 20003, whatever they send (R-343, R-433)', async () => {
  for (const { method, url } of routes)
    for (const body of method === 'GET' ? [undefined] : [undefined, {}, { all: true }, [[]], 'x']) {
      expect(await calls.code(null, method, url, body), `${method} ${url}`).toBe(10004);
      expect(await calls.code(plain, method, url, body), `${method} ${url}`).toBe(20003);
    }
});

it("gives a second member nothing and changes nothing with the first one's ids, by any call", async () => {
  const before = await rowsOf(owner);
  const [entries, favourite, history, marks] = await idsOf(owner);
  const all = { all: true };
  /** The other member's ids that each call can name. */
  const tried: Record<string, object[]> = {
    'DELETE playlist': [...entries!.map((id) => ({ user_playlist_id: id })), all],
    'DELETE playlist/userplaylist': [{ user_playlist_id: entries!.at(-1) }, all],
    'DELETE playlist/favourite': [{ program_id: 1 }, all],
    'DELETE playlist/history': [...history!.map((id) => ({ user_history_id: id })), all],
    'DELETE playlist/bookmark': marks!.map((id) => ({ user_bookmark_id: id })),
    'PATCH playlist/:id/order': [{ target_archive_Id: entries![0], moved_archive_predecessor: null }],
    'PATCH playlist/userplaylistorder': [{ target_archive_Id: entries!.at(-1), moved_archive_predecessor: null }],
    'PATCH playlist/favouriteorder': [{ target_archive_Id: favourite![0], moved_archive_predecessor: favourite![1] }],
    'PATCH playlist/historyorder': [{ target_archive_Id: history![0], moved_archive_predecessor: null }],
    'PATCH playlist/bookmarkorder': [{ target_archive_Id: marks![0], moved_archive_predecessor: marks![1] }],
    'POST playlist/favourite/toplaylist': [{ user_favourite_id: favourite![0] }, all],
    'POST playlist/history/toplaylist': [{ user_history_id: history![0] }, all],
    'POST playlist/undo': [1, 2, 3].flatMap((revision) =>
      ['queue', 'playlist', 'favourite', 'history', 'bookmark'].map((list) => ({ list, revision })),
    ),
    'POST playlist/userplaylist/updatesectionplayback': [
      { user_playlist_id: entries![0], program_archive_section_id: 101, position: 1 },
    ],
  };
  for (const { method, url } of routes) {
    const bodies = method === 'GET' ? [undefined] : (tried[`${method} ${url}`] ?? []);
    for (const body of bodies) {
      const path = url.replace(':id', String(entries![0]));
      const reply = await calls.send(me, method, path, body);
      const of = `${method} ${path} ${JSON.stringify(body)}`;
      expect(JSON.stringify(reply.response), of).not.toContain('秘密');
      if (method === 'GET') expect(reply.response, of).not.toMatchObject({ items: [{}] });
      // Removing all of an empty list is not an error.
      else if (body === all && method === 'DELETE') expect(reply.response, of).toMatchObject({ removed: 0 });
      else expect(reply.response_code, of).toBe(6);
      expect(await rowsOf(owner), of).toEqual(before);
    }
  }
  // Named together with one's own entries it also moves and excludes nothing.
  await calls.get(me, 'POST', 'playlist/userplaylist', { program_archive_section_id: 201 });
  await calls.get(me, 'POST', 'playlist/history', { program_archive_section_id: 203 });
  const [mine, , played] = await idsOf(me);
  const after = { target_archive_Id: mine![0], moved_archive_predecessor: entries!.at(-1) };
  expect(await calls.code(me, 'PATCH', 'playlist/userplaylistorder', after)).toBe(6);
  const beside = { user_history_id: played![0], user_playlist_id: entries!.at(-1) };
  expect(await calls.code(me, 'POST', 'playlist/history/toplaylist', beside)).toBe(6);
  const without = { all: true, exclude_user_playlist_id_list: entries };
  expect(await calls.send(me, 'POST', 'playlist/history/toplaylist', without)).toMatchObject({
    response: { added: 1 },
  });
  expect(await rowsOf(owner)).toEqual(before);
});

const nasty = nastyValue(
  2_147_483_647,
  '1',
  Array.from({ length: 300 }, () => 1),
  'forward',
  'queue',
  'history',
);
/** Ids of oneself, of the other member and of the archive. */
const named = constantFrom<unknown>(1, 2, 3, 5, 10, 20, 101, 102, 110, 205, 1001, 2001, 1_793_599_300);
const FIELDS = [
  'program_id',
  'program_archive_id',
  'program_archive_section_id',
  'user_playlist_id',
  'user_favourite_id',
  'user_history_id',
  'user_bookmark_id',
  'exclude_user_playlist_id_list',
  'all',
  'is_auto',
  'direction',
  'fetch',
  'target_archive_Id',
  'moved_archive_predecessor',
  'position',
  'at',
  'note',
  'list',
  'revision',
];
const value = oneof(
  { weight: 3, arbitrary: named },
  { weight: 2, arbitrary: nasty },
  jsonValue(),
  string({ unit: 'binary', maxLength: 60 }),
);
const body: Arbitrary<unknown> = oneof(
  { weight: 8, arbitrary: dictionary(constantFrom(...FIELDS), value, { maxKeys: 8 }) },
  { weight: 1, arbitrary: jsonValue() },
  { weight: 1, arbitrary: nasty },
);

it("answers with a code whatever is sent; a refused call changes nothing, and no call changes another's", async () => {
  const others = await rowsOf(owner);
  for (const { method, url } of routes) {
    if (method === 'GET') continue;
    await assert(
      asyncProperty(body, named, async (given, id) => {
        const path = url.replace(':id', encodeURIComponent(String(id)));
        const before = await rowsOf(me);
        const reply = await calls.send(me, method, path, given);
        const of = `${method} ${path} ${JSON.stringify(given)}`;
        expect(reply.status, of).toBeLessThan(500);
        if (reply.response_code !== 200) expect(await rowsOf(me), of).toEqual(before);
      }),
      { numRuns: RUNS, seed: 881_903_864 },
    );
    expect(await rowsOf(owner), url).toEqual(others);
  }
}, 120_000);

it('answers queries and addresses that are rubbish', async () => {
  for (const path of [
    'playlist/history?limit=0',
    'playlist/history?limit=x&offset=-1',
    'playlist/history?offset=99999999999',
    'programs/fav?limit[]=%FF',
    'programs/fav?__proto__=1',
    'playlist/nothing',
  ])
    expect((await calls.send(me, 'GET', path)).status, path).toBeLessThan(500);
  for (const id of ['0', '-1', 'x', '%00', '99999999999', '1e3'])
    expect(
      (await calls.send(me, 'PATCH', `playlist/${id}/order`, { target_archive_Id: 1, moved_archive_predecessor: null }))
        .status,
      id,
    ).toBeLessThan(500);
});
