import { eq, sql } from 'drizzle-orm';
import { assert, asyncProperty, constantFrom, dictionary, jsonValue, oneof, string } from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  archivePrograms,
  archiveSections,
  programArchives,
  suspendedFunctions,
  transcriptCues,
} from '#db/tables/archive.ts';
import { createPlayDoubles, insertStreams } from '#tests/factories/archive.ts';
import { createMemberCalls, minutesOn, START, type LoggedInMember } from '#tests/factories/accounts/member-calls.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { GUEST } from '#shared/actor.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { replayNow } from './playing/archive-play.ts';
import { momentReplySchema, playReplySchema, sectionsReplySchema, transcriptReplySchema } from './archive.schema.ts';
import { createListedArchive } from './listed-sections.ts';

const doubles = createPlayDoubles();
let calls: Awaited<ReturnType<typeof createMemberCalls>>;
let plain: LoggedInMember;
let paying: LoggedInMember;
beforeAll(async () => {
  calls = await createMemberCalls(undefined, { archive: doubles.services });
  const { db } = calls;
  await insertSmallStation(db);
  await insertStreams(db);
  await calls.reset();
  plain = await calls.member('plain@member.example');
  paying = await calls.subscriber('paying@member.example');
});
afterAll(() => calls.close());

// A two-part broadcast this morning, one of last week, and one on air.
const HOUR = 60;
beforeEach(async () => {
  const { db } = calls;
  for (const table of [archiveSections, programArchives, archivePrograms, suspendedFunctions]) await db.delete(table);
  Object.assign(doubles.state, { gaps: [], removals: [], playing: 0, grants: [] });
  const broadcast = (id: number, from: number, to: number, more = {}) => ({
    id,
    programId: 1,
    streamId: 881,
    dayHk: '2026-11-21',
    startsAt: minutesOn(from),
    endsAt: minutesOn(to),
    isOver: true,
    ...more,
  });
  await db
    .insert(programArchives)
    .values([
      broadcast(1, -3 * HOUR, -HOUR),
      broadcast(2, -7 * 24 * HOUR, -7 * 24 * HOUR + 60),
      broadcast(3, -10, 50, { isOver: false, programId: 5 }),
      broadcast(4, -30 * HOUR, -29 * HOUR, { programId: 2, programClass: 2 }),
    ]);
  const part = (id: number, archiveId: number, sectionNo: number, from: number, to: number) => ({
    id,
    archiveId,
    sectionNo,
    startsAt: minutesOn(from),
    endsAt: minutesOn(to),
  });
  await db
    .insert(archiveSections)
    .values([
      part(11, 1, 1, -3 * HOUR, -2 * HOUR),
      part(12, 1, 2, -2 * HOUR, -HOUR),
      part(21, 2, 1, -7 * 24 * HOUR, -7 * 24 * HOUR + 60),
      part(31, 3, 1, -10, 50),
      part(41, 4, 1, -30 * HOUR, -29 * HOUR),
    ]);
});

const idsOf = async (path: string) => {
  const { response } = await calls.call(null, `programarchives/${path}`);
  return sectionsReplySchema.parse(response).items.map((item) => item.item_id);
};
const play = (as: LoggedInMember | null, id: number, query = 'device_key=d1') =>
  calls.call(as, `programarchives/playback/${id}?${query}`);
const responseCode = async (reply: ReturnType<typeof play>) => (await reply).response_code;

describe('lists of replays', () => {
  it('has the newest broadcast first, its parts in order, a page at a time', async () => {
    expect(await idsOf('1')).toEqual([11, 12, 21]);
    expect(await idsOf('1?limit=1&offset=1')).toEqual([12]);
    expect(await idsOf('classicarchivelist')).toEqual([41]);
    // None has been heard yet: the newest are listed instead.
    expect(await idsOf('mostviewed?limit=1')).toHaveLength(1);
    expect(await idsOf('13')).toEqual([]);
  });

  it('has the fields of a section, with the clock of Hong Kong', async () => {
    const { response } = await calls.call(null, 'programarchives/1');
    const [first] = sectionsReplySchema.parse(response).items;
    expect(first).toMatchObject({
      item_id: 11,
      program_archive_id: 1,
      program_name: '的士高峰',
      display_date: '2026-11-21',
      display_start_time: '09:00',
      display_end_time: '10:00',
      duration: 3600,
      program_class: 1,
      section_no: 1,
      is_over: true,
      free_seconds: 300,
    });
  });

  it('says what the station has to say of them', async () => {
    expect((await calls.call(null, 'programarchives/listwithnotice/1')).response).not.toHaveProperty('notice');
    await calls.db.insert(archivePrograms).values({ programId: 1, notice: '部分環節因版權未能重溫' });
    expect((await calls.call(null, 'programarchives/listwithnotice/1')).response).toMatchObject({
      notice: '部分環節因版權未能重溫',
    });
  });

  it('has no word of what was taken down, and says of what has ended that it has', async () => {
    await calls.db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.id, 1));
    await calls.db
      .update(programArchives)
      .set({ availableUntil: minutesOn(-1) })
      .where(eq(programArchives.id, 2));
    const { response } = await calls.call(null, 'programarchives/1');
    expect(sectionsReplySchema.parse(response).items.map((i) => [i.item_id, i.is_ended])).toEqual([[21, true]]);
  });

  it('knows no programme that is not there', async () => {
    expect(await responseCode(calls.call(null, 'programarchives/8'))).toBe(6);
    expect(await responseCode(calls.call(null, 'programarchives/99999999999'))).toBe(6);
  });
});

