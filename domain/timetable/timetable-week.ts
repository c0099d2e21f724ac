import type { Db } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { ChannelId } from '#shared/enums.ts';
import { addDaysHk, dayHkOf, weekdayHk, type DayHk } from '#shared/hk-time.ts';
import { stationDayOf, stationDaySpan } from '#shared/station-day.ts';
import {
  findChangeSet,
  findChangeSets,
  findStaffName,
  listChanges,
  type ChangeSet,
  type ListedChangeSet,
  type StoredChange,
} from './change-sets.store.ts';
import {
  draftRowId,
  faultsOfChanges,
  itemsOf,
  newGaps,
  staleChanges,
  withChanges,
  type ChangeFault,
  type StaleChange,
  type TimetableRows,
} from './timetable-changes.rules.ts';
import type { Interval, TimetableItem } from './timetable.rules.ts';
import { findFillerProgramId, listProgramNames, listProgramsOf } from './timetable.store.ts';
import { rowsOfTimetable } from './timetable-writing.ts';

/** Sets that wait are few; of those published, the last can be undone. */
const LISTED = 50;
const PUBLISHED_LISTED = 5;

/** What is wrong with a change set as it is now. */
interface ChangeSetCheck {
  faults: ChangeFault[];
  stale: StaleChange[];
  /** Hours of the week that it leaves to the filler. */
  gaps: Interval[];
}

export interface StaffWeek {
  monday: DayHk;
  items: (TimetableItem & { changeId: number | null })[];
  /** Published rows that are valid in the week or later. */
  rows: TimetableRows;
  fillerProgramId: number;
  programs: { id: number; title: string }[];
  changeSets: ListedChangeSet[];
  changeSet: { set: ChangeSet; owner: string; changes: StoredChange[]; check: ChangeSetCheck } | null;
}

const mondayOf = (day: DayHk): DayHk => addDaysHk(day, -((weekdayHk(day) + 6) % 7));

/** The change that made an item what it is, if one of the set did. */
function changeOf(item: TimetableItem, changes: readonly StoredChange[]): number | null {
  if (item.source === 'filler') return null;
  const found = changes.find(
    (change) => change.kind === item.source && (change.rowId ?? draftRowId(change)) === item.rowId,
  );
  return found?.id ?? null;
}

/**
 * A channel's week from Monday five o'clock, with the rows that make it; with a change set, as it will be once that is
 * published. A published set is shown as it is.
 */
export async function getStaffWeek(
  { db, now }: { db: Db; now: Date },
  { channelId, week, changeSetId }: { channelId: ChannelId; week: DayHk | null; changeSetId: number | null },
): Promise<StaffWeek> {
  const fillerProgramId = await findFillerProgramId(db, channelId);
  if (fillerProgramId === null) throw new DomainError('dataNotFound', `channel ${channelId} has no programmes`);
  const monday = mondayOf(week ?? stationDayOf(now));
  const { from } = stationDaySpan(monday);
  const { to } = stationDaySpan(addDaysHk(monday, 6));
  const today = dayHkOf(now);
  // A row of an earlier day may last into the week; what is later is needed to see a clash before it is saved.
  const since = addDaysHk(monday < today ? monday : today, -2);
  const rows = await rowsOfTimetable(db, channelId, { from: since, to: '9999-12-31' });
  const set = changeSetId === null ? null : await findChangeSet(db, changeSetId);
  if (changeSetId !== null && set?.channelId !== channelId) throw new DomainError('dataNotFound');
  const changes = set === null ? [] : await listChanges(db, set.id);
  const isOpen = set?.state === 'draft' || set?.state === 'scheduled';
  const published = itemsOf(rows, fillerProgramId, from, to);
  const items = isOpen ? itemsOf(withChanges(rows, changes), fillerProgramId, from, to) : published;
  const check = isOpen
    ? // Of all rows: a change may concern one that is over by now.
      await checkOf(db, channelId, changes, newGaps(published, items))
    : { faults: [], stale: [], gaps: [] };
  const programs = await listProgramsOf(db, channelId);
  const known = new Set(programs.map(({ id }) => id));
  const others = await listProgramNames(db, [
    ...new Set(items.map(({ programId }) => programId).filter((id) => !known.has(id))),
  ]);
  return {
    monday,
    items: items.map((item) => ({ ...item, changeId: isOpen ? changeOf(item, changes) : null })),
    rows,
    fillerProgramId,
    programs: [...programs, ...[...others.values()].map(({ id, title }) => ({ id, title }))],
    changeSets: [
      ...(await findChangeSets(db, channelId, ['draft', 'scheduled'], LISTED)),
      ...(await findChangeSets(db, channelId, ['published'], PUBLISHED_LISTED)),
    ],
    changeSet: set && { set, owner: await findStaffName(db, set.createdBy), changes, check },
  };
}

async function checkOf(
  db: Db,
  channelId: ChannelId,
  changes: readonly StoredChange[],
  gaps: Interval[],
): Promise<ChangeSetCheck> {
  const rows = await rowsOfTimetable(db, channelId);
  return { faults: faultsOfChanges(rows, changes), stale: staleChanges(rows, changes), gaps };
}
