import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestContext, type RequestContext } from '#app/context.server.ts';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { problems } from '#app/text/zh-hk/problems.ts';
import { suspendedFunctions } from '#db/tables/archive.ts';
import { addBookmark } from '#domain/library/bookmarks.ts';
import { addFavourite } from '#domain/library/favourites.ts';
import { addToHistory } from '#domain/library/history.ts';
import { addToPlaylist } from '#domain/library/playlist.ts';
import { recordPositions } from '#domain/playback/playback.ts';
import type { MemberActor } from '#shared/actor.ts';
import { createLibraryCalls, createLibraryServices } from '#tests/factories/library.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import * as bookmarksPage from './bookmarks.server.ts';
import * as favouritesPage from './favourites.server.ts';
import * as historyPage from './listening-history.server.ts';
import type { ListReply } from './lists/list-posted.server.ts';
import { tickName } from './lists/list-changes.ts';
import * as playlistPage from './playlist.server.ts';
import * as shell from './library-shell.server.ts';

// List pages as used by a browser without scripts: posted forms, and the resulting page.

const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari';

let calls: Awaited<ReturnType<typeof createLibraryCalls>>;
let library: ReturnType<typeof createLibraryServices>;
let me: MemberActor;
let other: MemberActor;
beforeAll(async () => {
  calls = await createLibraryCalls();
  library = createLibraryServices(calls.db);
});
afterAll(() => calls.close());
beforeEach(async () => {
  await calls.reset();
  await calls.db.delete(suspendedFunctions);
  me = await subscriber('me@member.example');
  other = await subscriber('other@member.example');
});

async function subscriber(email: string): Promise<MemberActor> {
  const { memberId, sessionId } = await calls.subscriber(email);
  return memberActor(memberId, { sessionId, isSubscriber: true });
}

interface Asking {
  as?: MemberActor;
  userAgent?: string;
  query?: string;
}

function asked({ as = me, userAgent = DESKTOP, query = '' }: Asking, body?: Record<string, string>) {
  const context = new RouterContextProvider();
  const known: Partial<RequestContext> = {
    db: calls.db,
    library,
    now: calls.clock.now,
    userAgent,
    remoteIp: '203.0.113.9',
    siteUrl: 'https://radio.example',
    links: { pricing: '' } as RequestContext['links'],
    actor: async () => as,
  };
  context.set(requestContext, known as RequestContext);
  const url = new URL(`https://radio.example/member/userinfo/list${query}`);
  const request = new Request(url, body && { method: 'POST', body: new URLSearchParams(body) });
  return { context, request, url, params: {}, pattern: '' };
}

type Page = typeof playlistPage | typeof favouritesPage | typeof historyPage | typeof bookmarksPage;

/** Reply of a page to a button. */
async function press(
  page: Page,
  change: string,
  { note = '', ticked = [], ...asking }: Asking & { note?: string; ticked?: readonly number[] } = {},
) {
  const ticks = Object.fromEntries(ticked.map((id) => [tickName(id), 'on']));
  const fields = { change, note, ...ticks };
  const { data, init } = await page.action(asked(asking, fields) as Parameters<typeof page.action>[0]);
  return { ...(data as ListReply), status: init?.status };
}
const show = async <P extends Page>(page: P, asking: Asking = {}) =>
  (await page.loader(asked(asking) as Parameters<P['loader']>[0])) as Awaited<ReturnType<P['loader']>>;

const now = () => calls.clock.now;
const put = (sectionId: number, as = me) => addToPlaylist(library, as, 'playlist', { sectionId }, now());
const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id);
const sections = async () => (await show(playlistPage)).items.map(({ sectionId }) => sectionId);