describe('playing a section', () => {
  it('gives a subscriber both encodings under a lease, for this session alone', async () => {
    const { status, headers, response } = await play(paying, 11);
    expect(status).toBe(200);
    const reply = playReplySchema.parse(response);
    const span = `${minutesOn(-3 * HOUR).getTime()}-${minutesOn(-2 * HOUR).getTime()}`;
    expect(reply.items).toEqual([
      { default_encode_profile_output_id: 11, path: `/replay/grant-1/881/a128/${span}.m3u8` },
      { default_encode_profile_output_id: 12, path: `/replay/grant-1/881/a64/${span}.m3u8` },
    ]);
    expect(reply).toMatchObject({ is_over: true, free_until_ts: null, lease: { epoch: 1, renew_s: 10 } });
    expect(reply.place?.device_name).toBe('Chrome');
    expect(reply.section).toMatchObject({ item_id: 11, program_name: '的士高峰' });
    expect(reply.parts.map((part) => part.item_id)).toEqual([11, 12]);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(doubles.state.grants[0]).toMatchObject({
      leaseId: reply.lease?.id,
      sessionToken: paying.cookie.split('=')[1],
      expiresAt: START.getTime() + 300_000,
      open: false,
    });
  });

  it('asks guests to log in and plain members for a plan', async () => {
    expect(await responseCode(play(null, 12))).toBe(10004);
    expect(await responseCode(play(plain, 12))).toBe(20003);
  });

  it('lets everybody hear the beginning that is free, under nobody’s name, and no more of it', async () => {
    for (const who of [null, plain]) {
      const reply = playReplySchema.parse((await play(who, 11, '')).response);
      expect(reply).toMatchObject({ lease: null, end_ts: minutesOn(-3 * HOUR + 5).getTime() / 1000, is_over: true });
      expect(reply.free_until_ts).toBe(reply.end_ts);
    }
    const [a, b] = doubles.state.grants;
    // The same for everyone, so that caches can hold it.
    expect(a).toEqual(b);
    expect(a).toMatchObject({ leaseId: null, sessionToken: null, to: minutesOn(-3 * HOUR + 5).getTime() });
    await calls.db.insert(archivePrograms).values({ programId: 1, freeMinutes: 0 });
    expect(await responseCode(play(null, 11))).toBe(10004);
  });

  it('plays what is on air as far as it went, with a playlist that grows', async () => {
    const reply = playReplySchema.parse((await play(paying, 31)).response);
    expect(reply.is_over).toBe(false);
    expect(doubles.state.grants[0]?.open).toBe(true);
  });

  it('refuses with 121001 what has ended and what was removed whole, and nothing else', async () => {
    await calls.db.update(programArchives).set({ state: 'ended' }).where(eq(programArchives.id, 2));
    for (const who of [null, plain, paying]) expect(await responseCode(play(who, 21))).toBe('121001');
    doubles.state.removals = [
      { startsAt: minutesOn(-3 * HOUR), endsAt: minutesOn(-150) },
      { startsAt: minutesOn(-155), endsAt: minutesOn(0) },
    ];
    expect(await responseCode(play(paying, 11))).toBe('121001');
    doubles.state.removals = [{ startsAt: minutesOn(-150), endsAt: minutesOn(-145) }];
    expect(playReplySchema.parse((await play(paying, 11)).response).missing).toEqual([
      { from_ts: minutesOn(-150).getTime() / 1000, to_ts: minutesOn(-145).getTime() / 1000, why: 'rights' },
    ]);
  });

  it('has no word of what was taken down', async () => {
    await calls.db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.id, 1));
    expect(await responseCode(play(paying, 11))).toBe(6);
  });

  it('plays around a gap of the encoder, and says 9 where no sound is left', async () => {
    doubles.state.gaps = [{ from: minutesOn(-160), to: minutesOn(-150) }];
    expect((await play(paying, 11)).status).toBe(200);
    doubles.state.gaps = [{ from: minutesOn(-3 * HOUR), to: minutesOn(-2 * HOUR) }];
    expect(await responseCode(play(paying, 11))).toBe(9);
  });

  it('passes on that too many devices play', async () => {
    doubles.state.playing = 2;
    expect(await responseCode(play(paying, 11))).toBe('121003');
  });

  it('follows a number that was merged', async () => {
    await calls.db.update(archiveSections).set({ mergedInto: 12 }).where(eq(archiveSections.id, 11));
    const reply = playReplySchema.parse((await play(paying, 11)).response);
    expect(reply.start_ts).toBe(minutesOn(-2 * HOUR).getTime() / 1000);
  });

  it('says what the operator says where playing is switched off', async () => {
    await calls.db.insert(suspendedFunctions).values({ name: 'archive.play', message: '系統維護中' });
    const reply = await calls.app.inject({ url: '/api/programarchives/playback/11' });
    expect(reply.json()).toMatchObject({ response_code: 20, response_message: '系統維護中' });
  });

  it('takes the session for the device where a call names none, and wants a lease with its epoch', async () => {
    expect(await responseCode(play(paying, 11, ''))).toBe(200);
    expect(
      await responseCode(play(paying, 11, 'device_key=a&take_over_lease=00000000-0000-4000-8000-000000000001')),
    ).toBe(1);
  });
});

