import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEvents } from '#db/tables/audit.ts';
import {
  liveVideoSchedules,
  racingDays,
  scheduleOverrides,
  schedules,
  timetableChanges,
  timetableChangeSets,
} from '#db/tables/timetable.ts';
import type { ChannelId } from '#shared/enums.ts';
import { clockHk, instantHk } from '#shared/hk-time.ts';
import { createTestDesk } from '#tests/factories/desk.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { publishDueChangeSets } from './change-sets.ts';
import { forgetTimetable } from './timetable.cache.ts';
import type { BaseRow, OverrideRow } from './timetable.rules.ts';
import { timetableActions } from './timetable.actions.ts';
import type { StaffWeekReply } from './timetable-week.schema.ts';
import { getDayTimetable, listBaseRows, listOverrides } from './timetable.ts';

// The timetable as staff change it: by the actions of the desk.

const TODAY = '2026-11-26';
const SUNDAY = '2026-11-29';

let database: TestDatabase;
let desk: Awaited<ReturnType<typeof createTestDesk>>;
let producer: Awaited<ReturnType<typeof desk.enter>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertSmallStation(database.db);
  desk = await createTestDesk(database, { actions: timetableActions() });
});
let base: (typeof schedules.$inferSelect)[] = [];
beforeEach(async () => {
  const { db } = database;
  base = base.length > 0 ? base : await db.select().from(schedules).orderBy(schedules.id);
  await db.delete(timetableChangeSets);
  await db.delete(scheduleOverrides);
  await db.delete(racingDays);
  await db.delete(schedules);
  await db.insert(schedules).values(base);
  desk.clock.now = new Date('2026-11-26T06:00:00Z');
  forgetTimetable(db);
  producer = await desk.enter('producer');
});
afterAll(async () => {
  await desk.app.close();
  await database.close();
});

type Drafted = { kind: string; row_id?: number | null; seen?: object | null; values: object | null };

const slot = (values: Partial<BaseRow> = {}) => ({
  programId: 1,
  weekdayBitwise: 127,
  startMinute: 600,
  endMinute: 660,
  horseRacingSkip: false,
  validFrom: '2026-11-26',
  validTo: null,
  ...values,
});
const special = (values: Partial<OverrideRow> = {}) => ({
  programId: 2,
  kind: 'special',
  title: null,
  dayFrom: SUNDAY,
  dayTo: SUNDAY,
  startMinute: 900,
  endMinute: 930,
  ...values,
});
const override = (values: Partial<OverrideRow> = {}): Drafted => ({ kind: 'override', values: special(values) });

/** Adds changes to a set, or to a new one. */
async function draft(
  changes: Drafted[],
  { set = null, channel = 881 as ChannelId, revision = 1_000, cookie = producer.cookie } = {} as {
    set?: number | null;
    channel?: ChannelId;
    revision?: number;
    cookie?: string;
  },
) {
  const input = {
    change_set: set,
    channel,
    name: '改動',
    revision,
    changes: changes.map((change) => ({ row_id: null, seen: null, ...change })),
  };
  const reply = await desk.act('timetable.draft', input, { cookie });
  const { result } = (reply.response ?? {}) as { result?: { change_set: number; revision: number } };
  return { ...reply, set: result?.change_set ?? 0, revision: result?.revision ?? 0 };
}
const publish = (set: number, revision: number, rest: object = {}, cookie = producer.cookie) =>
  desk.act('timetable.publish', { change_set: set, revision, ...rest }, { cookie });
/** Drafts changes and publishes them at once. */
async function change(...changes: Drafted[]) {
  const drafted = await draft(changes);
  expect(drafted.status).toBe(200);
  return { ...(await publish(drafted.set, drafted.revision)), set: drafted.set };
}

async function week(query: { set?: number; week?: string; channel?: ChannelId } = {}): Promise<StaffWeekReply> {
  const { set, week: day = SUNDAY, channel = 881 } = query;
  const path = `/api/staff/timetable?channel=${channel}&week=${day}${set ? `&change_set=${set}` : ''}`;
  const { status, response } = await desk.call(path, { cookie: producer.cookie });
  expect(status).toBe(200);
  return response;
}

/** What the public site has on a station day. */
async function publicDay(day: string, channelId: ChannelId = 881) {
  forgetTimetable(database.db);
  const { items } = await getDayTimetable({ db: database.db, now: desk.clock.now }, { channelId, day });
  return items.map(
    (item) => `${clockHk(new Date(item.startsAtMs))}-${clockHk(new Date(item.endsAtMs))} ${item.programName}`,
  );
}

