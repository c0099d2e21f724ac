import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { forgetTimetable } from './timetable.cache.ts';
import {
  currentValues,
  faultsOfChanges,
  staleChanges,
  type ChangeKind,
  type TimetableChange,
  type TimetableRows,
  type ValuesOf,
} from './timetable-changes.rules.ts';
import {
  announceTimetable,
  deleteRow,
  insertRow,
  listBaseRows,
  listOverrides,
  listRacingDayRows,
  listVideoRows,
  lockTimetable,
  programIsOn,
  updateRow,
} from './timetable.store.ts';

// The only code that writes rows of a timetable.

/** All rows of a channel's timetable, or those that may matter from a day on. */
export async function rowsOfTimetable(
  db: Db,
  channelId: ChannelId,
  range?: Parameters<typeof listBaseRows>[2],
): Promise<TimetableRows> {
  return {
    base: await listBaseRows(db, channelId, range),
    override: await listOverrides(db, channelId, range),
    video: await listVideoRows(db, channelId),
    'racing-day': await listRacingDayRows(db, range),
  };
}

/** Channels whose timetables changes affect: racing days are those of the station. */
const channelsOfChanges = (channelId: ChannelId, changes: readonly TimetableChange[]): readonly ChannelId[] =>
  changes.some(({ kind }) => kind === 'racing-day') ? CHANNEL_IDS.toSorted((a, b) => a - b) : [channelId];

export async function checkPrograms(db: Db, channelId: ChannelId, changes: readonly TimetableChange[]): Promise<void> {
  for (const { kind, after } of changes) {
    if (after === null || (kind !== 'base' && kind !== 'override')) continue;
    const { programId } = after as ValuesOf['base'];
    if (!(await programIsOn(db, programId, channelId)))
      throw impossible('program-of-other-channel', { program_id: programId });
  }
}

/** Refuses changes whose rows have changed since (`conflict` with both), or that would bring faults into the timetable. */
export async function checkChanges(
  db: Db,
  channelId: ChannelId,
  changes: readonly TimetableChange[],
): Promise<TimetableRows> {
  const rows = await rowsOfTimetable(db, channelId);
  const stale = staleChanges(rows, changes);
  if (stale.length > 0) throw refused('timetable-changed', { stale });
  const faults = faultsOfChanges(rows, changes);
  if (faults.length > 0) {
    const clash = faults.some((fault) => fault.reason === 'overlap');
    throw clash ? refused('timetable-clash', { faults }) : new DomainError('invalidParam', { faults });
  }
  await checkPrograms(db, channelId, changes);
  return rows;
}

/**
 * Writes changes together, under the channel's lock. They are checked as a whole, so that two blocks can change places.
 * Returns the id of the row of each change; a removed row that had one gets it back with `restored`.
 */
export async function applyChanges(
  tx: Tx,
  channelId: ChannelId,
  changes: readonly (TimetableChange & { restored?: number })[],
): Promise<Map<number, number | null>> {
  const channelIds = channelsOfChanges(channelId, changes);
  for (const id of channelIds) await lockTimetable(tx, id);
  await checkChanges(tx, channelId, changes);
  const ids = new Map<number, number | null>();
  for (const { id, kind, rowId, before, after, restored } of changes) {
    const table = kind as ChangeKind;
    if (after === null) {
      await deleteRow(tx, channelId, table, rowId, before as never);
      ids.set(id, rowId);
    } else if (before === null) ids.set(id, await insertRow(tx, channelId, table, after as never, restored));
    else {
      await updateRow(tx, channelId, table, rowId, after as never);
      ids.set(id, rowId);
    }
  }
  for (const id of channelIds) await announceTimetable(tx, id);
  return ids;
}

type Row<Kind extends ChangeKind> = ValuesOf[Kind] & { id?: number };

/** Changes one row in a transaction of its own. Null values remove it. */
async function changeRow<Kind extends 'base' | 'override'>(
  db: Db,
  channelId: ChannelId,
  kind: Kind,
  id: number | null,
  after: ValuesOf[Kind] | null,
): Promise<{ id: number }> {
  const ids = await db.transaction(async (tx) => {
    await lockTimetable(tx, channelId);
    const change = { id: 0, kind, rowId: id, before: null, after } as TimetableChange;
    const before = id === null ? null : currentValues(await rowsOfTimetable(tx, channelId), change);
    if (id !== null && before === null) throw new DomainError('dataNotFound');
    return applyChanges(tx, channelId, [{ ...change, before } as TimetableChange]);
  });
  forgetTimetable(db, [channelId]);
  return { id: ids.get(0) ?? 0 };
}

/**
 * Adds a base row, or updates the one with `id`. Throws `conflict` with the rows if it overlaps another row of the
 * channel.
 *
 * @internal For tests: staff collect changes in change sets.
 */
export const saveSchedule = ({ db }: { db: Db }, channelId: ChannelId, { id, ...values }: Row<'base'>) =>
  changeRow(db, channelId, 'base', id ?? null, values);

/** @internal For tests: staff collect changes in change sets. */
export async function removeSchedule({ db }: { db: Db }, channelId: ChannelId, id: number): Promise<void> {
  await changeRow(db, channelId, 'base', id, null);
}

/**
 * Adds an override, or updates the one with `id`. Throws `conflict` if it overlaps another of the channel.
 *
 * @internal For tests: staff collect changes in change sets.
 */
export const saveOverride = ({ db }: { db: Db }, channelId: ChannelId, { id, ...values }: Row<'override'>) =>
  changeRow(db, channelId, 'override', id ?? null, values);

/** @internal For tests: staff collect changes in change sets. */
export async function removeOverride({ db }: { db: Db }, channelId: ChannelId, id: number): Promise<void> {
  await changeRow(db, channelId, 'override', id, null);
}