describe('beside the sound', () => {
  it('tells which section an instant of a channel lies in, also of what is on air, and of nothing taken down', async () => {
    const at = async (stream: number, minutes: number) => {
      const path = `programarchives/at?stream=${stream}&at=${minutesOn(minutes).getTime() / 1000}`;
      return momentReplySchema.parse((await calls.call(null, path)).response).item?.item_id;
    };
    expect([await at(881, -90), await at(881, -5), await at(903, -90)]).toEqual([12, 31, undefined]);
    await calls.db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.id, 1));
    expect(await at(881, -90)).toBeUndefined();
  });

  it('tells what was said in a section, and nothing where its programme keeps that for itself', async () => {
    const [startsAt, endsAt] = [minutesOn(-90), minutesOn(-89)];
    await calls.db.insert(transcriptCues).values({ streamId: 881, startsAt, endsAt, words: '一程車，一段路。' });
    const lines = async (id: number) =>
      transcriptReplySchema.parse((await calls.call(null, `programarchives/transcript/${id}`)).response).lines;
    expect(await lines(12)).toEqual([
      { start_ts: startsAt.getTime() / 1000, end_ts: endsAt.getTime() / 1000, words: '一程車，一段路。' },
    ]);
    expect(await lines(11)).toEqual([]);
    await calls.db.insert(archivePrograms).values({ programId: 1, hasPublicTranscript: false });
    expect(await lines(12)).toEqual([]);
    await calls.db.delete(transcriptCues);
    await calls.db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.id, 1));
    expect(await responseCode(calls.call(null, 'programarchives/transcript/12'))).toBe(6);
  });
});

describe('what is played under a lease, a while later', () => {
  const ask = (kind: 'guest' | 'subscriber', from: number, to: number, now = START) =>
    replayNow(
      doubles.services(calls.db),
      kind === 'guest' ? GUEST : memberActor(1, { isSubscriber: true }),
      { streamId: 881, startsAt: minutesOn(from), endsAt: minutesOn(to) },
      now,
    );

  it('has the edges that it has by now, and goes on while it is on air', async () => {
    await calls.db
      .update(programArchives)
      .set({ endsAt: minutesOn(70) })
      .where(eq(programArchives.id, 3));
    await calls.db
      .update(archiveSections)
      .set({ endsAt: minutesOn(70) })
      .where(eq(archiveSections.id, 31));
    expect(await ask('subscriber', -10, 50)).toMatchObject({
      startsAt: minutesOn(-10),
      endsAt: minutesOn(70),
      isOpen: true,
    });
  });

  it('is nothing any more once it was taken down, has ended or is not paid for', async () => {
    expect(await ask('guest', -3 * HOUR, -2 * HOUR)).toBeNull();
    expect(await ask('subscriber', -3 * HOUR, -2 * HOUR)).not.toBeNull();
    await calls.db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.id, 1));
    expect(await ask('subscriber', -3 * HOUR, -2 * HOUR)).toBeNull();
  });
});