const detailOf = ({ response }: { response: unknown }) => (response as { detail: Record<string, never> }).detail;

describe('what other timetable programs get wrong', () => {
  it('two overrides that meet at noon both cover the programme below, and nothing of it is left between them', async () => {
    await change({ kind: 'base', values: slot({ startMinute: 600, endMinute: 840 }) });
    const { status } = await change(
      override({ title: '上', startMinute: 600, endMinute: 720 }),
      override({ title: '下', startMinute: 720, endMinute: 780 }),
    );
    expect(status).toBe(200);
    expect((await publicDay(SUNDAY)).slice(0, 4)).toEqual([
      '05:00-10:00 881 不停播',
      '10:00-12:00 上',
      '12:00-13:00 下',
      '13:00-14:00 的士高峰',
    ]);
  });

  it('a programme that is shortened on one day and the one that follows it are both shown', async () => {
    await change({ kind: 'base', values: slot({ startMinute: 600, endMinute: 840 }) });
    await change(
      override({ programId: 1, startMinute: 600, endMinute: 780 }),
      override({ programId: 2, startMinute: 780, endMinute: 840 }),
    );
    expect((await publicDay(SUNDAY)).slice(1, 3)).toEqual(['10:00-13:00 的士高峰', '13:00-14:00 夜海長談']);
  });

  it('an override stands where its hour is, however late it was added, and a whole day covers the whole day', async () => {
    await change(override({ title: '夜', startMinute: 1200, endMinute: 1260 }));
    await change(override({ title: '朝', startMinute: 420, endMinute: 480 }));
    const day = await publicDay(SUNDAY);
    expect(day.findIndex((item) => item.endsWith('朝'))).toBeLessThan(day.findIndex((item) => item.endsWith('夜')));
    await change(
      override({ title: '全日', dayFrom: '2026-12-06', dayTo: '2026-12-06', startMinute: 0, endMinute: 1440 }),
    );
    expect((await publicDay('2026-12-05')).at(-1)).toBe('00:00-00:00 全日');
    expect((await publicDay('2026-12-06'))[0]).toBe('00:00-01:00 夜海長談');
  });

  it('two overrides of the same hours are refused, with both named, and one of them is never shown twice', async () => {
    await change(override({ title: '一' }));
    const [first] = await listOverrides(database.db, 881);
    const { status, ...reply } = await change(override({ title: '二', startMinute: 915, endMinute: 945 }));
    expect(status).toBe(409);
    expect(detailOf(reply)).toMatchObject({ faults: [{ kind: 'override', otherRowId: first?.id, firstDay: SUNDAY }] });
    expect((await publicDay(SUNDAY)).filter((item) => item.includes('一') || item.includes('二'))).toHaveLength(1);
  });

  it('an override past midnight is one broadcast of the day it starts in, on each of its days', async () => {
    await change(override({ title: '通宵', dayTo: '2026-11-30', startMinute: 1410, endMinute: 1560 }));
    for (const day of [SUNDAY, '2026-11-30'])
      expect((await publicDay(day)).filter((item) => item.endsWith('通宵'))).toEqual(['23:30-02:00 通宵']);
    const clash = await change(
      override({ dayFrom: '2026-12-01', dayTo: '2026-12-01', startMinute: 90, endMinute: 150 }),
    );
    expect(clash.status).toBe(409);
  });
});

