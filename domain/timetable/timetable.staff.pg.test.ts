import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEvents } from '#db/tables/audit.ts';
import { liveVideoSchedules, timetableChanges, timetableChangeSets } from '#db/tables/timetable.ts';
import { instantHk } from '#shared/hk-time.ts';
import {
  createTimetableDesk,
  detailOf,
  override,
  slot,
  special,
  SUNDAY,
  type Drafted,
} from '#tests/factories/timetable-desk.ts';
import { publishDueChangeSets } from './change-sets.ts';
import type { BaseRow } from './timetable.rules.ts';
import { listBaseRows, listOverrides } from './timetable.store.ts';

// The timetable as staff change it: by the actions of the desk.

let room: Awaited<ReturnType<typeof createTimetableDesk>>;
beforeAll(async () => {
  room = await createTimetableDesk();
});
beforeEach(() => room.reset());
afterAll(() => room.close());

describe('a change set', () => {
  it('adds, moves and removes blocks of the base week, and later days only', async () => {
    const [peak] = await listBaseRows(room.database.db, 881);
    const { id, ...seen } = peak!;
    const moved = await room.change(
      { kind: 'base', row_id: id, seen, values: { ...seen, validTo: '2026-11-28' } },
      { kind: 'base', values: { ...seen, validFrom: SUNDAY, startMinute: 780, endMinute: 900 } },
    );
    expect(moved.status).toBe(200);
    expect(await room.publicDay('2026-11-28')).toContain('14:00-16:00 的士高峰');
    expect(await room.publicDay(SUNDAY)).toContain('13:00-15:00 的士高峰');
    expect(await room.publicDay(SUNDAY)).not.toContain('14:00-16:00 的士高峰');
    const rows = await listBaseRows(room.database.db, 881);
    const { id: newId, ...now } = rows.at(-1)!;
    expect((await room.change({ kind: 'base', row_id: newId, seen: now, values: null })).status).toBe(200);
    expect((await room.publicDay(SUNDAY)).join()).not.toContain('的士高峰');
  });

  it('lets two blocks change places, since it is checked as a whole', async () => {
    const [a, b] = await listBaseRows(room.database.db, 881);
    const [{ id: aId, ...first }, { id: bId, ...second }] = [a!, b!];
    const hours = ({ startMinute, endMinute }: BaseRow) => ({ startMinute, endMinute });
    const swapped = await room.change(
      { kind: 'base', row_id: aId, seen: first, values: { ...first, ...hours(b!) } },
      { kind: 'base', row_id: bId, seen: second, values: { ...second, ...hours(a!) } },
    );
    expect(swapped.status).toBe(200);
    expect((await room.publicDay(SUNDAY)).slice(1, 3)).toEqual(['14:00-16:00 是但傾', '16:00-18:00 的士高峰']);
  });

  it('changes racing days of the station and hours of video', async () => {
    const day = { day: SUNDAY, venue: '沙田' };
    await room.change({ kind: 'racing-day', values: day });
    expect((await room.publicDay(SUNDAY)).join()).not.toContain('是但傾');
    await room.change({ kind: 'racing-day', seen: day, values: null });
    expect((await room.publicDay(SUNDAY)).join()).toContain('是但傾');
    const { programId: _, horseRacingSkip: __, ...hours } = slot();
    const video = await room.draft([{ kind: 'video', values: hours }], { channel: 881 });
    expect((await room.publish(video.set, video.revision)).status).toBe(200);
    expect(await room.database.db.select().from(liveVideoSchedules)).toHaveLength(2);
  });

  it('shows the week as it will be, what made each block, clashes and gaps, before anything is public', async () => {
    const [peak] = await listBaseRows(room.database.db, 881);
    const { id, ...seen } = peak!;
    const { set } = await room.draft([
      { kind: 'base', row_id: id, seen, values: null },
      override({ title: '特備' }),
      override({ startMinute: 920, endMinute: 960 }),
    ]);
    const { items, change_set: shown, change_sets: listed } = await room.week({ set });
    const special = items.find(({ title }) => title === '特備')!;
    expect(shown?.changes.find((one) => one.id === special.change_id)?.after).toMatchObject({ title: '特備' });
    expect(special.row_id).toBe(-special.change_id!);
    expect(shown?.check.faults).toMatchObject([{ kind: 'override', reason: 'overlap', firstDay: SUNDAY }]);
    // The peak hour of six days, and of Sunday what the overrides leave.
    const at = (day: string, minute: number) => instantHk(day, minute).getTime() / 1000;
    expect(shown?.check.gaps[0]).toEqual({ start_ts: at('2026-11-23', 840), end_ts: at('2026-11-23', 960) });
    expect(shown?.check.gaps.at(-1)).toEqual({ start_ts: at(SUNDAY, 840), end_ts: at(SUNDAY, 900) });
    expect(listed).toMatchObject([{ id: set, owner: room.producer().name, changes: 3, state: 'draft' }]);
    expect(await room.publicDay(SUNDAY)).toContain('14:00-16:00 的士高峰');
  });

  it('is previewed as rows before and after, and published with exactly these', async () => {
    const [peak] = await listBaseRows(room.database.db, 881);
    const { id, ...seen } = peak!;
    const { set, revision } = await room.draft([
      { kind: 'base', row_id: id, seen, values: { ...seen, endMinute: 930 } },
      override({ startMinute: 1000, endMinute: 1020 }),
    ]);
    const input = { change_set: set, revision };
    const preview = await room.desk.call('/api/staff/actions/timetable.publish/preview', {
      cookie: room.producer().cookie,
      body: { input },
    });
    const { rows, hash } = preview.response as { rows: { after: object; before: object }[]; hash: string };
    expect(rows[0]).toMatchObject({
      subject_id: String(id),
      before: { program: '的士高峰', time: '14:00–16:00' },
      after: { program: '的士高峰', time: '14:00–15:30' },
    });
    expect(rows).toHaveLength(3);
    expect(await room.publicDay(SUNDAY)).toContain('14:00-16:00 的士高峰');
    const done = await room.desk.call('/api/staff/actions/timetable.publish', {
      cookie: room.producer().cookie,
      key: 'publish-as-shown',
      body: { input, reason: '', shown_hash: hash },
    });
    expect(done.status).toBe(200);
    expect(await room.publicDay(SUNDAY)).toContain('14:00-15:30 的士高峰');
  });

  it('is refused with both rows if a row has changed since it was drafted', async () => {
    const [peak] = await listBaseRows(room.database.db, 881);
    const { id, ...seen } = peak!;
    const mine = await room.draft([{ kind: 'base', row_id: id, seen, values: { ...seen, endMinute: 950 } }]);
    await room.change({ kind: 'base', row_id: id, seen, values: { ...seen, endMinute: 900 } });
    const { status, ...reply } = await room.publish(mine.set, mine.revision);
    expect(status).toBe(409);
    const now = { ...seen, endMinute: 900 };
    expect(detailOf(reply)).toMatchObject({ stale: [{ change_id: expect.any(Number), kind: 'base', seen, now }] });
    expect((await room.week({ set: mine.set })).change_set?.check.stale).toMatchObject([{ now: { endMinute: 900 } }]);
    // A draft on what is gone is refused as well; on what is there now it takes the place of the former.
    const again = (of: object) =>
      room.draft([{ kind: 'base', row_id: id, seen: of, values: { ...seen, endMinute: 950 } }], mine);
    expect((await again(seen)).status).toBe(409);
    const { revision } = await again(now);
    expect((await room.publish(mine.set, revision)).status).toBe(200);
    expect(await room.publicDay(SUNDAY)).toContain('14:00-15:50 的士高峰');
  });

  it('keeps what a colleague drafted since, and shows both', async () => {
    const { set, revision } = await room.draft([override()]);
    const colleague = await room.desk.enter('producer');
    const [stored] = await room.database.db.select().from(timetableChanges);
    const edit = (title: string, cookie: string) =>
      room.draft([{ kind: 'override', row_id: -stored!.id, values: special({ title }) }], { set, revision, cookie });
    expect((await edit('同事', colleague.cookie)).status).toBe(200);
    const { status, ...reply } = await edit('我', room.producer().cookie);
    expect(status).toBe(409);
    expect(detailOf(reply)).toMatchObject({ mine: { title: '我' }, theirs: { title: '同事' } });
    expect((await room.publish(set, revision)).status).toBe(409);
  });

  it('can be taken back as long as its rows are as it left them, and is a draft again', async () => {
    const [peak] = await listBaseRows(room.database.db, 881);
    const { id, ...seen } = peak!;
    const before = [await listBaseRows(room.database.db, 881), await listOverrides(room.database.db, 881)];
    const { set, ...published } = await room.change(
      { kind: 'base', row_id: id, seen, values: null },
      override({ title: '特備', startMinute: 840, endMinute: 960 }),
    );
    const { undo } = published.response as { undo: { action: string; input: object } };
    expect(undo).toMatchObject({ action: 'timetable.undo', input: { change_set: set } });
    expect(await room.publicDay(SUNDAY)).toContain('14:00-16:00 特備');
    expect((await room.act(undo.action, undo.input)).status).toBe(200);
    expect([await listBaseRows(room.database.db, 881), await listOverrides(room.database.db, 881)]).toEqual(before);
    const { change_set: draftAgain } = await room.week({ set });
    expect(draftAgain).toMatchObject({ state: 'draft', changes: [{ after: null }, { after: { title: '特備' } }] });

    expect((await room.publish(set, draftAgain!.revision)).status).toBe(200);
    const [now] = await listOverrides(room.database.db, 881);
    const { id: overrideId, ...values } = now!;
    await room.change({ kind: 'override', row_id: overrideId, seen: values, values: { ...values, title: '之後' } });
    expect((await room.act('timetable.undo', { change_set: set })).status).toBe(409);
    expect(await room.publicDay(SUNDAY)).toContain('14:00-16:00 之後');
  });

  it('is not published once it is withdrawn, and can be reopened', async () => {
    const { set, revision } = await room.draft([override()]);
    const act = (name: string) => room.act(name, { change_set: set });
    expect((await act('timetable.withdraw')).status).toBe(200);
    expect((await room.week()).change_sets).toEqual([]);
    expect((await room.publish(set, revision + 1)).status).toBe(409);
    expect((await act('timetable.reopen')).status).toBe(200);
    expect((await room.publish(set, revision + 2)).status).toBe(200);
    expect((await act('timetable.withdraw')).status).toBe(409);
  });

  it('is out of reach of a role for another channel, and racing days of every role for one channel', async () => {
    const { cookie } = await room.desk.enter('producer', { kind: 'channel', id: '903' });
    const { set, revision } = await room.draft([override()]);
    expect((await room.draft([override()], { cookie })).status).toBe(403);
    expect((await room.draft([override()], { set, channel: 903, cookie })).status).toBe(403);
    expect((await room.publish(set, revision, {}, cookie)).status).toBe(403);
    const racing = { kind: 'racing-day', values: { day: SUNDAY, venue: '沙田' } };
    expect((await room.draft([racing], { channel: 903, cookie })).status).toBe(403);
    const own = await room.draft([override({ programId: 3 })], { channel: 903, cookie });
    expect((await room.publish(own.set, own.revision, {}, cookie)).status).toBe(200);
  });

  it('refuses impossible rows, programmes of other channels and rows that are not there', async () => {
    const statuses = async (...changes: Drafted[]) => (await room.draft(changes)).status;
    expect(await statuses(override({ dayTo: '2026-11-01' }))).toBe(400);
    expect(await statuses(override({ programId: 3 }))).toBe(400);
    expect(await statuses({ kind: 'base', row_id: 12_345, values: slot() })).toBe(404);
    expect(await statuses({ kind: 'base', row_id: -12_345, values: slot() })).toBe(404);
    expect(await statuses({ kind: 'base', values: null })).toBe(400);
    expect(await room.database.db.select().from(timetableChangeSets)).toEqual([]);
  });
});

