import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archiveSections, programArchives, suspendedFunctions } from '#db/tables/archive.ts';
import { playlistEntries } from '#db/tables/library.ts';
import { createLibraryCalls } from '#tests/factories/library.ts';
import type { LoggedInMember } from '#tests/factories/accounts/member-calls.ts';
import { forgetRemoved } from './library.ts';

interface Item {
  user_playlist_id: number;
  program_archive_section_id: number;
  is_auto: boolean;
  is_ended: boolean;
}
interface Listed {
  items: Item[];
  revision: number;
}
interface Added extends Listed {
  added: number;
  left_out: { already_there: number; no_room: number };
}

let calls: Awaited<ReturnType<typeof createLibraryCalls>>;
let me: LoggedInMember;
beforeAll(async () => {
  calls = await createLibraryCalls();
});
afterAll(() => calls.close());
beforeEach(async () => {
  await calls.reset();
  await calls.db.delete(suspendedFunctions);
  me = await calls.subscriber('me@member.example');
});

const QUEUE = 'playlist';
const OWN = 'playlist/userplaylist';
const list = (path: string) => calls.get<Listed>(me, 'GET', path);
const add = (path: string, body: object) => calls.get<Added>(me, 'POST', path, body);
const sectionsOf = async (path: string) => (await list(path)).items.map((item) => item.program_archive_section_id);
const section = (id: number) => ({ program_archive_section_id: id });
/** The entry of a section. */
async function entry(path: string, sectionId: number): Promise<number> {
  const found = (await list(path)).items.find((item) => item.program_archive_section_id === sectionId);
  if (!found) throw new Error(`no entry of ${sectionId}`);
  return found.user_playlist_id;
}

