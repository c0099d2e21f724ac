import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archivePrograms, archiveSections, suspendedFunctions, transcriptCues } from '#db/tables/archive.ts';
import { bookmarks } from '#db/tables/library.ts';
import { createLibraryCalls } from '#tests/factories/library.ts';
import type { LoggedInMember } from '#tests/factories/accounts/member-calls.ts';

interface Items<T> {
  items: (T & { program_archive_section_id: number; user_bookmark_id: number | null })[];
  next_offset: number | null;
  revision: number;
}
type History = Items<{ user_history_id: number; played_ts: number }>;
type Bookmarks = Items<{ at: number; position: number; note: string; words: string | null }>;

let calls: Awaited<ReturnType<typeof createLibraryCalls>>;
let me: LoggedInMember;
beforeAll(async () => {
  calls = await createLibraryCalls();
});
afterAll(() => calls.close());
beforeEach(async () => {
  await calls.reset();
  await calls.db.delete(suspendedFunctions);
  await calls.db.delete(transcriptCues);
  calls.positions.length = 0;
  me = await calls.subscriber('me@member.example');
});

const section = (id: number) => ({ program_archive_section_id: id });
const later = () => (calls.clock.now = new Date(calls.clock.now.getTime() + 1_000));

describe('history', () => {
  const play = (id: number) => {
    later();
    return calls.get<{ user_history_id: number }>(me, 'POST', 'playlist/history', section(id));
  };
  const page = (query = '') => calls.get<History>(me, 'GET', `playlist/history${query}`);
  const sections = async () => (await page()).items.map((item) => item.program_archive_section_id);

  it('has what was played once, last first, page by page', async () => {
    const first = await play(101);
    for (const id of [102, 103]) await play(id);
    expect((await play(101)).user_history_id).toBe(first.user_history_id);
    const { items } = await page();
    expect(items.map((item) => item.program_archive_section_id)).toEqual([101, 103, 102]);
    expect(items[0]).toMatchObject({
      user_history_id: first.user_history_id,
      played_ts: calls.clock.now.getTime() / 1000,
      program_name: '的士高峰',
    });
    const half = await page('?limit=2');
    expect(half).toMatchObject({ next_offset: 2, items: [{ item_id: 101 }, { item_id: 103 }] });
    expect(await page('?limit=2&offset=2')).toMatchObject({ next_offset: null, items: [{ item_id: 102 }] });
    expect(await calls.code(me, 'GET', 'playlist/history?limit=201')).toBe(1);
  });

  it('is searched by words of programme, broadcast and part, all of which must be there', async () => {
    for (const id of [101, 1001, 102, 103]) await play(id);
    await calls.db.update(archiveSections).set({ title: '100% Ｃafé 專訪' }).where(eq(archiveSections.id, 103));
    const found = async (keyword: string, query = '') => {
      const { items, next_offset: next } = await page(`?keyword=${encodeURIComponent(keyword)}${query}`);
      return [items.map((item) => item.program_archive_section_id), next];
    };
    expect(await found('的士')).toEqual([[103, 102, 101], null]);
    expect(await found('的士', '&limit=2')).toEqual([[103, 102], 2]);
    expect(await found('的士', '&limit=2&offset=2')).toEqual([[101], null]);
    expect(await found('cafÉ　高峰')).toEqual([[103], null]);
    expect(await found('100%')).toEqual([[103], null]);
    expect(await found('_')).toEqual([[], null]);
    expect(await found('的士 無此')).toEqual([[], null]);
    expect((await found(' '))[0]).toHaveLength(4);
    await calls.db.update(archiveSections).set({ title: null }).where(eq(archiveSections.id, 103));
    expect(await calls.code(me, 'GET', `playlist/history?keyword=${'a'.repeat(101)}`)).toBe(1);
  });

  it('takes in nothing while the member has paused it, and says so', async () => {
    await play(101);
    const pause = (isPaused: boolean) => calls.get(me, 'POST', 'playlist/history/recording', { is_paused: isPaused });
    expect(await pause(true)).toEqual({ is_paused: true });
    await pause(true);
    expect(await page()).toMatchObject({ is_paused: true });
    expect(await play(102)).toMatchObject({ user_history_id: null });
    expect(await sections()).toEqual([101]);
    // Another member's recording continues.
    const other = await calls.subscriber('other@member.example');
    expect(await calls.get(other, 'POST', 'playlist/history', section(102))).not.toMatchObject({
      user_history_id: null,
    });
    await pause(false);
    expect(await page()).toMatchObject({ is_paused: false });
    await play(103);
    expect(await sections()).toEqual([103, 101]);
    expect(await calls.code(me, 'POST', 'playlist/history/recording', {})).toBe(1);
  });

  it('can be moved, and what is played next stands above all', async () => {
    const [a, b, c] = [await play(101), await play(102), await play(103)].map((told) => told.user_history_id);
    const move = (target: number | undefined, predecessor: number | null | undefined) =>
      calls.code(me, 'PATCH', 'playlist/historyorder', {
        target_archive_Id: target,
        moved_archive_predecessor: predecessor,
      });
    expect(await move(a, null)).toBe(200);
    expect(await sections()).toEqual([101, 103, 102]);
    expect(await move(a, c)).toBe(200);
    expect(await sections()).toEqual([103, 101, 102]);
    expect(await move(c, b)).toBe(200);
    expect(await sections()).toEqual([101, 102, 103]);
    await play(102);
    expect(await sections()).toEqual([102, 101, 103]);
  });

  it('loses one or all, and has them back', async () => {
    const [a] = [await play(101), await play(102), await play(103)];
    expect(await calls.code(me, 'DELETE', 'playlist/history', {})).toBe(1);
    expect(await calls.code(me, 'DELETE', 'playlist/history', { user_history_id: 99_999 })).toBe(6);
    await calls.get(me, 'DELETE', 'playlist/history', { user_history_id: a?.user_history_id });
    expect(await sections()).toEqual([103, 102]);
    const all = await calls.get<{ revision: number }>(me, 'DELETE', 'playlist/history', { all: true });
    expect(await sections()).toEqual([]);
    // Played again meanwhile: it keeps its current position.
    await play(102);
    const undone = await calls.send(me, 'POST', 'playlist/undo', { list: 'history', revision: all.revision });
    expect(undone.response).toMatchObject({ restored: 1, left_out: { already_there: 1, no_room: 0 } });
    expect(await sections()).toEqual([102, 103]);
  });

  it('goes into the playlist one by one, or from the newest on as far as there is room', async () => {
    for (let archive = 1; archive <= 7; archive++) for (let no = 1; no <= 10; no++) await play(archive * 100 + no);
    const into = (body: object) => calls.send(me, 'POST', 'playlist/history/toplaylist', body);
    const own = async () =>
      (await calls.get<History>(me, 'GET', 'playlist/userplaylist')).items.map(
        (item) => item.program_archive_section_id,
      );
    const newest = (await page()).items[0]!;
    await into({ user_history_id: newest.user_history_id, direction: 'backward' });
    expect(await own()).toEqual([710, ...Array.from({ length: 9 }, (_, i) => 709 - i), 610]);
    expect((await into({ all: true })).response).toMatchObject({
      added: 39,
      left_out: { already_there: 11, no_room: 20 },
    });
    expect(await own()).toHaveLength(50);
    expect((await into({ all: true })).response_code).toBe(120001);
    expect((await into({})).response_code).toBe(1);
  });

  it('puts what is added after the entry that is named, and leaves out the sections of others', async () => {
    const [a] = [await play(101), await play(102), await play(103)];
    const queued = await calls.get<{ items: { user_playlist_id: number }[] }>(me, 'POST', 'playlist', section(102));
    await calls.get(me, 'POST', 'playlist/userplaylist', { program_archive_id: 10 });
    const own = () => calls.get<Items<{ user_playlist_id: number }>>(me, 'GET', 'playlist/userplaylist');
    const body = {
      all: true,
      user_playlist_id: (await own()).items[0]?.user_playlist_id,
      exclude_user_playlist_id_list: queued.items.map((item) => item.user_playlist_id),
    };
    await calls.get(me, 'POST', 'playlist/history/toplaylist', body);
    expect((await own()).items.map((item) => item.program_archive_section_id)).toEqual([1001, 103, 101, 1002]);
    const gone = { user_history_id: a?.user_history_id, user_playlist_id: 99_999 };
    expect(await calls.code(me, 'POST', 'playlist/history/toplaylist', gone)).toBe(120004);
    await calls.get(me, 'DELETE', 'playlist/userplaylist', { all: true });
    expect(await calls.code(me, 'POST', 'playlist/history/toplaylist', gone)).toBe(6);
    expect((await own()).items).toEqual([]);
  });
});

