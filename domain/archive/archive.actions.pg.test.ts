import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archiveSections, programArchives, suspendedFunctions, transcriptCues } from '#db/tables/archive.ts';
import { bookmarks, historyEntries, playlistEntries } from '#db/tables/library.ts';
import { mediaRemovals } from '#db/tables/media.ts';
import { asRun } from '#db/tables/timetable.ts';
import { search } from '#domain/search/search.ts';
import { rebuildIndex } from '#domain/search/search-index.ts';
import { archiveSound } from '#server/services/playing/archive.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { openTestDesk, type OfferedUndo, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { insertBroadcast } from '#tests/factories/library.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { archiveActions } from './archive.actions.ts';
import { getBroadcast, listBroadcasts } from './archive.ts';
import { listFreeEpisodes } from './episodes.ts';

const settings = { freeMinutes: 5, replayDays: 365 };
const at = (clock: string) => new Date(`2026-11-25T${clock}+08:00`);

let desk: OpenDesk;
let producer: Person;
let chief: Person;
let engineer: Person;
beforeAll(async () => {
  desk = await openTestDesk({ actions: archiveActions({ sound: archiveSound, settings }) });
  await insertSmallStation(desk.db);
  await insertStreams(desk.db);
  // The broadcasts of this test have fixed ids.
  for (const table of ['program_archives', 'archive_sections'])
    await desk.db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), 100000)`);
  producer = await desk.enter('producer');
  chief = await desk.enter('chief-editor');
  engineer = await desk.enter('engineer');
});
beforeEach(async () => {
  const { db } = desk;
  for (const table of [playlistEntries, historyEntries, bookmarks]) await db.delete(table);
  for (const table of [suspendedFunctions, transcriptCues, mediaRemovals, archiveSections, programArchives, asRun])
    await db.delete(table);
  await insertBroadcast(db, { id: 1, programId: 1, startsAt: at('14:00:00'), sections: 3 });
  await insertBroadcast(db, { id: 2, programId: 1, startsAt: at('10:00:00'), sections: 1 });
});
afterAll(() => desk.close());

interface Reply {
  outcome: 'done' | 'asked';
  approval_id: number;
  result: Record<string, unknown>;
  rows: { action: string; before: object | null; after: object | null }[];
  undo: OfferedUndo | null;
}
const act = async (name: string, input: object, { cookie } = producer) => {
  const { status, response } = await desk.act(name, input, { cookie });
  return { status, ...(response as Reply) };
};
const preview = async (name: string, input: object, { cookie } = producer) =>
  (await desk.preview(name, input, { cookie })).response as Pick<Reply, 'rows'> & { needs_second_person: boolean };
const takeBack = async ({ undo }: Pick<Reply, 'undo'>, by = producer) => (await desk.undo(undo!, by)).status;
const approve = async (id: number, by: Person) => (await desk.approve(id, by)).status;
const row = async (id = 1) => (await desk.db.select().from(programArchives).where(eq(programArchives.id, id)))[0]!;

/** Where the public meets broadcast 1: its page, lists, search and podcasts. */
async function publicPlaces(): Promise<string[]> {
  const { db } = desk;
  const now = desk.clock.now;
  const { hits } = await search({ db, now }, { q: '的士高峰', type: 'replay' });
  const episodes = await listFreeEpisodes({ db, settings }, { programId: 1, limit: 9 }, now);
  const lists = await listBroadcasts(db, { programId: 1, limit: 9 });
  return [
    ...((await getBroadcast(db, 1)) ? ['page'] : []),
    ...(lists.some(({ broadcast }) => broadcast.id === 1) ? ['list'] : []),
    ...(hits.some(({ replay }) => replay?.startsAtMs === at('14:00:00').getTime()) ? ['search'] : []),
    ...(episodes.some(({ broadcast }) => broadcast.id === 1) ? ['podcast'] : []),
  ];
}

describe('a take-down', () => {
  it('is asked for by one person and changes nothing until another approves it; then no public place has it', async () => {
    await rebuildIndex({ db: desk.db, now: desk.clock.now });
    const shown = await preview('archive.take-down', { archive_id: 1 });
    expect(shown).toMatchObject({ needs_second_person: true, rows: [{ after: { state: 'taken_down' } }] });
    const asked = await act('archive.take-down', { archive_id: 1 });
    expect(asked).toMatchObject({ outcome: 'asked', rows: shown.rows });
    expect(await publicPlaces()).toEqual(['page', 'list', 'search', 'podcast']);
    expect(await approve(asked.approval_id, producer)).toBe(403);
    expect(await approve(asked.approval_id, engineer)).toBe(403);
    expect(await publicPlaces()).toEqual(['page', 'list', 'search', 'podcast']);
    expect(await approve(asked.approval_id, chief)).toBe(200);
    expect(await publicPlaces()).toEqual([]);
  });

  it('is not taken back by one person, neither by showing nor by hiding it', async () => {
    const { approval_id: id } = await act('archive.take-down', { archive_id: 1 });
    expect(await approve(id, chief)).toBe(200);
    for (const verb of ['show', 'hide'])
      expect(await act(`archive.${verb}`, { archive_id: 1 })).toMatchObject({ outcome: 'asked' });
    expect((await row()).state).toBe('taken_down');
  });

  it('is demanded for sound that is removed for a right or the law, and for its return', async () => {
    const span = {
      stream_id: 881,
      starts_ts: at('14:05:00').getTime() / 1000,
      ends_ts: at('14:06:00').getTime() / 1000,
    };
    for (const why of ['rights', 'law'])
      expect(await act('archive.remove-span', { ...span, why })).toMatchObject({ outcome: 'asked' });
    expect(await desk.db.select().from(mediaRemovals)).toEqual([]);
    const { approval_id: id } = await act('archive.remove-span', { ...span, why: 'law' });
    expect(await approve(id, chief)).toBe(200);
    const [removal] = await desk.db.select().from(mediaRemovals);
    expect(await act('archive.restore-span', { removal_id: removal!.id })).toMatchObject({ outcome: 'asked' });
  });
});

describe('what one person may do', () => {
  it('hides a broadcast and takes it back, with its former end of availability', async () => {
    const until = new Date(desk.clock.now.getTime() - 1_000);
    await desk.db.update(programArchives).set({ availableUntil: until });
    const former = await row();
    const shown = await preview('archive.show', { archive_id: 1 });
    const done = await act('archive.hide', { archive_id: 1 });
    expect((await row()).state).toBe('ended');
    expect(shown.rows).toMatchObject([{ before: { state: 'shown' } }]);
    expect(await takeBack(done)).toBe(200);
    const { updatedAt: _one, ...now } = await row();
    const { updatedAt: _other, ...before } = former;
    expect(now).toEqual(before);
    expect(await takeBack(done)).toBe(409);
  });

  it('removes sound that went out by mistake, and takes it back', async () => {
    const input = { stream_id: 881, starts_ts: 1_795_680_000.25, ends_ts: 1_795_680_060, why: 'error' };
    const done = await act('archive.remove-span', input);
    expect(done.outcome).toBe('done');
    expect(await takeBack(done)).toBe(200);
    const [removal] = await desk.db.select().from(mediaRemovals);
    expect(removal).toMatchObject({ startsAt: new Date(1_795_680_000_250), liftedAt: expect.any(Date) });
    expect((await act('archive.remove-span', { ...input, stream_id: 999 })).status).toBe(404);
  });

  it('suspends a function with a message, changes the message, and takes both back', async () => {
    const message = async () => (await desk.db.select().from(suspendedFunctions))[0]?.message;
    const off = (words: string) => act('functions.switch-off', { name: 'archive.play', message: words }, engineer);
    const first = await off('維護中');
    const second = await off('仲維護緊');
    // Something else has changed since.
    expect(await takeBack(first, engineer)).toBe(409);
    expect(await takeBack(second, engineer)).toBe(200);
    expect(await message()).toBe('維護中');
    expect(await act('functions.switch-on', { name: 'archive.play' }, engineer)).toMatchObject({ outcome: 'done' });
    expect(await message()).toBeUndefined();
    expect((await act('functions.switch-on', { name: 'archive.play' }, engineer)).status).toBe(404);
    expect((await act('functions.switch-on', { name: 'archive.plya' }, engineer)).status).toBe(400);
  });

  it('cuts a day again as the preview said, which changed nothing', async () => {
    const day = '2026-11-24';
    await desk.db.insert(asRun).values([
      {
        channelId: 881,
        programId: 1,
        startsAt: new Date('2026-11-24T14:00:00+08:00'),
        endsAt: new Date('2026-11-24T16:00:00+08:00'),
      },
    ]);
    const before = await desk.db.select().from(programArchives);
    const shown = await preview('archive.recut', { day });
    expect(await desk.db.select().from(programArchives)).toEqual(before);
    const done = await act('archive.recut', { day });
    expect(done.rows).toEqual(shown.rows);
    const { changes } = done.result as { changes: string[] };
    expect(changes.length).toBeGreaterThan(0);
    expect((await desk.db.select().from(programArchives)).length).toBe(before.length + changes.length);
  });

  it('imports a transcript or nothing of it, with the line at fault', async () => {
    const input = (text: string) => ({ archive_id: 1, text: `WEBVTT\n\n${text}\n` });
    expect((await act('archive.import-transcript', input('00:01.000 --> 00:02.000\n早晨'))).result).toEqual({
      cues: 1,
    });
    const bad = await desk.act('archive.import-transcript', input('00:02.000 --> 00:01.000\n早晨'), producer);
    expect(bad).toMatchObject({
      status: 400,
      response: { detail: { why: 'vtt-line', message: 'line 3: the cue ends before it begins' } },
    });
    expect(
      (await act('archive.import-transcript', input(`00:01.000 --> 00:02.000\n${'早'.repeat(400_000)}`))).status,
    ).toBe(400);
    expect((await desk.db.select().from(transcriptCues)).map(({ words }) => words)).toEqual(['早晨']);
  });

  it('is confined to the channel of a role', async () => {
    const other = await desk.enter('producer', { kind: 'channel', id: '903' });
    expect((await act('archive.hide', { archive_id: 1 }, other)).status).toBe(403);
    const own = await desk.enter('producer', { kind: 'channel', id: '881' });
    expect((await act('archive.hide', { archive_id: 1 }, own)).status).toBe(200);
  });
});

describe('the room', () => {
  const listed = async (query: string) => {
    const { response } = await desk.call(`/api/staff/archive?${query}`, { cookie: producer.cookie });
    const { items, next_after: next } = response as { items: { archive_id: number }[]; next_after: string | null };
    return { ids: items.map(({ archive_id: id }) => id), next };
  };

  it('lists broadcasts in every state by channel, programme, day and state, and goes on after fifty', async () => {
    await desk.db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.id, 2));
    expect((await listed('')).ids).toEqual([1, 2]);
    expect((await listed('state=taken_down&day=2026-11-25&channel=881&program_id=1')).ids).toEqual([2]);
    for (const query of ['channel=903', 'program_id=2', 'day=2026-11-24', 'state=ended'])
      expect((await listed(query)).ids).toEqual([]);
    await desk.db.insert(programArchives).values(
      Array.from({ length: 50 }, (_, i) => ({
        id: 100 + i,
        programId: 1,
        streamId: 881,
        dayHk: '2026-11-20',
        startsAt: new Date(at('00:00:00').getTime() - i * 60_000),
        endsAt: new Date(at('00:00:00').getTime() - i * 60_000 + 1_000),
      })),
    );
    const { ids, next } = await listed('');
    expect(ids.length).toBe(50);
    expect((await listed(new URLSearchParams({ after: next! }).toString())).ids).toEqual([148, 149]);
  });

  it('names the broadcasts beside one, in any state, on its channel; and of a tape, in its programme', async () => {
    const { db } = desk;
    const tape = (id: number, startsAt: Date, programId = 1) =>
      insertBroadcast(db, { id, programId, startsAt, streamId: 10_100 + id, sections: 1 });
    await insertBroadcast(db, { id: 3, programId: 2, startsAt: at('12:00:00'), sections: 1 });
    await db.update(programArchives).set({ state: 'taken_down' }).where(eq(programArchives.id, 3));
    await tape(4, at('11:00:00'));
    await tape(5, at('12:30:00'));
    await tape(6, at('12:10:00'), 2);
    const beside = async (id: number) => {
      const { response } = await desk.call(`/api/staff/archive/${id}`, { cookie: producer.cookie });
      const found = (response as { beside: Record<'before' | 'after', { archive_id: number } | null> }).beside;
      return [found.before?.archive_id ?? null, found.after?.archive_id ?? null];
    };
    expect(await beside(2)).toEqual([null, 3]);
    expect(await beside(3)).toEqual([2, 1]);
    expect(await beside(1)).toEqual([3, null]);
    expect(await beside(4)).toEqual([null, 5]);
    expect(await beside(6)).toEqual([null, null]);
  });

  it('says what points into a broadcast, also by a number that it had before', async () => {
    await desk.db.insert(programArchives).values({
      id: 3,
      programId: 1,
      streamId: 881,
      dayHk: '2026-11-25',
      startsAt: at('14:10:00'),
      endsAt: at('14:20:00'),
      mergedInto: 1,
    });
    const { db } = desk;
    const memberId = await insertMember(db, 'a.listener@radio.example');
    await db.insert(playlistEntries).values({ memberId, kind: 'playlist', sectionId: 102, position: 1 });
    await db.insert(historyEntries).values({ memberId, sectionId: 101, playedAt: desk.clock.now, position: 1 });
    // One inside the broadcast, and one after it.
    for (const [position, moment] of [at('14:29:59'), at('14:30:00')].entries())
      await db.insert(bookmarks).values({ memberId, streamId: 881, at: moment, position });
    await db.execute(sql`insert into heard_spans (member_id, stream_id, day_hk, spans) values
      (${memberId}, 881, '2026-11-25', tstzmultirange(tstzrange(${at('14:00:00').toISOString()}::timestamptz, ${at('14:01:00').toISOString()}::timestamptz)))`);
    const { response } = await desk.call('/api/staff/archive/3', { cookie: producer.cookie });
    expect(response).toMatchObject({
      broadcast: { archive_id: 1, state: 'shown' },
      sections: [{ section_id: 101 }, { section_id: 102 }, { section_id: 103 }],
      removals: [],
      pointed: { playlists: 1, bookmarks: 1, history: 1, feeds: 0, listeners: 1 },
    });
  });
});