describe.each([QUEUE, OWN])('%s', (path) => {
  it('gives what was added with the names of the catalogue, in the order in which it is to be heard (R-221, R-403, R-405)', async () => {
    await add(path, section(102));
    const { items, added, revision } = await add(path, section(101));
    expect(added).toBe(1);
    expect(items).toMatchObject([
      {
        user_playlist_id: expect.any(Number) as number,
        program_archive_section_id: 101,
        program_archive_id: 1,
        path: '/api/programarchives/playback/101',
        user_bookmark_id: null,
        user_favourite_id: null,
        user_history_id: null,
        item_id: 101,
        program_name: '的士高峰',
        display_date: '2026-11-02',
        display_start_time: '14:00',
        display_end_time: '14:10',
        duration: 600,
        program_class: 1,
        section_no: 1,
        is_auto: false,
      },
    ]);
    expect(await sectionsOf(path)).toEqual([102, 101]);
    expect((await list(path)).revision).toBe(revision);
  });

  it('holds 50: of many it takes what fits and says the rest, and is full only when nothing fits (R-427, R-460)', async () => {
    for (const id of [1, 2, 3, 4]) await add(path, { program_archive_id: id });
    await add(path, section(501));
    const many = await add(path, { program_archive_id: 5 });
    expect(many).toMatchObject({ added: 9, left_out: { already_there: 1, no_room: 0 } });
    expect(await calls.code(me, 'POST', path, { program_archive_id: 6 })).toBe(120001);
    expect(await calls.code(me, 'POST', path, section(601))).toBe(120001);
    // Refused because it is there, not for lack of room.
    expect(await calls.code(me, 'POST', path, section(101))).toBe(120004);
    await calls.get(me, 'DELETE', path, { user_playlist_id: await entry(path, 101) });
    const rest = await add(path, { program_archive_id: 6 });
    expect(rest).toMatchObject({ added: 1, left_out: { already_there: 0, no_room: 9 } });
    expect(await sectionsOf(path)).toHaveLength(50);
  });

  it('adds the neighbours in a direction, marked as come by themselves, over the end of a broadcast', async () => {
    const { items } = await add(path, { ...section(109), direction: 'forward' });
    expect(items.map((item) => [item.program_archive_section_id, item.is_auto])).toEqual([
      [109, false],
      [110, true],
      ...Array.from({ length: 9 }, (_, i) => [201 + i, true]),
    ]);
    await calls.get(me, 'DELETE', path, { all: true });
    const back = await add(path, { ...section(103), direction: 'backward' });
    expect(back.items.map((item) => item.program_archive_section_id)).toEqual([103, 102, 101]);
  });

  it('takes a programme for its newest broadcast, and answers the whole list where that is asked', async () => {
    await add(path, section(101));
    const { items, added } = await add(path, { program_id: 3, fetch: true, is_auto: true });
    expect(added).toBe(2);
    expect(items.map((item) => [item.program_archive_section_id, item.is_auto])).toEqual([
      [101, false],
      [1001, true],
      [1002, true],
    ]);
  });

  it('refuses what names nothing with 1 and what is not there with 6', async () => {
    for (const body of [{}, { program_id: 0 }, { ...section(101), direction: 'sideways' }, section(2 ** 40)])
      expect(await calls.code(me, 'POST', path, body), JSON.stringify(body)).toBe(1);
    for (const body of [section(99), { program_archive_id: 99 }, { program_id: 2 }])
      expect(await calls.code(me, 'POST', path, body), JSON.stringify(body)).toBe(6);
    expect(await calls.code(me, 'DELETE', path, {})).toBe(1);
    expect(await calls.code(me, 'DELETE', path)).toBe(1);
    expect(await calls.code(me, 'DELETE', path, { user_playlist_id: 99 })).toBe(6);
  });

  it('removes all but the entries that are named', async () => {
    await add(path, { program_archive_id: 1 });
    const kept = [await entry(path, 103), await entry(path, 108)];
    const told = await calls.get<object>(me, 'DELETE', path, { all: true, exclude_user_playlist_id_list: kept });
    expect(told).toMatchObject({ removed: 8 });
    expect(await sectionsOf(path)).toEqual([103, 108]);
  });

  it('says what the operator says while the function is switched off, and still shows and clears the list (R-437)', async () => {
    await add(path, section(101));
    await calls.db.insert(suspendedFunctions).values({ name: 'library.playlist', message: '播放清單今晚維修。' });
    expect(await calls.send(me, 'POST', path, section(102))).toMatchObject({
      response_code: 20,
      response_message: '播放清單今晚維修。',
    });
    expect(await sectionsOf(path)).toEqual([101]);
    expect(await calls.code(me, 'DELETE', path, { all: true })).toBe(200);
  });

  describe('order (R-286, R-407)', () => {
    const call = path === QUEUE ? null : 'playlist/userplaylistorder';
    const move = (target: number, predecessor: number | null) =>
      calls.code(me, 'PATCH', call ?? `playlist/${target}/order`, {
        target_archive_Id: target,
        moved_archive_predecessor: predecessor,
      });

    it('puts an entry after another, and first after none', async () => {
      await add(path, { program_archive_id: 1 });
      await calls.get(me, 'DELETE', path, {
        all: true,
        exclude_user_playlist_id_list: await Promise.all([101, 102, 103, 104].map((id) => entry(path, id))),
      });
      expect(await move(await entry(path, 104), null)).toBe(200);
      expect(await sectionsOf(path)).toEqual([104, 101, 102, 103]);
      expect(await move(await entry(path, 104), await entry(path, 102))).toBe(200);
      expect(await sectionsOf(path)).toEqual([101, 102, 104, 103]);
      expect(await move(await entry(path, 101), await entry(path, 103))).toBe(200);
      expect(await sectionsOf(path)).toEqual([102, 104, 103, 101]);
      // Its current position.
      expect(await move(await entry(path, 104), await entry(path, 102))).toBe(200);
      expect(await sectionsOf(path)).toEqual([102, 104, 103, 101]);
    });

    it('refuses what another tab has removed with 6, and what cannot be with 1, and changes nothing', async () => {
      await add(path, { program_archive_id: 10 });
      const [first, second] = [await entry(path, 1001), await entry(path, 1002)];
      expect(await move(first, first)).toBe(1);
      await calls.get(me, 'DELETE', path, { user_playlist_id: second });
      expect(await move(first, second)).toBe(6);
      expect(await move(second, first)).toBe(6);
      // An entry of the other list is unknown here.
      const other = path === QUEUE ? OWN : QUEUE;
      await add(other, section(101));
      expect(await move(first, await entry(other, 101))).toBe(6);
      expect(await sectionsOf(path)).toEqual([1001]);
    });
  });

  describe('under several tabs at once', () => {
    it('never holds more than 50, and tells everybody else that it is full', async () => {
      for (const id of [1, 2, 3, 4]) await add(path, { program_archive_id: id });
      for (const id of [501, 502, 503, 504, 505, 506, 507]) await add(path, section(id));
      const codes = await Promise.all(
        [601, 602, 603, 604, 605, 606, 607, 608].map((id) => calls.code(me, 'POST', path, section(id))),
      );
      expect(codes.toSorted((a, b) => a - b)).toEqual([200, 200, 200, ...Array.from({ length: 5 }, () => 120001)]);
      expect(await sectionsOf(path)).toHaveLength(50);
    });

    it('takes a section once', async () => {
      const codes = await Promise.all(Array.from({ length: 6 }, () => calls.code(me, 'POST', path, section(101))));
      expect(codes.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 5 }, () => 120004)]);
    });

    it('keeps every entry once while tabs move, add and remove, and each move that succeeded last is true', async () => {
      await add(path, { program_archive_id: 1 });
      const { items } = await list(path);
      const ids = items.map((item) => item.user_playlist_id);
      const order = (target: number, predecessor: number | null) =>
        calls.send(me, 'PATCH', `playlist/${target}/order`, {
          target_archive_Id: target,
          moved_archive_predecessor: predecessor,
        });
      const replies = await Promise.all([
        ...ids.map((id, i) => order(id, ids[(i * 7 + 3) % ids.length]!)),
        ...ids.map((id) => order(id, null)),
        calls.send(me, 'DELETE', path, { user_playlist_id: ids[4] }),
        calls.send(me, 'POST', path, section(201)),
      ]);
      // A move to itself, of a missing entry, or after one.
      expect(replies.filter(({ status }) => status >= 400).every((reply) => [1, 6].includes(reply.response_code))).toBe(
        true,
      );
      const now = await sectionsOf(path);
      expect(now.toSorted((a, b) => a - b)).toEqual([101, 102, 103, 104, 106, 107, 108, 109, 110, 201]);
      const last = await order(ids[0]!, ids[9]!);
      expect(last.response_code).toBe(200);
      const after = await sectionsOf(path);
      expect(after.indexOf(101)).toBe(after.indexOf(110) + 1);
    });
  });

  describe('undo', () => {
    const undo = (list: string, revision: number) => calls.send(me, 'POST', 'playlist/undo', { list, revision });
    const kind = path === QUEUE ? 'queue' : 'playlist';

    it('puts an entry back under its number at its place, also when others moved meanwhile', async () => {
      await add(path, { program_archive_id: 1 });
      const third = await entry(path, 103);
      const removal = await calls.get<{ list: string; revision: number }>(me, 'DELETE', path, {
        user_playlist_id: third,
      });
      expect(removal.list).toBe(kind);
      const tenth = await entry(path, 110);
      await calls.get(me, 'PATCH', `playlist/${tenth}/order`, {
        target_archive_Id: tenth,
        moved_archive_predecessor: null,
      });
      expect(await undo(kind, removal.revision)).toMatchObject({ response_code: 200, response: { restored: 1 } });
      expect(await sectionsOf(path)).toEqual([110, 101, 102, 103, 104, 105, 106, 107, 108, 109]);
      expect(await entry(path, 103)).toBe(third);
      // A removal can be undone only once.
      expect((await undo(kind, removal.revision)).response_code).toBe(6);
    });

    it('puts a whole list back, without what was added again since, as far as there is room', async () => {
      for (const id of [1, 2, 3, 4, 5]) await add(path, { program_archive_id: id });
      const before = await list(path);
      const { revision } = await calls.get<Listed>(me, 'DELETE', path, { all: true });
      expect(await sectionsOf(path)).toEqual([]);
      await add(path, section(102));
      await add(path, section(601));
      expect((await undo(kind, revision)).response).toMatchObject({
        restored: 48,
        left_out: { already_there: 1, no_room: 1 },
      });
      const now = await sectionsOf(path);
      expect(now).toHaveLength(50);
      expect(now.filter((id) => id !== 601 && id !== 102)).toEqual(
        before.items.map((item) => item.program_archive_section_id).filter((id) => id !== 102 && id !== 510),
      );
      expect((await undo(kind, revision)).response_code).toBe(120001);
    });

    it('says that it is there already where it was added again, and nothing is left after an hour', async () => {
      await add(path, section(101));
      const first = await calls.get<Listed>(me, 'DELETE', path, { all: true });
      await add(path, section(101));
      expect((await undo(kind, first.revision)).response_code).toBe(120004);
      const second = await calls.get<Listed>(me, 'DELETE', path, { all: true });
      calls.clock.now = new Date(calls.clock.now.getTime() + 3_600_001);
      expect((await undo(kind, second.revision)).response_code).toBe(6);
    });
  });
});

