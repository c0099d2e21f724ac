import { racingDays, scheduleOverrides, schedules, timetableChangeSets } from '#db/tables/timetable.ts';
import { timetableActions } from '#domain/timetable/timetable.actions.ts';
import { forgetTimetable } from '#domain/timetable/timetable.cache.ts';
import type { BaseRow, OverrideRow } from '#domain/timetable/timetable.rules.ts';
import { getDayTimetable } from '#domain/timetable/timetable.ts';
import type { StaffWeekReply } from '#domain/timetable/timetable-week.schema.ts';
import type { ChannelId } from '#shared/enums.ts';
import { clockHk } from '#shared/hk-time.ts';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { createTestDesk } from './desk.ts';
import { insertSmallStation } from './station.ts';

export const SUNDAY = '2026-11-29';

export type Drafted = { kind: string; row_id?: number | null; seen?: object | null; values: object | null };

export const slot = (values: Partial<BaseRow> = {}) => ({
  programId: 1,
  weekdayBitwise: 127,
  startMinute: 600,
  endMinute: 660,
  horseRacingSkip: false,
  validFrom: '2026-11-26',
  validTo: null,
  ...values,
});
export const special = (values: Partial<OverrideRow> = {}) => ({
  programId: 2,
  kind: 'special',
  title: null,
  dayFrom: SUNDAY,
  dayTo: SUNDAY,
  startMinute: 900,
  endMinute: 930,
  ...values,
});
export const override = (values: Partial<OverrideRow> = {}): Drafted => ({ kind: 'override', values: special(values) });

export const detailOf = ({ response }: { response: unknown }) => (response as { detail: Record<string, never> }).detail;

/** The small station with a desk, and a producer who changes its timetable by actions. */
export async function createTimetableDesk() {
  const database = await createTestDatabase();
  await insertSmallStation(database.db);
  const desk = await createTestDesk(database, { actions: timetableActions() });
  const base = await database.db.select().from(schedules).orderBy(schedules.id);
  let producer = await desk.enter('producer');

  /** Before each test: the timetable of the small station and a new session. */
  async function reset(): Promise<void> {
    const { db } = database;
    await db.delete(timetableChangeSets);
    await db.delete(scheduleOverrides);
    await db.delete(racingDays);
    await db.delete(schedules);
    await db.insert(schedules).values(base);
    desk.clock.now = new Date('2026-11-26T06:00:00Z');
    forgetTimetable(db);
    producer = await desk.enter('producer');
  }

  /** Adds changes to a set, or to a new one. */
  async function draft(
    changes: Drafted[],
    options: { set?: number | null; channel?: ChannelId; revision?: number; cookie?: string } = {},
  ) {
    const { set = null, channel = 881, revision = 1_000, cookie = producer.cookie } = options;
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
  const act = (name: string, input: object, cookie = producer.cookie) => desk.act(name, input, { cookie });
  const publish = (set: number, revision: number, rest: object = {}, cookie = producer.cookie) =>
    act('timetable.publish', { change_set: set, revision, ...rest }, cookie);
  /** Drafts changes and publishes them at once. */
  async function change(...changes: Drafted[]) {
    const drafted = await draft(changes);
    if (drafted.status !== 200) throw new Error(`the draft was answered with ${drafted.status}`);
    return { ...(await publish(drafted.set, drafted.revision)), set: drafted.set };
  }
  /** The week of a day as staff see it. */
  async function week({ set, week: day = SUNDAY }: { set?: number; week?: string } = {}): Promise<StaffWeekReply> {
    const path = `/api/staff/timetable?channel=881&week=${day}${set ? `&change_set=${set}` : ''}`;
    const { status, response } = await desk.call(path, { cookie: producer.cookie });
    if (status !== 200) throw new Error(`the week was answered with ${status}`);
    return response;
  }
  /** What the public site shows on a station day. */
  async function publicDay(day: string, channelId: ChannelId = 881) {
    forgetTimetable(database.db);
    const { items } = await getDayTimetable({ db: database.db, now: desk.clock.now }, { channelId, day });
    return items.map(
      (item) => `${clockHk(new Date(item.startsAtMs))}-${clockHk(new Date(item.endsAtMs))} ${item.programName}`,
    );
  }
  async function close(): Promise<void> {
    await desk.app.close();
    await database.close();
  }
  return { database, desk, producer: () => producer, reset, draft, act, publish, change, week, publicDay, close };
}
