import { asc, eq, isNull, sql } from 'drizzle-orm';
import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestContext } from '#app/context.server.ts';
import { loader } from '#app/pages/archive/replay.server.ts';
import { archiveSections, programArchives } from '#db/tables/archive.ts';
import { bookmarks } from '#db/tables/library.ts';
import { studioLinks, studioMarks } from '#db/tables/studio.ts';
import { asRun } from '#db/tables/timetable.ts';
import { archiveActions } from '#domain/archive/archive.actions.ts';
import { sectionAt } from '#domain/archive/archive.ts';
import { positionIn, recentPositions, recordPositions } from '#domain/playback/playback.ts';
import { archiveSound } from '#server/services/playing/archive.ts';
import { contentPaths } from '#shared/paths/content-paths.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { openTestDesk, type OfferedUndo, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { insertBroadcast } from '#tests/factories/library.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { cutEdited } from './archive-cut.ts';

// Four broadcasts of an hour, of which the last is on air at two in the afternoon.

const settings = { freeMinutes: 5, replayDays: 365 };
const at = (clock: string) => new Date(`2026-11-26T${clock}+08:00`);
const ts = (clock: string) => at(clock).getTime() / 1_000;
const span = (from: string, to: string) => ({ starts_ts: ts(from), ends_ts: ts(to) });
const clockOf = (instant: Date) => new Date(instant.getTime() + 8 * 3_600_000).toISOString().slice(11, 19);