describe('the playlist', () => {
  it('is put in order, and stays as it is where another tab took off what is moved or followed (R-286)', async () => {
    for (const id of [101, 102, 103]) await put(id);
    const [first, second, third] = idsOf((await show(playlistPage)).items);
    expect(await press(playlistPage, `move:${first}:${third}`)).toMatchObject({ status: 200, problem: null });
    expect(await sections()).toEqual([102, 103, 101]);
    await press(playlistPage, `move:${first}:0`);
    expect(await sections()).toEqual([101, 102, 103]);
    await press(playlistPage, `remove:${second}`);
    const late = await press(playlistPage, `move:${first}:${second}`);
    expect(late).toMatchObject({ status: 404, problem: libraryText.changedElsewhere });
    expect(await sections()).toEqual([101, 103]);
  });

  it('takes one, several or all entries off, and puts each removal back as it was', async () => {
    for (const id of [101, 102, 103]) await put(id);
    const before = idsOf((await show(playlistPage)).items);
    const [first, , third] = before;
    for (const [change, left] of [
      [`remove:${first}`, [102, 103]],
      [`remove:${first}:${third}`, [102]],
      ['clear', []],
    ] as const) {
      const { undo, said } = await press(playlistPage, change);
      expect(said).toBe(libraryText.removed.playlist(3 - left.length));
      expect(await sections()).toEqual(left);
      expect(await press(playlistPage, `undo:${undo}`)).toMatchObject({ problem: null });
      expect(idsOf((await show(playlistPage)).items)).toEqual(before);
    }
  });

  it("neither shows nor changes another member's", async () => {
    await put(101, other);
    const [theirs] = idsOf((await show(playlistPage, { as: other })).items);
    await put(102);
    const [mine] = idsOf((await show(playlistPage)).items);
    const { undo } = await press(playlistPage, 'clear', { as: other });
    for (const change of [`move:${theirs}:0`, `move:${mine}:${theirs}`, `remove:${theirs}`, `undo:${undo! + 50}`])
      expect((await press(playlistPage, change)).status, change).toBe(404);
    expect(await sections()).toEqual([102]);
  });

  it('says how much of a section is left, and that it was heard or may not be heard any more', async () => {
    for (const id of [101, 102, 103]) await put(id);
    const { items } = await library.archive
      .findSections(calls.db, [101, 102], now())
      .then((found) => ({ items: [found.get(101)!, found.get(102)!] }));
    const device = { key: 'k', name: 'd' };
    for (const [i, minutes] of [6, 10].entries()) {
      const { streamId, startsAt } = items[i]!;
      const event = { sequence: i + 1, streamId, ageMs: 0, clockAt: now(), movedMs: 60_000, heard: [] };
      const at = new Date(startsAt.getTime() + minutes * 60_000 - 1);
      await recordPositions(calls.db, me.memberId, device, [{ ...event, at }], now(), now());
    }
    const shown = (await show(playlistPage)).items;
    expect(shown.map(({ state, isHeard }) => [state, isHeard])).toEqual([
      [libraryText.left('04:00'), false],
      [libraryText.heard, true],
      ['10:00', false],
    ]);
  });

  it('takes off what is ticked, and says so where nothing is', async () => {
    for (const id of [101, 102, 103]) await put(id);
    const [first, second, third] = idsOf((await show(playlistPage)).items);
    expect(await press(playlistPage, 'remove')).toMatchObject({ status: 400, problem: libraryText.noneTicked });
    const { undo } = await press(playlistPage, 'remove', { ticked: [first!, third!] });
    expect(await sections()).toEqual([102]);
    await press(playlistPage, `undo:${undo}`);
    expect(await sections()).toEqual([101, 102, 103]);
    // The button of an entry applies to that entry, whatever is ticked.
    await press(playlistPage, `remove:${second}`, { ticked: [first!] });
    expect(await sections()).toEqual([101, 103]);
  });

  it('leads to the moment where it was left, else to its beginning', async () => {
    for (const id of [101, 102]) await put(id);
    const section = (await library.archive.findSections(calls.db, [102], now())).get(102)!;
    const at = new Date(section.startsAt.getTime() + 4 * 60_000);
    const event = { sequence: 1, streamId: 881, at, ageMs: 0, clockAt: now(), movedMs: 60_000, heard: [] };
    await recordPositions(calls.db, me.memberId, { key: 'k', name: 'd' }, [event], now(), now());
    const start = section.startsAt.getTime() / 1000;
    expect((await show(playlistPage)).items.map(({ href }) => href)).toEqual([
      `/program/archives/1?at=${start - 600}`,
      `/program/archives/1?at=${start + 240}`,
    ]);
  });

  it('refuses a body that is no form', async () => {
    const given = asked({});
    const request = new Request(given.url, { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } });
    const args = { ...given, request } as Parameters<typeof playlistPage.action>[0];
    expect((await playlistPage.action(args)).init?.status).toBe(415);
  });

  it('refuses what is no change', async () => {
    for (const change of ['', 'move', 'add:1', 'addAll', 'note:1', 'drop:1', 'pause'])
      expect(await press(playlistPage, change), change).toMatchObject({ status: 400, problem: expect.any(String) });
  });
});

