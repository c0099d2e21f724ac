import type { Tx } from '#db/database.ts';
import { recordAudit, type Hand, type Subject } from '#domain/audit/audit.ts';
import { clockOfMinute } from '#shared/hk-time.ts';
import type { ChangeSet } from './change-sets.store.ts';
import { draftRowId, type ChangeKind, type TimetableChange, type ValuesOf } from './timetable-changes.rules.ts';
import { listProgramNames } from './timetable.store.ts';

// Change sets and rows of a timetable as previews and the audit show them.

const SUBJECTS = {
  base: 'schedule',
  override: 'schedule-override',
  video: 'video-hours',
  'racing-day': 'racing-day',
} as const satisfies Record<ChangeKind, Subject[0]>;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

export const shownSet = ({ name, state, channelId }: Pick<ChangeSet, 'name' | 'state' | 'channelId'>) => ({
  name,
  channel: channelId,
  state,
});

const weekdaysText = (mask: number) => WEEKDAYS.filter((_, index) => (mask & (1 << index)) !== 0).join(' ');

type Values = ValuesOf[ChangeKind];
/** Values of a row of any kind. */
export type AllValues = Partial<ValuesOf['base'] & Omit<ValuesOf['override'], 'kind'> & ValuesOf['racing-day']> & {
  kind?: ValuesOf['override']['kind'];
};

/** A row with its programme by name and its hours by the clock. */
function shownRow(values: Values | null, titleOf: (id: number) => string) {
  if (values === null) return undefined;
  const { programId, weekdayBitwise, startMinute, endMinute, ...rest }: AllValues = values;
  return {
    ...(programId !== undefined && { program: titleOf(programId) }),
    ...(startMinute !== undefined &&
      endMinute !== undefined && { time: `${clockOfMinute(startMinute)}–${clockOfMinute(endMinute)}` }),
    ...(weekdayBitwise !== undefined && { weekdays: weekdaysText(weekdayBitwise) }),
    ...rest,
  };
}

const programOf = (values: Values | null): number[] => {
  const { programId }: AllValues = values ?? {};
  return programId === undefined ? [] : [programId];
};

/** Records each changed row with what it was and what it is. */
export async function recordRowChanges(
  tx: Tx,
  hand: Hand,
  {
    action,
    set,
    changes,
    ids,
  }: {
    action: 'timetable.publish' | 'timetable.undo';
    set: ChangeSet;
    changes: readonly TimetableChange[];
    /** Of the rows, by change. */
    ids: ReadonlyMap<number, number | null>;
  },
  now: Date,
): Promise<void> {
  const programIds = changes.flatMap(({ before, after }) => [...programOf(before), ...programOf(after)]);
  const names = await listProgramNames(tx, [...new Set(programIds)]);
  const titleOf = (id: number) => names.get(id)?.title ?? String(id);
  for (const { id, kind, before, after } of changes) {
    const day = kind === 'racing-day' ? (before ?? after)?.day : undefined;
    const was = shownRow(before, titleOf);
    const is = shownRow(after, titleOf);
    await recordAudit(
      tx,
      hand,
      {
        action,
        subject: [SUBJECTS[kind], day ?? ids.get(id) ?? draftRowId({ id })],
        // A new row was not there, on any channel.
        ...(was && { before: { channel: set.channelId, ...was } }),
        after: is ? { channel: set.channelId, ...is } : { channel: set.channelId, removed: true },
      },
      now,
    );
  }
}