let desk: OpenDesk;
let producer: Person;
beforeAll(async () => {
  desk = await openTestDesk({ actions: archiveActions({ sound: archiveSound, settings }) });
  await insertSmallStation(desk.db);
  await insertStreams(desk.db);
  producer = await desk.enter('producer');
});
beforeEach(async () => {
  const { db } = desk;
  for (const table of [bookmarks, studioMarks, archiveSections, programArchives, asRun]) await db.delete(table);
  for (const [i, programId] of [1, 2, 11, 5].entries()) {
    const startsAt = at(`${10 + i}:30:00`);
    await insertBroadcast(db, { id: i + 1, programId, startsAt, sections: 6 });
    await db.insert(asRun).values({ channelId: 881, programId, startsAt, endsAt: at(`${11 + i}:30:00`) });
  }
  for (const table of ['program_archives', 'archive_sections'])
    await db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), 100000)`);
  await db.update(programArchives).set({ isOver: false }).where(eq(programArchives.id, 4));
});
afterAll(() => desk.close());

const act = async (name: string, input: object) => {
  const { status, response } = await desk.act(`archive.${name}`, input, { cookie: producer.cookie });
  return { status, ...(response as { undo: OfferedUndo | null }) };
};
const takeBack = async ({ undo }: Awaited<ReturnType<typeof act>>) => (await desk.undo(undo!, producer)).status;
const edges = async () => {
  const rows = await desk.db.select().from(programArchives).orderBy(asc(programArchives.id));
  return rows.map((row) => `${row.id}: ${clockOf(row.startsAt)} ${clockOf(row.endsAt)}`);
};
const parts = async (archiveId: number) => {
  const rows = await desk.db
    .select()
    .from(archiveSections)
    .where(isNull(archiveSections.mergedInto))
    .orderBy(asc(archiveSections.startsAt));
  return rows
    .filter((row) => row.archiveId === archiveId)
    .map((row) => `${row.id}: ${clockOf(row.startsAt)} ${row.title ?? '-'}`);
};
/** Cuts the afternoon again, as the job does each minute. */
const cutAgain = () =>
  desk.db.transaction((tx) =>
    cutEdited(tx, { sound: archiveSound, settings, now: desk.clock.now }, 881, {
      archiveId: 0,
      startsAt: at('10:00:00'),
      endsAt: at('14:30:00'),
    }),
  );

const BEFORE = ['1: 10:30:00 11:30:00', '2: 11:30:00 12:30:00', '3: 12:30:00 13:30:00', '4: 13:30:00 14:30:00'];
const MOVED = ['1: 10:30:00 11:34:00', '2: 11:34:00 12:30:16', '3: 12:30:16 13:30:00', '4: 13:30:00 14:30:00'];
const second = { archive_id: 2, before: span('11:30:00', '12:30:00') };

describe('the edges of a broadcast', () => {
  it('are set by one person, neighbours follow, later cuts keep them, and they are taken back', async () => {
    const done = await act('set-edges', { ...second, ...span('11:34:00', '12:30:16') });
    expect(done.status).toBe(200);
    expect(await edges()).toEqual(MOVED);
    await cutAgain();
    expect(await edges()).toEqual(MOVED);
    expect(await takeBack(done)).toBe(200);
    expect(await edges()).toEqual(BEFORE);
  });

  it('move no bookmark: it stays at its instant, and is found in the broadcast that has it now', async () => {
    const memberId = await insertMember(desk.db, 'listener@example.com');
    const moment = at('11:32:00');
    await desk.db.insert(bookmarks).values({ memberId, streamId: 881, at: moment, position: 1 });
    const broadcastOf = async () => (await sectionAt(desk.db, 881, moment))?.broadcast.id;
    expect(await broadcastOf()).toBe(2);
    await act('set-edges', { ...second, ...span('11:34:00', '12:30:00') });
    const [kept] = await desk.db.select({ at: bookmarks.at }).from(bookmarks);
    expect(kept?.at).toEqual(moment);
    expect(await broadcastOf()).toBe(1);
  });

  it('move no listening position: it is gone on from at its instant, in the broadcast that has it now', async () => {
    const memberId = await insertMember(desk.db, 'position@example.com');
    const moment = at('11:32:00');
    const event = { sequence: 1, streamId: 881, at: moment, ageMs: 0, clockAt: desk.clock.now, movedMs: 120_000 };
    const device = { key: 'phone-phone', name: '' };
    const { now } = desk.clock;
    const heard = [[at('11:30:00'), moment]] as const;
    await recordPositions(desk.db, memberId, device, [{ ...event, heard }], now, now);
    const positions = async () => ({
      recent: (await recentPositions(desk.db, memberId, 5)).map((position) => [position.at, position.streamId]),
      first: (await positionIn(desk.db, memberId, 881, at('10:30:00'), at('11:34:00')))?.at,
      second: (await positionIn(desk.db, memberId, 881, at('11:34:00'), at('12:30:00')))?.at,
    });
    await act('set-edges', { ...second, ...span('11:34:00', '12:30:00') });
    expect(await positions()).toEqual({ recent: [[moment, 881]], first: moment, second: undefined });
    expect((await sectionAt(desk.db, 881, moment))?.broadcast.id).toBe(1);
  });

  it('move no shared clip: its link leads to the same seconds in the broadcast that has them now', async () => {
    const path = (id: number) =>
      contentPaths.replay(id, { atMs: at('11:32:00').getTime(), untilMs: at('11:33:00').getTime() });
    /** Where a link leads, or the seconds that its page plays. */
    const open = async (link: string) => {
      const context = new RouterContextProvider();
      const archive = { ...settings, clipSeconds: 300 };
      const known = { db: desk.db, readDb: desk.db, now: desk.clock.now, siteUrl: 'https://radio.example', archive };
      context.set(requestContext, known as never);
      const url = new URL(`https://radio.example${link}`);
      const given = { context, url, params: { id: url.pathname.split('/').at(-1) } };
      const shown = await loader(given as never).catch((answer: unknown) => answer as Response);
      if (shown instanceof Response) return shown.headers.get('location');
      const { id, atMs, untilMs } = shown.data;
      return [id, clockOf(new Date(atMs!)), clockOf(new Date(untilMs!))];
    };
    const played = ['11:32:00', '11:33:00'];
    expect(await open(path(2))).toEqual([2, ...played]);
    await act('set-edges', { ...second, ...span('11:34:00', '12:30:00') });
    expect(await open(path(2))).toBe(path(1));
    expect(await open(path(1))).toEqual([1, ...played]);
  });

  it('keep the sound that they take in', async () => {
    await act('set-edges', { ...second, ...span('11:30:00', '12:35:00') });
    const { rows } = await desk.db.execute<{ ends_at: string }>(
      sql`select ends_at from media_keeps where why = 'archive/2'`,
    );
    expect(rows.map((row) => clockOf(new Date(row.ends_at)))).toEqual(['12:35:00']);
  });

  it.each([
    [
      'were changed by another person meanwhile',
      { ...second, before: span('11:31:00', '12:30:00') },
      span('11:34:00', '12:30:00'),
      409,
    ],
    ['would leave nothing of a neighbour', second, span('10:30:00', '12:30:00'), 409],
    ['are in the future', second, span('11:30:00', '14:30:00'), 400],
    ['are more than three hours away', second, span('08:00:00', '12:30:00'), 400],
    ['leave less than a minute', second, span('12:29:30', '12:30:00'), 400],
    ['are in the wrong order', second, span('12:30:00', '11:30:00'), 400],
    [
      'are the end of what is on air',
      { archive_id: 4, before: span('13:30:00', '14:30:00') },
      span('13:30:00', '13:50:00'),
      400,
    ],
  ])('are refused if they %s, and nothing changes', async (_why, of, to, status) => {
    expect((await act('set-edges', { ...of, ...to })).status).toBe(status);
    expect(await edges()).toEqual(BEFORE);
  });

  it('do not move into a broadcast whose edges were set by hand, or that the timetable’s staff recorded', async () => {
    expect((await act('set-edges', { ...second, ...span('11:32:00', '12:30:00') })).status).toBe(200);
    const third = { archive_id: 3, before: span('12:30:00', '13:30:00') };
    expect((await act('set-edges', { ...third, ...span('12:20:00', '13:30:00') })).status).toBe(409);
    await desk.db.update(asRun).set({ source: 'staff' }).where(eq(asRun.programId, 11));
    expect((await act('set-edges', { ...third, ...span('12:40:00', '13:30:00') })).status).toBe(409);
    expect((await edges())[2]).toBe('3: 12:30:00 13:30:00');
  });
});