describe('adding to the playlist', () => {
  const entry = async () => (await show(historyPage)).items[0]!.id;

  it('adds what was heard, alone, with what follows or came before, and all of it (R-403)', async () => {
    await addToHistory(library, me, 105, now());
    await press(historyPage, `add:${await entry()}`);
    expect(await sections()).toEqual([105]);
    expect(await press(historyPage, `add:${await entry()}`)).toMatchObject({
      status: 409,
      problem: problems.playlistHasItem,
    });
    await press(playlistPage, 'clear');
    await press(historyPage, `add:${await entry()}:backward`);
    expect((await sections()).slice(0, 3)).toEqual([105, 104, 103]);
    await press(playlistPage, 'clear');
    await addToHistory(library, me, 301, now());
    expect((await press(historyPage, 'addAll')).said).toBe(libraryText.added(2, 0, 0));
    expect(await sections()).toEqual([301, 105]);
  });

  it('adds what is ticked, in the order of the list, and what of it is gone not', async () => {
    for (const id of [105, 301, 202]) await addToHistory(library, me, id, now());
    const [first, second, third] = idsOf((await show(historyPage)).items);
    await press(historyPage, `remove:${second}`);
    const { said } = await press(historyPage, 'add', { ticked: [third!, second!, first!] });
    expect(said).toBe(libraryText.added(2, 0, 0));
    expect(await sections()).toEqual([202, 105]);
    await press(playlistPage, 'clear');
    const { id } = await addBookmark(library, me, { sectionId: 103, position: 5 }, now());
    await press(bookmarksPage, 'add', { ticked: [id] });
    expect(await sections()).toEqual([103]);
    await addFavourite(library, me, 3, now());
    const [favourite] = idsOf((await show(favouritesPage)).items);
    await press(favouritesPage, 'add', { ticked: [favourite!] });
    expect(await sections()).toEqual([103, 1001, 1002]);
  });

  it('adds what fits of the favourites, and says what does not (120001)', async () => {
    for (const id of [1, 2, 3, 4]) await addToPlaylist(library, me, 'playlist', { archiveId: id }, now());
    await addFavourite(library, me, 1, now());
    await addFavourite(library, me, 3, now());
    const { said } = await press(favouritesPage, 'addAll');
    expect(said).toBe(libraryText.added(10, 0, 2));
    const [, id] = idsOf((await show(favouritesPage, { query: '?sort=own' })).items);
    expect(await press(favouritesPage, `add:${id}`)).toMatchObject({ status: 409, problem: problems.playlistFull });
  });

  it('is for the app on a phone: nothing is added (R-285, R-344)', async () => {
    await addToHistory(library, me, 105, now());
    for (const change of [`add:${await entry()}`, 'addAll'])
      expect((await press(historyPage, change, { userAgent: PHONE })).problem).toBe(libraryText.getApp.words);
    expect(await sections()).toEqual([]);
    // Existing entries can be changed on a phone too.
    expect((await press(historyPage, `remove:${await entry()}`, { userAgent: PHONE })).problem).toBeNull();
  });

  it("says the operator's own words where it is switched off (R-437)", async () => {
    await addToHistory(library, me, 105, now());
    await calls.db.insert(suspendedFunctions).values({ name: 'library.playlist', message: '今晚維修。' });
    expect(await press(historyPage, 'addAll')).toMatchObject({ status: 503, problem: '今晚維修。' });
  });
});

it('shows favourites by their newest replay, or in the order of the member (R-273)', async () => {
  for (const id of [5, 3, 1]) await addFavourite(library, me, id, now());
  const names = async (query: string) => (await show(favouritesPage, { query })).items.map(({ card }) => card.id);
  expect(await names('')).toEqual([1, 5, 3]);
  expect(await names('?sort=own')).toEqual([1, 3, 5]);
  const own = (await show(favouritesPage, { query: '?sort=own' })).items;
  await press(favouritesPage, `move:${own[2]!.id}:0`);
  expect(await names('?sort=own')).toEqual([5, 1, 3]);
  expect(await names('?sort=own&channel=903')).toEqual([5, 3]);
});

