import { deskTimetableText } from '#app/text/zh-hk/desk-timetable.ts';
import type { ChangeKind } from '#domain/timetable/timetable-changes.rules.ts';
import type { ChannelId } from '#shared/enums.ts';
import { faultText } from '../actions/fault-text.ts';
import { runAction } from '../actions/run-action.ts';
import { CallError } from '../call.ts';
import type { DraftedRow, Week } from './drafting.ts';

const text = deskTimetableText.form;

/** Why a save was refused, with both versions if somebody else has changed the row. */
export interface SaveFault {
  words: string;
  stale?: { kind: ChangeKind; seen: object | null; now: object | null };
  drafted?: { kind: ChangeKind; mine: object | null; theirs: object | null };
}

interface ConflictDetail {
  stale?: NonNullable<SaveFault['stale']>[];
  mine?: object | null;
  theirs?: object | null;
}

function faultOf(error: unknown, [row]: readonly DraftedRow[]): SaveFault {
  if (!(error instanceof CallError) || error.status === 0 || error.status >= 500) return { words: text.failed };
  const detail = (typeof error.detail === 'object' ? (error.detail ?? {}) : {}) as ConflictDetail;
  if (error.status === 403) return { words: text.forbidden };
  if (error.status !== 409) return { words: 'faults' in detail ? text.invalid : faultText(error) };
  const { stale: [stale] = [], mine = null, theirs } = detail;
  if (stale !== undefined) return { words: text.conflict, stale };
  if (theirs === undefined || row === undefined) return { words: faultText(error) };
  return { words: text.conflict, drafted: { kind: row.kind, mine, theirs } };
}

/** Saves rows into the shown set, or into a new one. Returns its id, or why it was refused. */
export async function saveDraft(
  week: Week,
  { channel, name, rows }: { channel: ChannelId; name: string; rows: readonly DraftedRow[] },
): Promise<{ changeSet: number } | { fault: SaveFault }> {
  const set = week.change_set?.state === 'draft' ? week.change_set : null;
  try {
    const reply = await runAction('timetable.draft', {
      change_set: set?.id ?? null,
      channel,
      name,
      revision: set?.revision ?? 0,
      changes: rows,
    });
    return { changeSet: reply.outcome === 'done' ? Number(reply.result['change_set']) : (set?.id ?? 0) };
  } catch (error) {
    return { fault: faultOf(error, rows) };
  }
}