it('forgets what was taken off when it can no longer be put back, and not before', async () => {
  const kept = async () => (await calls.db.select().from(playlistEntries)).length;
  const services = { db: calls.db };
  await add(QUEUE, { program_archive_id: 10 });
  await calls.get(me, 'DELETE', QUEUE, { user_playlist_id: await entry(QUEUE, 1001) });
  const { now } = calls.clock;
  await forgetRemoved(services, new Date(now.getTime() + 3_600_000));
  expect(await kept()).toBe(2);
  await forgetRemoved(services, new Date(now.getTime() + 3_600_001));
  expect(await kept()).toBe(1);
  expect(await sectionsOf(QUEUE)).toEqual([1002]);
});

it('keeps the queue and the playlist apart: the same section may stand in both', async () => {
  await add(QUEUE, section(101));
  await add(OWN, section(101));
  await calls.get(me, 'DELETE', QUEUE, { all: true });
  expect(await sectionsOf(OWN)).toEqual([101]);
  // An entry is removed by id, whichever list contains it.
  await calls.get(me, 'DELETE', QUEUE, { user_playlist_id: await entry(OWN, 101) });
  expect(await sectionsOf(OWN)).toEqual([]);
});

it('moves an entry of the queue only at its own address', async () => {
  await add(QUEUE, { program_archive_id: 10 });
  const [first, second] = [await entry(QUEUE, 1001), await entry(QUEUE, 1002)];
  const body = { target_archive_Id: first, moved_archive_predecessor: second };
  expect(await calls.code(me, 'PATCH', `playlist/${second}/order`, body)).toBe(1);
  expect(await calls.code(me, 'PATCH', 'playlist/nonsense/order', body)).toBe(1);
  expect(await calls.code(me, 'PATCH', `playlist/${first}/order`, { target_archive_Id: first })).toBe(1);
});

it('shows nothing of what was taken down, says of what has ended that it is, and one of what was merged', async () => {
  await add(OWN, { program_archive_id: 10 });
  await add(OWN, section(101));
  await add(OWN, section(102));
  const state = (value: 'shown' | 'ended' | 'taken_down') =>
    calls.db.update(programArchives).set({ state: value }).where(eq(programArchives.id, 10));
  const merge = (into: number | null) =>
    calls.db.update(archiveSections).set({ mergedInto: into }).where(eq(archiveSections.id, 102));
  try {
    await state('ended');
    expect((await list(OWN)).items.map((item) => item.is_ended)).toEqual([true, true, false, false]);
    expect(await calls.code(me, 'POST', QUEUE, section(1001))).toBe(6);
    await state('taken_down');
    await merge(101);
    expect(await sectionsOf(OWN)).toEqual([101]);
    expect(await calls.code(me, 'POST', OWN, section(102))).toBe(120004);
    // Room is counted by visible entries.
    for (const id of [2, 3, 4, 5]) await add(OWN, { program_archive_id: id });
    expect(await add(OWN, { program_archive_id: 6 })).toMatchObject({ added: 9, left_out: { no_room: 1 } });
  } finally {
    await state('shown');
    await merge(null);
  }
});
