import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anything, assert, asyncProperty, constantFrom, dictionary } from 'fast-check';
import { memberSongs, onAirMarks } from '#db/tables/songs.ts';
import { setRecording } from '#domain/playback/playback.ts';
import { createMemberCalls, minutesOn, START, type LoggedInMember } from '#tests/factories/accounts/member-calls.ts';
import { MAX_HEARD } from './member-songs.rules.ts';
import { forgetSongs, keepSong, listMemberSongs, noteHeardSongs } from './member-songs.ts';
import { listSongs, takeMarks } from './songs.ts';

interface Songs {
  items: { mark_id: number; how: string; title: string; channel_id: number }[];
  next_offset: number | null;
}

let calls: Awaited<ReturnType<typeof createMemberCalls>>;
let member: LoggedInMember;
let other: LoggedInMember;
let marks: number[];
beforeAll(async () => {
  calls = await createMemberCalls();
  const { db } = calls;
  member = await calls.member('songs@member.example');
  other = await calls.member('other@member.example');
  await db.transaction((tx) =>
    takeMarks(
      tx,
      903,
      Array.from({ length: 12 }, (_, i) => ({
        reportId: String(i),
        revision: 1,
        kind: i === 11 ? ('bulletin' as const) : ('song' as const),
        startsAt: minutesOn(i === 10 ? 60 : -60 + i),
        endsAt: null,
        title: `歌 ${i}`,
        artist: '',
        programId: null,
        isWithdrawn: false,
      })),
    ),
  );
  const rows = await db.select({ id: onAirMarks.id, report: onAirMarks.reportId }).from(onAirMarks);
  marks = rows.toSorted((a, b) => Number(a.report) - Number(b.report)).map(({ id }) => id);
});
afterAll(() => calls.close());
beforeEach(async () => {
  calls.clock.now = START;
  await calls.db.delete(memberSongs);
});

async function send(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
  by: LoggedInMember | null = member,
): Promise<{ status: number; response_code: number; response: unknown }> {
  const reply = await calls.app.inject({
    method,
    url: `/api/member/songs${path}`,
    headers: by ? { cookie: by.cookie } : {},
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: reply.statusCode, ...reply.json<{ response_code: number; response: unknown }>() };
}
const list = async (query = '') => (await send('GET', query)).response as Songs;
const titles = async (query = '') => (await list(query)).items.map(({ title }) => title);

it('keeps a song at a press, once, and lists it first', async () => {
  expect(await send('POST', '', { mark_id: marks[1] })).toMatchObject({ status: 200, response: { is_new: true } });
  calls.clock.now = minutesOn(1);
  await send('POST', '', { mark_id: marks[2] });
  expect((await send('POST', '', { mark_id: marks[1] })).response).toEqual({ is_new: false });
  expect((await list()).items).toMatchObject([
    { title: '歌 2', how: 'kept', channel_id: 903 },
    { title: '歌 1', how: 'kept' },
  ]);
});

it('notes what was heard beside what was kept, and keeps what was heard at a press', async () => {
  await send('POST', '', { mark_id: marks[1] });
  expect((await send('POST', '/heard', { mark_ids: [marks[1], marks[2], marks[2], marks[3]] })).response).toEqual({
    noted: 3,
  });
  expect((await titles('?how=heard')).toSorted()).toEqual(['歌 2', '歌 3']);
  expect((await send('POST', '', { mark_id: marks[2] })).response).toEqual({ is_new: true });
  expect((await titles('?how=kept')).toSorted()).toEqual(['歌 1', '歌 2']);
});

it('notes neither what is no song, nor what is still to come, nor anything while recording is paused', async () => {
  expect((await send('POST', '/heard', { mark_ids: [marks[10], marks[11], 2_147_483_647] })).response).toEqual({
    noted: 0,
  });
  expect((await send('POST', '', { mark_id: marks[11] })).status).toBe(404);
  const { db } = calls;
  await setRecording(db, member.memberId, false, calls.clock.now);
  expect((await send('POST', '/heard', { mark_ids: [marks[1]] })).response).toEqual({ noted: 0 });
  expect((await send('POST', '', { mark_id: marks[1] })).status).toBe(200);
  await setRecording(db, member.memberId, true, calls.clock.now);
  expect((await send('POST', '/heard', { mark_ids: [marks[2]] })).response).toEqual({ noted: 1 });
});

it('takes one off, or all, of one member alone', async () => {
  for (const by of [member, other]) for (const mark of [1, 2, 3]) await send('POST', '', { mark_id: marks[mark] }, by);
  expect((await send('DELETE', '', { mark_id: marks[2] })).response).toEqual({ removed: 1 });
  expect((await send('DELETE', '', { mark_id: marks[2] })).response).toEqual({ removed: 0 });
  expect((await send('DELETE', '', { all: true })).response).toEqual({ removed: 2 });
  expect((await send('DELETE', '', {})).status).toBe(400);
  expect(((await send('GET', '', undefined, other)).response as Songs).items).toHaveLength(3);
});

it('is a member’s alone', async () => {
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '', { mark_id: 1 }],
    ['POST', '/heard', { mark_ids: [1] }],
    ['DELETE', '', { all: true }],
  ] as const)
    expect((await send(method, path, body, null)).response_code, `${method} ${path}`).toBe(10004);
});

it('pages, and keeps five hundred heard ones, the newest', async () => {
  const { db } = calls;
  const actor = { kind: 'member', memberId: member.memberId } as Parameters<typeof noteHeardSongs>[1];
  const many = Array.from({ length: MAX_HEARD + 20 }, (_, i) => ({
    reportId: `many/${i}`,
    revision: 1,
    kind: 'song' as const,
    startsAt: minutesOn(-10_000 + i),
    endsAt: null,
    title: `多 ${i}`,
    artist: '',
    programId: null,
    isWithdrawn: false,
  }));
  await db.transaction((tx) => takeMarks(tx, 864, many));
  const span = { channelId: 864 as const, from: minutesOn(-20_000), to: START };
  const ids = (await listSongs({ db, now: START }, span)).map(({ markId }) => markId);
  for (let i = 0; i < ids.length; i += 50) await noteHeardSongs({ db, now: minutesOn(i) }, actor, ids.slice(i, i + 50));
  const { songs, hasMore } = await listMemberSongs({ db }, actor, { limit: 200, offset: 400 });
  expect([songs.length, hasMore]).toEqual([100, false]);
  const first = await list('?limit=50');
  expect([first.items.length, first.next_offset]).toEqual([50, 50]);
  await keepSong({ db, now: START }, actor, ids[0]!);
  expect(await forgetSongs({ db }, actor, 'all')).toBeGreaterThanOrEqual(MAX_HEARD);
});

it('answers whatever is sent with a code', async () => {
  const value = anything({ withNullPrototype: false });
  await assert(
    asyncProperty(
      constantFrom('POST' as const, 'DELETE' as const),
      constantFrom('', '/heard'),
      dictionary(constantFrom('mark_id', 'mark_ids', 'all', 'x'), value),
      async (method, path, body) => {
        let sent: object;
        try {
          sent = JSON.parse(JSON.stringify(body)) as object;
        } catch {
          return;
        }
        expect((await send(method, path, sent)).status).toBeLessThan(500);
      },
    ),
    { numRuns: 60, seed: 903 },
  );
});