describe('a change set for an instant', () => {
  const at = new Date('2026-11-26T07:00:00Z');
  const schedule = async (...changes: Drafted[]) => {
    const { set, revision } = await room.draft(changes);
    const reply = await room.publish(set, revision, { publish_ts: at.getTime() / 1000 });
    return { set, ...reply };
  };

  it('is published once at its instant by however many workers, with its audit events', async () => {
    const { status, set } = await schedule(override({ title: '特備' }));
    expect(status).toBe(200);
    const { db } = room.database;
    await publishDueChangeSets({ db, now: new Date(at.getTime() - 1) });
    expect(await listOverrides(db, 881)).toEqual([]);
    await Promise.all([1, 2, 3, 4].map(() => publishDueChangeSets({ db, now: at })));
    expect(await listOverrides(db, 881)).toHaveLength(1);
    const events = await db.select().from(auditEvents);
    const published = events.filter(
      ({ action, subjectId, after }) =>
        action === 'timetable.publish' && subjectId === String(set) && after?.['state'] === 'published',
    );
    expect(published).toMatchObject([{ who: room.producer().name, accountId: room.producer().id }]);
  });

  it('is published once although the process that published it is killed at that instant', async () => {
    await schedule(override({ title: '特備' }));
    const { db, pool } = room.database;
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
    await room.change(override({ title: '早' }));
    await publishDueChangeSets({ db: room.database.db, now: at });
    const { change_set: failed } = await room.week({ set });
    expect(failed).toMatchObject({ state: 'draft', failure: { faults: [{ reason: 'overlap', firstDay: SUNDAY }] } });
    expect((await room.week({ set: other })).change_set?.state).toBe('published');
    expect(await listOverrides(room.database.db, 881)).toHaveLength(2);
  });

  it('stays a draft if it is reopened before its instant', async () => {
    const { set } = await schedule(override());
    expect((await room.act('timetable.reopen', { change_set: set })).status).toBe(200);
    await publishDueChangeSets({ db: room.database.db, now: at });
    expect(await listOverrides(room.database.db, 881)).toEqual([]);
  });
});

it('shows timetables to those who may change them, and tells others which permission it takes', async () => {
  const path = '/api/staff/timetable?channel=881';
  expect((await room.desk.call(path, {})).status).toBe(401);
  const support = await room.desk.enter('support');
  const refused = await room.desk.call(path, { cookie: support.cookie });
  expect([refused.status, detailOf(refused)]).toEqual([403, { permission: 'timetable.edit' }]);
  expect((await room.desk.call('/api/staff/timetable?channel=882', { cookie: room.producer().cookie })).status).toBe(
    400,
  );
  expect((await room.desk.call(`${path}&change_set=999`, { cookie: room.producer().cookie })).status).toBe(404);
  expect((await room.week({ week: '2026-11-26' })).monday).toBe('2026-11-23');
});