it('shows what was heard by fifties, last first', async () => {
  const ids = [1, 2, 3, 4, 5, 6].flatMap((archive) => Array.from({ length: 10 }, (_, i) => archive * 100 + i + 1));
  for (const id of ids) await addToHistory(library, me, id, now());
  const first = await show(historyPage);
  expect(first.items).toHaveLength(50);
  expect(first.items[0]?.sectionId).toBe(610);
  expect(first.hasMore).toBe(true);
  const second = await show(historyPage, { query: '?page=2' });
  expect(second.items.map(({ sectionId }) => sectionId)).toEqual([110, 109, 108, 107, 106, 105, 104, 103, 102, 101]);
  expect(second.hasMore).toBe(false);
  expect((await show(historyPage, { query: '?page=9' })).items).toEqual([]);
});

it('shows what of the history words name, and nothing of what is heard while it is paused', async () => {
  for (const id of [101, 1001]) await addToHistory(library, me, id, now());
  const found = await show(historyPage, { query: '?keyword=%E7%9A%84%E5%A3%AB' });
  expect(found.items.map(({ sectionId }) => sectionId)).toEqual([101]);
  expect(found).toMatchObject({ keyword: '的士', hasMore: false, isPaused: false });
  expect((await press(historyPage, 'pause')).said).toBe(libraryText.recording.pause);
  await addToHistory(library, me, 102, now());
  expect(await show(historyPage)).toMatchObject({ isPaused: true, items: [{ sectionId: 1001 }, { sectionId: 101 }] });
  await press(historyPage, 'resume');
  await addToHistory(library, me, 102, now());
  expect((await show(historyPage)).items[0]?.sectionId).toBe(102);
});

it('counts the entries of each list in its tab, of who has a plan', async () => {
  const counts = async (as: MemberActor) =>
    (await shell.loader(asked({ as }) as Parameters<typeof shell.loader>[0])).counts;
  for (const id of [101, 102]) await put(id);
  const { undo } = await press(playlistPage, 'clear');
  await put(103, other);
  await addFavourite(library, me, 1, now());
  expect(await counts(me)).toEqual({ queue: 0, playlist: 0, favourite: 1, history: 0, bookmark: 0 });
  await press(playlistPage, `undo:${undo}`);
  expect(await counts(me)).toMatchObject({ playlist: 2 });
  expect(await counts({ ...me, isSubscriber: false })).toBeNull();
});

it("keeps the note of a bookmark that is the member's own, up to 500 letters", async () => {
  const { id } = await addBookmark(library, me, { sectionId: 101, position: 72.5 }, now());
  const theirs = await addBookmark(library, other, { sectionId: 101, position: 9 }, now());
  expect(await press(bookmarksPage, `note:${id}`, { note: '好句\r\n寫低' })).toMatchObject({ status: 200 });
  const [shown] = (await show(bookmarksPage)).items;
  expect(shown).toMatchObject({ id, note: '好句\n寫低', into: '01:12', sectionId: 101 });
  expect((await press(bookmarksPage, `note:${theirs.id}`, { note: 'x' })).status).toBe(404);
  expect((await press(bookmarksPage, `note:${id}`, { note: '字'.repeat(501) })).status).toBe(400);
  expect((await show(bookmarksPage, { as: other })).items[0]?.note).toBe('');
});

it('shows and changes nothing without a plan, and sends a guest to the log-in (10004, 20003)', async () => {
  const plain = { ...me, isSubscriber: false };
  await put(101);
  for (const page of [playlistPage, favouritesPage, historyPage, bookmarksPage]) {
    expect((await show(page, { as: plain })).items).toEqual([]);
    expect(await press(page, 'clear', { as: plain })).toMatchObject({ status: 403, problem: libraryText.plan.words });
    const guest = show(page, { as: { kind: 'guest' } as unknown as MemberActor });
    await expect(guest).rejects.toMatchObject({ status: 303 });
  }
  expect(await sections()).toEqual([101]);
});
