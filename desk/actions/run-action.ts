import type { ShownRow } from '#shared/staff/shown-row.ts';
import { call } from '../call.ts';
import { pressed } from '../entry/log-in-again.ts';

export interface Undo {
  action: string;
  input: object;
  /** The run that it undoes. */
  undo_of: string;
}

export type ActionReply =
  | { outcome: 'done'; result: Record<string, unknown>; rows: ShownRow[]; undo: Undo | null }
  | { outcome: 'asked'; approval_id: number; rows: ShownRow[] };

export interface Preview {
  rows: ShownRow[];
  hash: string;
  needs_reason: boolean;
  needs_second_person: boolean;
}

/** What an action would change. Throws `CallError`. */
export const previewAction = (name: string, input: object, signal?: AbortSignal): Promise<Preview> =>
  pressed(() => call<Preview>(`/api/staff/actions/${name}/preview`, { input }, signal));

/** Runs an action. A retry with the same key changes nothing twice. Throws `CallError`. */
export const runAction = (
  name: string,
  input: object,
  {
    reason = '',
    shownHash = null,
    undoOf = null,
    key = crypto.randomUUID(),
  }: { reason?: string; shownHash?: string | null; undoOf?: string | null; key?: string } = {},
): Promise<ActionReply> =>
  pressed(() =>
    call<ActionReply>(
      `/api/staff/actions/${name}`,
      { input, reason, shown_hash: shownHash, undo_of: undoOf },
      undefined,
      { 'idempotency-key': key },
    ),
  );