describe('the parts of a broadcast', () => {
  const starts = ['11:30:00', '11:40:00', '11:50:00', '12:00:00', '12:10:00', '12:20:00'];
  const part = (clock: string, title = '') => ({ starts_ts: ts(clock), title });

  it('are named, joined and split; parts keep their ids, later cuts keep them, and they are taken back', async () => {
    const former = await parts(2);
    const wanted = [part('11:30:00', '開場'), part('11:42:05', '街市'), part('12:10:00'), part('12:25:00', '來電')];
    const done = await act('set-parts', { archive_id: 2, before: starts.map(ts), parts: wanted });
    expect(done.status).toBe(200);
    const set = ['201: 11:30:00 開場', '203: 11:42:05 街市', '205: 12:10:00 -', '206: 12:25:00 來電'];
    expect(await parts(2)).toEqual(set);
    await cutAgain();
    expect(await parts(2)).toEqual(set);
    expect(await takeBack(done)).toBe(200);
    expect(await parts(2)).toEqual(former);
  });

  it('are refused if they changed meanwhile, are out of order or outside', async () => {
    const set = (before: string[], ...wanted: object[]) =>
      act('set-parts', { archive_id: 2, before: before.map(ts), parts: wanted });
    expect((await set(starts.slice(1), part('11:30:00'))).status).toBe(409);
    expect((await set(starts, part('11:30:00'), part('12:10:00'), part('12:00:00'))).status).toBe(400);
    expect((await set(starts, part('11:30:00'), part('12:40:00'))).status).toBe(400);
    expect((await set(starts, part('11:30:00', '長'.repeat(201)))).status).toBe(400);
    expect((await parts(2)).length).toBe(6);
  });

  it('that begin at a mark of the studio are those of the studio', async () => {
    const [link] = await desk.db
      .insert(studioLinks)
      .values({
        channelId: 881,
        name: '一號室',
        tokenHash: Buffer.alloc(32),
        createdBy: producer.id,
        endsAt: new Date('2100-01-01'),
      })
      .returning({ id: studioLinks.id });
    const mark = {
      linkId: link!.id,
      channelId: 881,
      at: at('11:55:00'),
      kind: 'moment',
      title: '訪問',
      pressKey: 'one',
    } as const;
    await desk.db.insert(studioMarks).values(mark);
    const set = await act('set-parts', { archive_id: 2, before: starts.map(ts), parts: [part('11:30:00', '開場')] });
    expect(set.status).toBe(409);
    const both = [part('11:30:00', '開場'), part('11:55:00', '訪問')];
    expect((await act('set-parts', { archive_id: 2, before: starts.map(ts), parts: both })).status).toBe(200);
  });
});
