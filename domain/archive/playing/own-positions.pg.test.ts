import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archiveSections, programArchives } from '#db/tables/archive.ts';
import { createPlayDoubles, insertStreams } from '#tests/factories/archive.ts';
import { createMemberCalls, minutesOn, type LoggedInMember } from '#tests/factories/accounts/member-calls.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { begunReplySchema, ownPositionsReplySchema, unheardReplySchema } from '#domain/archive/archive.schema.ts';

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

// A two-hour broadcast with two parts.
beforeEach(async () => {
  const { db } = calls;
  for (const table of [archiveSections, programArchives]) await db.delete(table);
  const about = { id: 1, programId: 1, streamId: 881, dayHk: '2026-11-21', isOver: true };
  await db.insert(programArchives).values({ ...about, startsAt: minutesOn(-180), endsAt: minutesOn(-60) });
  await db.insert(archiveSections).values([
    { id: 11, archiveId: 1, sectionNo: 1, startsAt: minutesOn(-180), endsAt: minutesOn(-120) },
    { id: 12, archiveId: 1, sectionNo: 2, startsAt: minutesOn(-120), endsAt: minutesOn(-60) },
  ]);
  Object.assign(doubles.state, { positions: [], heard: [], gaps: [], isPaused: false });
});

const responseCode = async (reply: ReturnType<typeof calls.call>) => (await reply).response_code;

describe('where a member was', () => {
  const HALF = minutesOn(-150);
  const positionsOf = async (ids: string) =>
    ownPositionsReplySchema.parse((await calls.call(paying, `programarchives/places?ids=${ids}`)).response).places;
  const begun = async (query = '') =>
    begunReplySchema
      .parse((await calls.call(paying, `programarchives/begun${query}`)).response)
      .items.map(({ item_id, at_ts }) => [item_id, at_ts]);

  it('is told for the sections that were asked for, and for no others', async () => {
    doubles.state.positions = [{ streamId: 881, at: HALF }];
    expect(await positionsOf('11,12,999')).toEqual([
      {
        item_id: 11,
        at_ts: HALF.getTime() / 1000,
        heard_ts: HALF.getTime() / 1000,
        device_name: 'Chrome',
        other: null,
      },
    ]);
  });

  it('is told by the number that was saved where a section has become a part of another', async () => {
    await calls.db.update(archiveSections).set({ mergedInto: 11 }).where(eq(archiveSections.id, 12));
    doubles.state.positions = [{ streamId: 881, at: HALF }];
    expect((await positionsOf('12')).map((position) => position.item_id)).toEqual([12]);
  });

  it('is gone on from between 5 and 95 per cent of a section, what was heard last first (R-464)', async () => {
    doubles.state.positions = [
      { streamId: 881, at: minutesOn(-61) },
      { streamId: 881, at: minutesOn(-90) },
      { streamId: 881, at: minutesOn(-179) },
      { streamId: 881, at: HALF },
      { streamId: 903, at: HALF },
    ];
    expect(await begun()).toEqual([
      [12, minutesOn(-90).getTime() / 1000],
      [11, HALF.getTime() / 1000],
    ]);
    expect(await begun('?limit=1')).toHaveLength(1);
  });

  it('is no position to go on from once its rights have ended or it was taken down', async () => {
    doubles.state.positions = [{ streamId: 881, at: HALF }];
    for (const state of ['ended', 'taken_down'] as const) {
      await calls.db.update(programArchives).set({ state }).where(eq(programArchives.id, 1));
      expect(await begun(), state).toEqual([]);
    }
  });

  it.each(['places?ids=11', 'begun'])('is asked by who has a plan: %s', async (path) => {
    expect(await responseCode(calls.call(null, `programarchives/${path}`))).toBe(10004);
    expect(await responseCode(calls.call(plain, `programarchives/${path}`))).toBe(20003);
    const reply = await calls.call(paying, `programarchives/${path}`);
    expect(reply.headers['cache-control']).toBe('private, no-store');
  });

  it.each(['', 'x', '1,,2', '99999999999', Array(201).fill(1).join()])('refuses the numbers %j', async (ids) => {
    expect(await responseCode(calls.call(paying, `programarchives/places?ids=${ids}`))).toBe(1);
  });
});

describe('what was not heard of a broadcast', () => {
  const span = (from: number, to: number) => ({ from: minutesOn(from), to: minutesOn(to) });
  const unheard = async (id = 12) =>
    unheardReplySchema
      .parse((await calls.call(paying, `programarchives/unheard/${id}`)).response)
      .spans.map(({ item_id, from_ts, to_ts }) => {
        const minutes = (ts: number) => (ts * 1000 - minutesOn(0).getTime()) / 60_000;
        return [item_id, minutes(from_ts), minutes(to_ts)];
      });

  it('is told by part, whichever part is asked about', async () => {
    doubles.state.heard = [span(-180, -150), span(-100, -90)];
    const left = [
      [11, -150, -120],
      [12, -120, -100],
      [12, -90, -60],
    ];
    expect(await unheard()).toEqual(left);
    expect(await unheard(11)).toEqual(left);
    doubles.state.heard = [span(-200, 0)];
    expect(await unheard()).toEqual([]);
  });

  it('ends at the present while it is on air', async () => {
    const { db } = calls;
    const about = { id: 2, programId: 5, streamId: 881, dayHk: '2026-11-21' };
    await db.insert(programArchives).values({ ...about, startsAt: minutesOn(-10), endsAt: minutesOn(50) });
    await db.insert(archiveSections).values({
      id: 21,
      archiveId: 2,
      sectionNo: 1,
      startsAt: minutesOn(-10),
      endsAt: minutesOn(50),
    });
    expect(await unheard(21)).toEqual([[21, -10, 0]]);
  });

  it('is nothing that anybody knows while nothing is recorded', async () => {
    doubles.state.isPaused = true;
    const { response } = await calls.call(paying, 'programarchives/unheard/11');
    expect(response).toEqual({ is_paused: true, spans: [] });
  });

  it('is asked by who has a plan, of what can still be heard', async () => {
    const ask = (as: LoggedInMember | null, id = 11) => responseCode(calls.call(as, `programarchives/unheard/${id}`));
    expect(await ask(null)).toBe(10004);
    expect(await ask(plain)).toBe(20003);
    expect(await ask(paying, 99)).toBe(6);
    await calls.db.update(programArchives).set({ state: 'ended' }).where(eq(programArchives.id, 1));
    expect(await ask(paying)).toBe('121001');
  });
});