describe('where the member is (R-403)', () => {
  const call = 'playlist/userplaylist/updatesectionplayback';
  const start = new Date('2026-11-02T14:00:00+08:00').getTime();

  it('is handed on as an instant of the stream', async () => {
    await calls.get(me, 'POST', call, { ...section(102), position: 30.5 });
    await calls.get(me, 'POST', call, { ...section(102), position: 30.5, at: start / 1000 + 1_200.25 });
    const { memberId, sessionId } = me;
    expect(calls.positions).toEqual([
      { memberId, sessionId, deviceName: expect.any(String) as string, streamId: 881, at: new Date(start + 630_500) },
      { memberId, sessionId, deviceName: expect.any(String) as string, streamId: 881, at: new Date(start + 1_200_250) },
    ]);
  });

  it('is refused where it is none', async () => {
    for (const body of [{ ...section(101) }, { position: 3 }, { ...section(101), position: -1 }, undefined])
      expect(await calls.code(me, 'POST', call, body), JSON.stringify(body)).toBe(1);
    expect(await calls.code(me, 'POST', call, { ...section(99), position: 1 })).toBe(6);
    expect(await calls.code(me, 'POST', call, { ...section(101), position: 1, user_playlist_id: 99_999 })).toBe(6);
    expect(calls.positions).toEqual([]);
  });
});