describe('a change set', () => {
  it('adds, moves and removes blocks of the base week, and later days only', async () => {
    const [peak] = await listBaseRows(database.db, 881);
    const { id, ...seen } = peak!;
    const moved = await change(
      { kind: 'base', row_id: id, seen, values: { ...seen, validTo: '2026-11-28' } },
      { kind: 'base', values: { ...seen, validFrom: SUNDAY, startMinute: 780, endMinute: 900 } },
    );
    expect(moved.status).toBe(200);
    expect(await publicDay('2026-11-28')).toContain('14:00-16:00 的士高峰');
    expect(await publicDay(SUNDAY)).toContain('13:00-15:00 的士高峰');
    expect(await publicDay(SUNDAY)).not.toContain('14:00-16:00 的士高峰');
    const rows = await listBaseRows(database.db, 881);
    const { id: newId, ...now } = rows.at(-1)!;
    expect((await change({ kind: 'base', row_id: newId, seen: now, values: null })).status).toBe(200);
    expect((await publicDay(SUNDAY)).join()).not.toContain('的士高峰');
  });

  it('lets two blocks change places, since it is checked as a whole', async () => {
    const [a, b] = await listBaseRows(database.db, 881);
    const [{ id: aId, ...first }, { id: bId, ...second }] = [a!, b!];
    const hours = ({ startMinute, endMinute }: BaseRow) => ({ startMinute, endMinute });
    const swapped = await change(
      { kind: 'base', row_id: aId, seen: first, values: { ...first, ...hours(b!) } },
      { kind: 'base', row_id: bId, seen: second, values: { ...second, ...hours(a!) } },
    );
    expect(swapped.status).toBe(200);
    expect((await publicDay(SUNDAY)).slice(1, 3)).toEqual(['14:00-16:00 是但傾', '16:00-18:00 的士高峰']);
  });

  it('changes racing days of the station and hours of video', async () => {
    const day = { day: SUNDAY, venue: '沙田' };
    await change({ kind: 'racing-day', values: day });
    expect((await publicDay(SUNDAY)).join()).not.toContain('是但傾');
    await change({ kind: 'racing-day', seen: day, values: null });
    expect((await publicDay(SUNDAY)).join()).toContain('是但傾');
    const { programId: _, horseRacingSkip: __, ...hours } = slot();
    const video = await draft([{ kind: 'video', values: hours }], { channel: 881 });
    expect((await publish(video.set, video.revision)).status).toBe(200);
    expect(await database.db.select().from(liveVideoSchedules)).toHaveLength(2);
  });

  it('shows the week as it will be, what made each block, clashes and gaps, before anything is public', async () => {
    const [peak] = await listBaseRows(database.db, 881);
    const { id, ...seen } = peak!;
    const { set } = await draft([
      { kind: 'base', row_id: id, seen, values: null },
      override({ title: '特備' }),
      override({ startMinute: 920, endMinute: 960 }),
    ]);
    const { items, change_set: shown, change_sets: listed } = await week({ set });
    const special = items.find(({ title }) => title === '特備')!;
    expect(shown?.changes.find((one) => one.id === special.change_id)?.after).toMatchObject({ title: '特備' });
    expect(special.row_id).toBe(-special.change_id!);
    expect(shown?.check.faults).toMatchObject([{ kind: 'override', reason: 'overlap', firstDay: SUNDAY }]);
    // The peak hour of six days, and of Sunday what the overrides leave.
    const at = (day: string, minute: number) => instantHk(day, minute).getTime() / 1000;
    expect(shown?.check.gaps[0]).toEqual({ start_ts: at('2026-11-23', 840), end_ts: at('2026-11-23', 960) });
    expect(shown?.check.gaps.at(-1)).toEqual({ start_ts: at(SUNDAY, 840), end_ts: at(SUNDAY, 900) });
    expect(listed).toMatchObject([{ id: set, owner: producer.name, changes: 3, state: 'draft' }]);
    expect(await publicDay(SUNDAY)).toContain('14:00-16:00 的士高峰');
  });

  it('is previewed as rows before and after, and published with exactly these', async () => {
    const [peak] = await listBaseRows(database.db, 881);
    const { id, ...seen } = peak!;
    const { set, revision } = await draft([
      { kind: 'base', row_id: id, seen, values: { ...seen, endMinute: 930 } },
      override({ startMinute: 1000, endMinute: 1020 }),
    ]);
    const input = { change_set: set, revision };
    const preview = await desk.call('/api/staff/actions/timetable.publish/preview', {
      cookie: producer.cookie,
      body: { input },
    });
    const { rows, hash } = preview.response as { rows: { after: object; before: object }[]; hash: string };
    expect(rows[0]).toMatchObject({
      subject_id: String(id),
      before: { program: '的士高峰', time: '14:00–16:00' },
      after: { program: '的士高峰', time: '14:00–15:30' },
    });
    expect(rows).toHaveLength(3);
    expect(await publicDay(SUNDAY)).toContain('14:00-16:00 的士高峰');
    const done = await desk.call('/api/staff/actions/timetable.publish', {
      cookie: producer.cookie,
      key: 'publish-as-shown',
      body: { input, reason: '', shown_hash: hash },
    });
    expect(done.status).toBe(200);
    expect(await publicDay(SUNDAY)).toContain('14:00-15:30 的士高峰');
  });

  it('is refused with both rows if a row has changed since it was drafted', async () => {
    const [peak] = await listBaseRows(database.db, 881);
    const { id, ...seen } = peak!;
    const mine = await draft([{ kind: 'base', row_id: id, seen, values: { ...seen, endMinute: 950 } }]);
    await change({ kind: 'base', row_id: id, seen, values: { ...seen, endMinute: 900 } });
    const { status, ...reply } = await publish(mine.set, mine.revision);
    expect(status).toBe(409);
    const now = { ...seen, endMinute: 900 };
    expect(detailOf(reply)).toEqual({ stale: [{ change_id: expect.any(Number), kind: 'base', seen, now }] });
    expect((await week({ set: mine.set })).change_set?.check.stale).toMatchObject([{ now: { endMinute: 900 } }]);
    // A draft on what is gone is refused as well; on what is there now it takes the place of the former.
    const again = (of: object) =>
      draft([{ kind: 'base', row_id: id, seen: of, values: { ...seen, endMinute: 950 } }], mine);
    expect((await again(seen)).status).toBe(409);
    const { revision } = await again(now);
    expect((await publish(mine.set, revision)).status).toBe(200);
    expect(await publicDay(SUNDAY)).toContain('14:00-15:50 的士高峰');
  });

  it('keeps what a colleague drafted since, and shows both', async () => {
    const { set, revision } = await draft([override()]);
    const colleague = await desk.enter('producer');
    const [stored] = await database.db.select().from(timetableChanges);
    const edit = (title: string, cookie: string) =>
      draft([{ kind: 'override', row_id: -stored!.id, values: special({ title }) }], { set, revision, cookie });
    expect((await edit('同事', colleague.cookie)).status).toBe(200);
    const { status, ...reply } = await edit('我', producer.cookie);
    expect(status).toBe(409);
    expect(detailOf(reply)).toMatchObject({ mine: { title: '我' }, theirs: { title: '同事' } });
    expect((await publish(set, revision)).status).toBe(409);
  });

  it('can be taken back as long as its rows are as it left them, and is a draft again', async () => {
    const [peak] = await listBaseRows(database.db, 881);
    const { id, ...seen } = peak!;
    const before = [await listBaseRows(database.db, 881), await listOverrides(database.db, 881)];
    const { set, ...published } = await change(
      { kind: 'base', row_id: id, seen, values: null },
      override({ title: '特備', startMinute: 840, endMinute: 960 }),
    );
    const { undo } = published.response as { undo: { action: string; input: object } };
    expect(undo).toMatchObject({ action: 'timetable.undo', input: { change_set: set } });
    expect(await publicDay(SUNDAY)).toContain('14:00-16:00 特備');
    expect((await desk.act(undo.action, undo.input, { cookie: producer.cookie })).status).toBe(200);
    expect([await listBaseRows(database.db, 881), await listOverrides(database.db, 881)]).toEqual(before);
    const { change_set: draftAgain } = await week({ set });
    expect(draftAgain).toMatchObject({ state: 'draft', changes: [{ after: null }, { after: { title: '特備' } }] });

    expect((await publish(set, draftAgain!.revision)).status).toBe(200);
    const [now] = await listOverrides(database.db, 881);
    const { id: overrideId, ...values } = now!;
    await change({ kind: 'override', row_id: overrideId, seen: values, values: { ...values, title: '之後' } });
    expect((await desk.act('timetable.undo', { change_set: set }, { cookie: producer.cookie })).status).toBe(409);
    expect(await publicDay(SUNDAY)).toContain('14:00-16:00 之後');
  });

  it('is not published once it is withdrawn, and can be reopened', async () => {
    const { set, revision } = await draft([override()]);
    const act = (name: string) => desk.act(name, { change_set: set }, { cookie: producer.cookie });
    expect((await act('timetable.withdraw')).status).toBe(200);
    expect((await week()).change_sets).toEqual([]);
    expect((await publish(set, revision + 1)).status).toBe(409);
    expect((await act('timetable.reopen')).status).toBe(200);
    expect((await publish(set, revision + 2)).status).toBe(200);
    expect((await act('timetable.withdraw')).status).toBe(409);
  });

  it('is out of reach of a role for another channel, and racing days of every role for one channel', async () => {
    const { cookie } = await desk.enter('producer', { kind: 'channel', id: '903' });
    const { set, revision } = await draft([override()]);
    expect((await draft([override()], { cookie })).status).toBe(403);
    expect((await draft([override()], { set, channel: 903, cookie })).status).toBe(403);
    expect((await publish(set, revision, {}, cookie)).status).toBe(403);
    const racing = { kind: 'racing-day', values: { day: SUNDAY, venue: '沙田' } };
    expect((await draft([racing], { channel: 903, cookie })).status).toBe(403);
    const own = await draft([override({ programId: 3 })], { channel: 903, cookie });
    expect((await publish(own.set, own.revision, {}, cookie)).status).toBe(200);
  });

  it('refuses impossible rows, programmes of other channels and rows that are not there', async () => {
    const statuses = async (...changes: Drafted[]) => (await draft(changes)).status;
    expect(await statuses(override({ dayTo: '2026-11-01' }))).toBe(400);
    expect(await statuses(override({ programId: 3 }))).toBe(400);
    expect(await statuses({ kind: 'base', row_id: 12_345, values: slot() })).toBe(404);
    expect(await statuses({ kind: 'base', row_id: -12_345, values: slot() })).toBe(404);
    expect(await statuses({ kind: 'base', values: null })).toBe(400);
    expect(await database.db.select().from(timetableChangeSets)).toEqual([]);
  });
});

