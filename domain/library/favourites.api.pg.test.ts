import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { suspendedFunctions } from '#db/tables/archive.ts';
import { programs } from '#db/tables/programs.ts';
import { createLibraryCalls } from '#tests/factories/library.ts';
import type { LoggedInMember } from '#tests/factories/accounts/member-calls.ts';

interface Favourites {
  items: { user_favourite_id: number; program_id: number; status: number }[];
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

const add = (programId: number) =>
  calls.get<{ user_favourite_id: number }>(me, 'POST', 'playlist/favourite', { program_id: programId });
const ids = async () => (await calls.get<{ program_ids: number[] }>(me, 'GET', 'programs/fav/ids')).program_ids;
const entry = async (programId: number) =>
  (await calls.get<Favourites>(me, 'GET', 'playlist/favourite')).items.find((item) => item.program_id === programId)!
    .user_favourite_id;

it('makes a programme a favourite with status 1, and again without a fault (R-220, R-269, R-270)', async () => {
  const first = await calls.get<object>(me, 'POST', 'playlist/favourite', { program_id: 1 });
  expect(first).toMatchObject({ status: 1, program_id: 1 });
  expect((await add(1)).user_favourite_id).toBe((first as { user_favourite_id: number }).user_favourite_id);
  const whole = await calls.get<Favourites>(me, 'POST', 'playlist/favourite', { program_id: 5, fetch: true });
  expect(whole.items.map((item) => [item.status, item.program_id])).toEqual([
    [1, 5],
    [1, 1],
  ]);
  expect(await ids()).toEqual([5, 1]);
});

it('refuses programmes that are not there or switched off with 6, and bodies without one with 1 (R-271)', async () => {
  for (const programId of [99, 7, 8])
    expect(await calls.code(me, 'POST', 'playlist/favourite', { program_id: programId })).toBe(6);
  expect(await calls.code(me, 'POST', 'playlist/favourite', {})).toBe(1);
  expect(await calls.code(me, 'DELETE', 'playlist/favourite', {})).toBe(1);
  expect(await calls.code(me, 'DELETE', 'playlist/favourite', { program_id: 1 })).toBe(6);
  await calls.db.insert(suspendedFunctions).values({ name: 'library.favourite', message: '今晚維修。' });
  expect(await calls.send(me, 'POST', 'playlist/favourite', { program_id: 1 })).toMatchObject({
    response_code: 20,
    response_message: '今晚維修。',
  });
});

it('gives favourite programmes by their newest broadcast and then by number, eight at a time (R-273, R-394, R-461)', async () => {
  for (const programId of [1, 2, 3, 4, 5, 6, 9, 11, 12, 13]) await add(programId);
  const page = (query = '') =>
    calls.get<{ programs: { program_id: number }[]; total: number }>(me, 'GET', `programs/fav${query}`);
  const first = await page();
  expect(first.total).toBe(10);
  // 1 was on air last, the last part of 5 after that of 3, the others never.
  expect(first.programs.map((program) => program.program_id)).toEqual([1, 5, 3, 13, 12, 11, 9, 6]);
  expect(first.programs[0]).toMatchObject({
    program_id: 1,
    title: '的士高峰',
    latest_program_archive_id: 7,
    latest_section_date: '2026-11-08',
    latest_section_start_time: '15:30',
  });
  expect((await page('?offset=8')).programs.map((program) => program.program_id)).toEqual([4, 2]);
  expect(await calls.code(me, 'GET', 'programs/fav?limit=61')).toBe(1);
});

it("keeps the member's own order, which the order call changes", async () => {
  for (const programId of [1, 2, 3]) await add(programId);
  expect(await ids()).toEqual([3, 2, 1]);
  const move = async (programId: number, after: number | null) =>
    calls.code(me, 'PATCH', 'playlist/favouriteorder', {
      target_archive_Id: await entry(programId),
      moved_archive_predecessor: after === null ? null : await entry(after),
    });
  expect(await move(1, null)).toBe(200);
  expect(await ids()).toEqual([1, 3, 2]);
  expect(await move(1, 3)).toBe(200);
  expect(await ids()).toEqual([3, 1, 2]);
  expect(await move(3, 2)).toBe(200);
  expect(await ids()).toEqual([1, 2, 3]);
});

it('takes one off or all, and puts them back in their order', async () => {
  for (const programId of [1, 2, 3]) await add(programId);
  const one = await calls.get<{ revision: number }>(me, 'DELETE', 'playlist/favourite', { program_id: 2 });
  expect(await ids()).toEqual([3, 1]);
  const undo = (revision: number) => calls.code(me, 'POST', 'playlist/undo', { list: 'favourite', revision });
  expect(await undo(one.revision)).toBe(200);
  const all = await calls.get<{ revision: number; removed: number }>(me, 'DELETE', 'playlist/favourite', { all: true });
  expect(all.removed).toBe(3);
  expect(await ids()).toEqual([]);
  expect(await undo(all.revision)).toBe(200);
  expect(await ids()).toEqual([3, 2, 1]);
});

it('leaves out a programme that was switched off, until it is on again', async () => {
  for (const programId of [1, 2]) await add(programId);
  const status = (value: number) => calls.db.update(programs).set({ status: value }).where(eq(programs.id, 2));
  await status(0);
  try {
    expect(await ids()).toEqual([1]);
  } finally {
    await status(1);
  }
  expect(await ids()).toEqual([2, 1]);
});

it('counts a press that was sent twice once', async () => {
  await Promise.all(Array.from({ length: 5 }, () => add(1)));
  expect(await ids()).toEqual([1]);
});

it('puts the newest broadcast of one favourite, or of all, into the playlist', async () => {
  for (const programId of [1, 3, 2]) await add(programId);
  const into = (body: object) =>
    calls.send(me, 'POST', 'playlist/favourite/toplaylist', body) as Promise<{
      response_code: number;
      response: { added: number; left_out: object };
    }>;
  expect(await into({ user_favourite_id: await entry(3) })).toMatchObject({ response: { added: 2 } });
  expect(await into({ user_favourite_id: await entry(3) })).toMatchObject({ response_code: 120004 });
  // A favourite that was never on air has nothing to add.
  expect(await into({ user_favourite_id: await entry(2) })).toMatchObject({ response_code: 6 });
  expect(await into({ all: true })).toMatchObject({
    response: { added: 10, left_out: { already_there: 2, no_room: 0 } },
  });
  expect(await into({})).toMatchObject({ response_code: 1 });
  expect(await into({ user_favourite_id: 99_999 })).toMatchObject({ response_code: 6 });
});