describe('bookmarks', () => {
  const start = new Date('2026-11-02T14:00:00+08:00').getTime() / 1000;
  const mark = (body: object) => calls.send(me, 'POST', 'playlist/bookmark', { ...section(101), ...body });
  const marked = async () => (await calls.get<Bookmarks>(me, 'GET', 'playlist/bookmark')).items;

  it('keep a moment, a note and the words that were just said', async () => {
    const at = (seconds: number) => new Date((start + seconds) * 1000);
    await calls.db
      .insert(transcriptCues)
      .values({ streamId: 881, startsAt: at(60), endsAt: at(65), words: '一程車，一段路。' });
    await mark({ position: 67, note: '呢度 😀\n好笑' });
    await mark({ at: start + 630 });
    const items = await marked();
    expect(items).toMatchObject([
      { program_archive_section_id: 102, at: start + 630, position: 30, note: '', words: null },
      {
        program_archive_section_id: 101,
        at: start + 67,
        position: 67,
        note: '呢度 😀\n好笑',
        words: '一程車，一段路。',
      },
    ]);
    // The same moment is one bookmark; its note is replaced.
    const again = await mark({ position: 67, note: '改咗' });
    expect(again.response).toMatchObject({ user_bookmark_id: items[1]?.user_bookmark_id });
    await mark({ position: 67 });
    expect((await marked()).map((item) => item.note)).toEqual(['', '改咗']);
    // Too long ago to be what was meant; and none if the programme does not publish its transcript.
    await mark({ position: 71 });
    await calls.db.insert(archivePrograms).values({ programId: 1, hasPublicTranscript: false });
    await mark({ position: 61 });
    await calls.db.delete(archivePrograms);
    expect((await marked()).map((item) => item.words)).toEqual([null, null, null, '一程車，一段路。']);
  });

  it('mark the sentence that was just said from its beginning, once, and the moment alone where nobody speaks', async () => {
    const at = (seconds: number) => new Date((start + seconds) * 1000);
    const cue = (from: number, to: number, words: string) => ({
      streamId: 881,
      startsAt: at(from),
      endsAt: at(to),
      words,
    });
    await calls.db.insert(transcriptCues).values([cue(60, 65, '一程車，一段路。'), cue(65, 69, '去邊度？')]);
    const press = async (seconds: number) => (await mark({ at: start + seconds, just_said: true })).response;
    const first = await press(63);
    expect(first).toMatchObject({ at: start + 60, words: '一程車，一段路。', is_new: true });
    // A moment into the next sentence, the previous one is meant.
    const { user_bookmark_id: id } = first as { user_bookmark_id: number };
    expect(await press(66)).toMatchObject({ user_bookmark_id: id, at: start + 60, is_new: false });
    expect(await press(67)).toMatchObject({ at: start + 65, words: '去邊度？', is_new: true });
    expect(await press(200)).toMatchObject({ at: start + 200, words: null, is_new: true });
    expect(await marked()).toHaveLength(3);
  });

  it('stay at their moment when sections are cut anew', async () => {
    await mark({ position: 62.25 });
    const edge = (startsAt: Date) =>
      Promise.all([
        calls.db.update(archiveSections).set({ endsAt: startsAt }).where(eq(archiveSections.id, 101)),
        calls.db.update(archiveSections).set({ startsAt }).where(eq(archiveSections.id, 102)),
      ]);
    await edge(new Date((start + 60) * 1000));
    try {
      expect(await marked()).toMatchObject([{ program_archive_section_id: 102, at: start + 62.25, position: 2.25 }]);
    } finally {
      await edge(new Date((start + 600) * 1000));
    }
  });

  it('are refused in a classic with 10028, and where there is no such moment', async () => {
    expect((await mark(section(2001))).response_code).toBe(10028);
    expect((await mark(section(99))).response_code).toBe(6);
    expect((await mark({ at: start - 5 })).response_code).toBe(1);
    for (const note of ['x'.repeat(501), '\u0000', '\ud800', 7])
      expect((await mark({ note })).response_code, JSON.stringify(note)).toBe(1);
    expect(await marked()).toEqual([]);
  });

  it('are at most 200: then 10027, also for tabs at once (R-436)', async () => {
    const { memberId } = me;
    const at = (i: number) => new Date((start + 1_000 + i) * 1000);
    await calls.db
      .insert(bookmarks)
      .values(Array.from({ length: 198 }, (_, i) => ({ memberId, streamId: 881, at: at(i), position: i + 1 })));
    const codes = await Promise.all([1, 2, 3, 4, 5].map(async (position) => (await mark({ position })).response_code));
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 200, 10027, 10027, 10027]);
    expect(await marked()).toHaveLength(200);
    // An existing bookmark takes no additional room.
    expect((await mark({ at: at(3).getTime() / 1000, note: '仲改得' })).response_code).toBe(200);
    const one = (await marked())[0]!;
    const { revision } = await calls.get<Bookmarks>(me, 'DELETE', 'playlist/bookmark', {
      user_bookmark_id: one.user_bookmark_id,
    });
    expect((await mark({ position: 300 })).response_code).toBe(200);
    expect(await calls.code(me, 'POST', 'playlist/undo', { list: 'bookmark', revision })).toBe(10027);
  });

  it('are named on the items of other lists until they are removed (R-284)', async () => {
    await calls.get(me, 'POST', 'playlist/userplaylist', section(101));
    await mark({ position: 5 });
    const named = async () =>
      (await calls.get<Bookmarks>(me, 'GET', 'playlist/userplaylist')).items[0]?.user_bookmark_id;
    const id = (await marked())[0]?.user_bookmark_id;
    expect(await named()).toBe(id);
    const { revision } = await calls.get<Bookmarks>(me, 'DELETE', 'playlist/bookmark', { user_bookmark_id: id });
    expect(await named()).toBeNull();
    await calls.get(me, 'POST', 'playlist/undo', { list: 'bookmark', revision });
    expect(await named()).toBe(id);
  });

  it('can be moved', async () => {
    for (const position of [1, 2, 3]) await mark({ position });
    const [third, , first] = await marked();
    await calls.get(me, 'PATCH', 'playlist/bookmarkorder', {
      target_archive_Id: first?.user_bookmark_id,
      moved_archive_predecessor: third?.user_bookmark_id,
    });
    expect((await marked()).map((item) => item.position)).toEqual([3, 1, 2]);
  });

  it('say what the operator says while they are switched off', async () => {
    await calls.db.insert(suspendedFunctions).values({ name: 'library.bookmark', message: '書籤今晚維修。' });
    expect(await calls.send(me, 'POST', 'playlist/bookmark', section(101))).toMatchObject({
      response_code: 20,
      response_message: '書籤今晚維修。',
    });
  });
});