describe('a change set for an instant', () => {
  const at = new Date('2026-11-26T07:00:00Z');
  const schedule = async (...changes: Drafted[]) => {
    const { set, revision } = await draft(changes);
    const reply = await publish(set, revision, { publish_ts: at.getTime() / 1000 });
    return { set, ...reply };
  };

  it('is published once at its instant by however many workers, with its audit events', async () => {
    const { status, set } = await schedule(override({ title: '特備' }));
    expect(status).toBe(200);
    const { db } = database;
    await publishDueChangeSets({ db, now: new Date(at.getTime() - 1) });
    expect(await listOverrides(db, 881)).toEqual([]);
    await Promise.all([1, 2, 3, 4].map(() => publishDueChangeSets({ db, now: at })));
    expect(await listOverrides(db, 881)).toHaveLength(1);
    const events = await db.select().from(auditEvents);
    const published = events.filter(
      ({ action, subjectId, after }) =>
        action === 'timetable.publish' && subjectId === String(set) && after?.['state'] === 'published',
    );
    expect(published).toMatchObject([{ who: producer.name, accountId: producer.id }]);
  });

  it('is published once although the process that published it is killed at that instant', async () => {
    await schedule(override({ title: '特備' }));
    const { db, pool } = database;
    // Dies after the last write and before the commit.
    const killed = db.transaction(async (tx) => {
      await publishDueChangeSets({ db: tx, now: at });
      const { rows } = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid');
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await tx.execute('select 1');
    });
    await expect(killed).rejects.toThrow();
    expect(await listOverrides(db, 881)).toEqual([]);
    await publishDueChangeSets({ db, now: at });
    await publishDueChangeSets({ db, now: at });
    expect(await listOverrides(db, 881)).toHaveLength(1);
  });

  it('is a draft again, with the reason, if its hours are taken by then, and does not hold up others', async () => {
    const { set } = await schedule(override({ title: '遲' }));
    const { set: other } = await schedule(override({ startMinute: 600, endMinute: 630 }));
    await change(override({ title: '早' }));
    await publishDueChangeSets({ db: database.db, now: at });
    const { change_set: failed } = await week({ set });
    expect(failed).toMatchObject({ state: 'draft', failure: { faults: [{ reason: 'overlap', firstDay: SUNDAY }] } });
    expect((await week({ set: other })).change_set?.state).toBe('published');
    expect(await listOverrides(database.db, 881)).toHaveLength(2);
  });

  it('stays a draft if it is reopened before its instant', async () => {
    const { set } = await schedule(override());
    expect((await desk.act('timetable.reopen', { change_set: set }, { cookie: producer.cookie })).status).toBe(200);
    await publishDueChangeSets({ db: database.db, now: at });
    expect(await listOverrides(database.db, 881)).toEqual([]);
  });
});

it('shows timetables to those who may change them, and tells others which permission it takes', async () => {
  const path = '/api/staff/timetable?channel=881';
  expect((await desk.call(path, {})).status).toBe(401);
  const support = await desk.enter('support');
  const refused = await desk.call(path, { cookie: support.cookie });
  expect([refused.status, detailOf(refused)]).toEqual([403, { permission: 'timetable.edit' }]);
  expect((await desk.call('/api/staff/timetable?channel=882', { cookie: producer.cookie })).status).toBe(400);
  expect((await desk.call(`${path}&change_set=999`, { cookie: producer.cookie })).status).toBe(404);
  expect((await week({ week: TODAY })).monday).toBe('2026-11-23');
});