describe('a queue that plays at once', () => {
  const queue = (as: LoggedInMember | null, body: object) => calls.call(as, 'programarchives/getinstantplaylist', body);

  it('has the parts of the broadcast from the one pressed on', async () => {
    const { response } = await queue(paying, { program_archive_id: 1, program_archive_section_id: 12 });
    expect(response).toMatchObject({
      items: [{ program_archive_section_id: 12, user_playlist_id: null, path: '/api/programarchives/playback/12' }],
    });
    const whole = await queue(paying, { program_archive_id: 1, program_archive_section_id: 11 });
    expect(whole.response).toMatchObject({ items: [{ item_id: 11 }, { item_id: 12 }] });
  });

  it('is for subscribers, and of one broadcast', async () => {
    const body = { program_archive_id: 1, program_archive_section_id: 11 };
    expect(await responseCode(queue(null, body))).toBe(10004);
    expect(await responseCode(queue(plain, body))).toBe(20003);
    expect(await responseCode(queue(paying, { ...body, program_archive_id: 2 }))).toBe(6);
  });
});

describe('what lists of members ask', () => {
  const now = START;
  it('finds sections by number, by broadcast, by moment and beside one another', async () => {
    const { db } = calls;
    const archive = createListedArchive({ freeMinutes: 0, replayDays: 365 });
    await db.update(archiveSections).set({ mergedInto: 12 }).where(eq(archiveSections.id, 11));
    const found = await archive.findSections(db, [11, 12, 77], now);
    expect([...found].map(([id, section]) => [id, section.id] as const).toSorted(([a], [b]) => a - b)).toEqual([
      [11, 12],
      [12, 12],
    ]);
    expect(
      [...(await archive.findSectionsOf(db, [1, 2], now))].map(([id, list]) => [id, list.map((s) => s.id)]),
    ).toEqual([
      [2, [21]],
      [1, [12]],
    ]);
    const moments = [minutesOn(-90), minutesOn(-600)].map((at) => ({ streamId: 881, at }));
    expect((await archive.findSectionsAt(db, moments, now)).map((s) => s?.id)).toEqual([12, undefined]);
    const newest = await archive.findNewest(db, [1, 5, 9], now);
    expect([...newest].map(([id, { archiveId }]) => [id, archiveId])).toEqual([
      [1, 1],
      [5, 3],
    ]);
    const middle = found.get(12);
    if (!middle) throw new Error('no section');
    const beside = await archive.listNeighbours(db, middle, { direction: 'backward', limit: 5 }, now);
    expect(beside.map((s) => s.id)).toEqual([21]);
  });
});

// Fuzzing: always a response code, never a server error.
describe('calls sent rubbish', () => {
  const nasty = constantFrom<unknown>(
    null,
    -1,
    1e308,
    2_147_483_648,
    '',
    '\0',
    '\ud800',
    '__proto__',
    [],
    {},
    '💀'.repeat(999),
  );
  const value = oneof(nasty, jsonValue(), string({ unit: 'binary', maxLength: 40 }));

  it.each(['guest', 'member'])('answers a %s', async (who) => {
    const cookie = who === 'member' ? paying.cookie : '';
    await assert(
      asyncProperty(
        dictionary(constantFrom('program_archive_id', 'program_archive_section_id', 'x'), value),
        async (body) => {
          const reply = await calls.app.inject({
            method: 'POST',
            url: '/api/programarchives/getinstantplaylist',
            headers: { cookie, 'content-type': 'application/json' },
            payload: JSON.stringify(body),
          });
          expect(reply.statusCode).toBeLessThan(500);
          expect(reply.json()).toHaveProperty('response_code');
        },
      ),
      { numRuns: 60, seed: 881 },
    );
    const params = ['0', '-1', '1.5', 'x', '%00', '%FF', '99999999999999999999', '1e3', '..%2f', '11'];
    const queries = [
      '',
      'limit=0',
      'limit=1e9',
      'offset=-1',
      'limit[]=1',
      'device_key=%00',
      'device_name=%00&device_key=a',
      'device_key=' + 'x'.repeat(999),
      'device_key=a&take_over_lease=x&take_over_epoch=1',
      '__proto__=1',
      'stream=0&at=1',
      'stream=99999999999999999999&at=1e999',
      'stream=881&at=-1e308',
    ];
    for (const path of ['playback/', 'listwithnotice/', 'transcript/', 'unheard/', '', 'classicarchivelist', 'at'])
      for (const param of path === 'classicarchivelist' || path === 'at' ? [''] : params)
        for (const query of queries) {
          const url = `/api/programarchives/${path}${param}?${query}`;
          const reply = await calls.app.inject({ url, headers: { cookie } });
          expect(reply.statusCode, url).toBeLessThan(500);
          expect(reply.json(), url).toHaveProperty('response_code');
        }
    expect(await calls.db.execute(sql`select 1`)).toBeTruthy();
  });
});
