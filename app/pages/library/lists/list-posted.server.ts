import { data, type ActionFunctionArgs } from 'react-router';
import { storeFor } from '#app/components/frame/app-store.ts';
import { readPosted } from '#app/forms/posted.server.ts';
import { libraryText, listProblem } from '#app/text/zh-hk/library.ts';
import { changeNote } from '#domain/library/bookmarks.ts';
import { orderList, removeFromList, undoRemoval, type LibraryServices } from '#domain/library/library.ts';
import type { Direction } from '#domain/library/library.rules.ts';
import { noteSchema } from '#domain/library/library.schema.ts';
import type { WhichEntries } from '#domain/library/playlist.ts';
import { setRecording } from '#domain/playback/playback.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError, RESPONSE_CODES } from '#shared/domain-error.ts';
import { libraryPage } from '#app/pages/library/library-page.server.ts';
import { isAdding, readChange, tickedIn, type ListChange, type ShownList } from './list-changes.ts';

/** Reply to a posted change. */
export interface ListReply {
  /** Number the page gave to this change; empty without scripts. */
  turn: string;
  change: string;
  said: string;
  problem: string | null;
  /** Revision for `undo` of the removal. */
  undo: number | null;
}

interface Asked {
  library: LibraryServices;
  actor: MemberActor;
  now: Date;
}
interface Added {
  added: number;
  leftOut: { alreadyThere: number; noRoom: number };
}
/** Adds the items of entries of this list to the playlist. */
type Add = (asked: Asked, which: WhichEntries, direction: Direction | undefined) => Promise<Added>;
type ListOutcome = { said: string; undo?: number };

async function act(
  { library, actor, now }: Asked,
  kind: ShownList,
  { change, add }: { change: ListChange; add: Add | undefined },
): Promise<ListOutcome> {
  switch (change.kind) {
    case 'move':
      await orderList(library, actor, kind, { id: change.id, predecessor: change.after });
      return { said: libraryText.isMoved };
    case 'remove':
    case 'clear': {
      const which = change.kind === 'remove' ? { ids: change.ids } : { except: [] };
      const { removed, revision } = await removeFromList(library, actor, kind, which, now);
      return { said: libraryText.removed[kind](removed), undo: revision };
    }
    case 'undo': {
      const { restored, leftOut } = await undoRemoval(library, actor, { list: kind, revision: change.revision }, now);
      const rest = leftOut.noRoom > 0 ? libraryText.notRestored(leftOut.noRoom) : '';
      return { said: libraryText.restored(restored) + rest };
    }
    case 'add':
    case 'addAll': {
      if (add === undefined) throw new DomainError('invalidParam', 'entries of this list cannot be added');
      const [which, direction] =
        change.kind === 'add' ? [{ ids: change.ids }, change.direction ?? undefined] : (['all', undefined] as const);
      const { added, leftOut } = await add({ library, actor, now }, which, direction);
      return { said: libraryText.added(added, leftOut.alreadyThere, leftOut.noRoom) };
    }
    case 'pause':
    case 'resume':
      if (kind !== 'history') throw new DomainError('invalidParam', 'recording can be resumed only for the history');
      await setRecording(library.db, actor.memberId, change.kind === 'resume', now);
      return { said: libraryText.recording[change.kind] };
    case 'note': {
      const written = noteSchema.safeParse(change.note.replaceAll('\r\n', '\n'));
      if (kind !== 'bookmark' || !written.success) throw new DomainError('invalidParam', 'the note is invalid');
      await changeNote(library, actor, { id: change.id, note: written.data });
      return { said: libraryText.noted };
    }
  }
}

/** Actions that need ticked entries. */
const NEEDS_TICKS = ['remove', 'add'];

/** Performs a posted list change, with or without scripts. */
export async function takeChange(args: ActionFunctionArgs, kind: ShownList, add?: Add) {
  const { library, subscriber, now, visitor } = await libraryPage(args);
  let fields: Record<string, string> = {};
  let change: ListChange | null = null;
  const reply = (told: Partial<ListReply>, status: number) => {
    const { change: written = '', turn = '' } = fields;
    return data<ListReply>({ turn, change: written, said: '', problem: null, undo: null, ...told }, status);
  };
  try {
    fields = await readPosted(args.request);
    const { change: written = '', note = '' } = fields;
    change = readChange(written, { note, ticked: tickedIn(fields) });
    // On a phone the playlist is edited in the app. With scripts this was shown before sending.
    if (change !== null && isAdding(change) && storeFor(visitor.userAgent) !== null)
      return reply({ problem: libraryText.getApp.words }, 403);
    if (subscriber === null) throw new DomainError('needsPlan');
    if (written === '') return reply({ problem: libraryText.pressAButton }, 400);
    if (change === null && NEEDS_TICKS.includes(written)) return reply({ problem: libraryText.noneTicked }, 400);
    if (change === null) throw new DomainError('invalidParam', 'unknown change');
    return reply(await act({ library, actor: subscriber, now }, kind, { change, add }), 200);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { errorName, detail } = error;
    const message = typeof detail === 'string' ? detail : '';
    const problem = listProblem(errorName, { isAdding: change !== null && isAdding(change), message });
    return reply({ problem }, RESPONSE_CODES[errorName].status);
  }
}
