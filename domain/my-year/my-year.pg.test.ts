import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { programArchives } from '#db/tables/archive.ts';
import { heardSpans } from '#db/tables/playback.ts';
import { memberSongs, onAirMarks } from '#db/tables/songs.ts';
import { recordPositions, setRecording } from '#domain/playback/playback.ts';
import { noteHeardSongs } from '#domain/songs/member-songs.ts';
import { takeMarks } from '#domain/songs/songs.ts';
import { createMemberCalls, START, type LoggedInMember } from '#tests/factories/accounts/member-calls.ts';
import { insertBroadcast } from '#tests/factories/library.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import type { YearWire } from './my-year.schema.ts';

// START is noon of 21 November 2026; programme 1 was broadcast from 14:00 on the day before.
const BROADCAST = new Date('2026-11-20T14:00:00+08:00');
const minute = (n: number) => new Date(BROADCAST.getTime() + n * 60_000);

let calls: Awaited<ReturnType<typeof createMemberCalls>>;
let me: LoggedInMember;
let other: LoggedInMember;
let markId: number;
beforeAll(async () => {
  calls = await createMemberCalls();
  const { db } = calls;
  await insertSmallStation(db);
  await insertBroadcast(db, { id: 1, programId: 1, startsAt: BROADCAST, sections: 3 });
  await insertBroadcast(db, { id: 2, programId: 3, startsAt: minute(30), sections: 3 });
  me = await calls.member('year@member.example');
  other = await calls.member('other@member.example');
  await db.transaction((tx) =>
    takeMarks(tx, 881, [
      {
        reportId: '1',
        revision: 1,
        kind: 'song',
        startsAt: minute(5),
        endsAt: null,
        title: '電車轉彎',
        artist: '潮水單位',
        programId: null,
        isWithdrawn: false,
      },
    ]),
  );
  [{ id: markId }] = (await db.select({ id: onAirMarks.id }).from(onAirMarks)) as [{ id: number }];
});
afterAll(() => calls.close());
beforeEach(async () => {
  calls.clock.now = START;
  await calls.db.delete(memberSongs);
  await calls.db.delete(heardSpans);
  await calls.db.update(programArchives).set({ state: 'shown' });
});

let sequence = 0;
/** Somebody hears the broadcasts from one minute to another. */
const hear = ({ memberId }: LoggedInMember, from: number, to: number) => {
  const { db, clock } = calls;
  const event = {
    sequence: ++sequence,
    streamId: 881,
    at: minute(to),
    ageMs: 0,
    clockAt: clock.now,
    movedMs: (to - from) * 60_000,
    heard: [[minute(from), minute(to)]] satisfies [Date, Date][],
  };
  return recordPositions(db, memberId, { key: 'phone', name: 'Chrome' }, [event], clock.now, clock.now);
};
const note = ({ memberId, sessionId }: LoggedInMember) =>
  noteHeardSongs({ db: calls.db, now: calls.clock.now }, memberActor(memberId, { sessionId }), [markId]);
const ask = async (who: LoggedInMember | null, year: number | string = 2026) =>
  calls.call(who, `member/year?year=${year}`);
const yearOf = async (who: LoggedInMember, year = 2026) => (await ask(who, year)).response as YearWire;

it('has the seconds of each programme, when it was heard, and the songs of the year, of the member alone', async () => {
  await hear(me, 0, 40);
  await note(me);
  const year = await yearOf(me);
  expect(year.minutes).toEqual([
    { day: '2026-11-20', program_id: 1, seconds: 1_800 },
    { day: '2026-11-20', program_id: 3, seconds: 600 },
  ]);
  expect(year.heard).toEqual([{ program_id: 3, heard_ts: START.getTime() / 1000 }]);
  expect(year.songs).toMatchObject([{ title: '電車轉彎', artist: '潮水單位', heard_ts: START.getTime() / 1000 }]);
  expect(year.programs.find(({ id }) => id === 1)).toMatchObject({ title: '的士高峰', hosts: ['區柏言', '馬仔'] });
  expect(year.years).toEqual([2026]);
  expect(await yearOf(other)).toMatchObject({ minutes: [], heard: [], songs: [], programs: [], years: [] });
  expect(await yearOf(me, 2025)).toMatchObject({ minutes: [], heard: [], songs: [], years: [2026] });
});

it('has nothing of the time in which recording was paused, and says that it is', async () => {
  await setRecording(calls.db, other.memberId, false, calls.clock.now);
  calls.clock.now = new Date(START.getTime() + 60_000);
  await hear(other, 0, 10);
  await note(other);
  expect(await yearOf(other)).toMatchObject({ years: [], is_paused: true, minutes: [], heard: [], songs: [] });
  await setRecording(calls.db, other.memberId, true, new Date(START.getTime() + 120_000));
});

it('names no broadcast that is taken down', async () => {
  await hear(me, 40, 50);
  await calls.db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.id, 2));
  const { minutes, heard, programs } = await yearOf(me);
  expect([minutes, heard, programs].flat().filter((row) => 'program_id' in row && row.program_id === 3)).toEqual([]);
  expect(programs.map(({ id }) => id)).not.toContain(3);
});

it('is private, kept by nobody, and refuses guests and years that are none', async () => {
  const reply = await ask(me);
  expect(reply.headers['cache-control']).toContain('no-store');
  expect((await ask(null)).response_code).toBe(10004);
  for (const year of ['', 'x', '1999', '2100', '2026.5']) expect((await ask(me, year)).status, year).toBe(400);
});
