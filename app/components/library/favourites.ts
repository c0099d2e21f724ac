import type { z } from 'zod';
import { memberNow } from '#app/components/frame/member-state.ts';
import { callAsMember, type Answer } from '#app/components/member/member-call.ts';
import { calls } from '#app/paths.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import type {
  favouriteIdsReplySchema,
  favouriteProgramsReplySchema,
  favouriteReplySchema,
} from '#domain/library/library.schema.ts';
import { tellListTabs } from './list-tabs.ts';

// What of a member's favourites the browser knows. Asked for when it is first needed, once.

type Programs = z.output<typeof favouriteProgramsReplySchema>['programs'];

/** A favourite that is one (EN-17); anything else is none yet. */
const ACTIVE = 1;
const PROGRAMS_AT_ONCE = 60;

let owner: number | undefined;
let ids: ReadonlySet<number> | null = null;
let programs: Programs | null = null;
/** While a change runs nothing else is asked for, and presses count for nothing. */
let isLocked = false;
let loading: Promise<Answer> | null = null;
const listeners = new Set<() => void>();

const refuse = (code: 'denied' | 'missing arguments'): Answer => ({ isOk: false, status: 0, code, message: code });
const done = (response: unknown): Answer => ({ isOk: true, response });

function know(next: ReadonlySet<number> | null): void {
  ids = next;
  programs = null;
  for (const listener of listeners) listener();
}

/** What is known is of one member; another one's is asked for anew. */
function ofOwner(): void {
  const now = memberNow()?.user?.user_id;
  if (owner === now) return;
  owner = now;
  ids = null;
  programs = null;
}

/** Numbers of favourite programmes; null until they were asked for. */
export function favouritesNow(): ReadonlySet<number> | null {
  ofOwner();
  return ids;
}

/** Tells when favourites are not what they were, also because another tab changed them. */
export function onFavourites(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key !== SHARED_KEYS.lists) return;
    ids = null;
    programs = null;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', hear);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', hear);
  };
}

async function ask(path: string, keep: (response: unknown) => void): Promise<Answer> {
  const answer = await callAsMember(path);
  loading = null;
  if (answer.isOk) keep(answer.response);
  return answer;
}

/** Sees to it that the numbers are known. Denied while a change runs. */
export async function loadFavourites(): Promise<Answer> {
  ofOwner();
  if (isLocked) return refuse('denied');
  if (ids !== null) return done([...ids]);
  loading ??= ask(calls.favouriteIds(), (response) =>
    know(new Set((response as z.output<typeof favouriteIdsReplySchema>).program_ids)),
  );
  return loading;
}

/** The newest programmes among the favourites, in the order of the server: each with what a card shows. */
export async function loadFavouritePrograms(): Promise<Answer> {
  ofOwner();
  if (isLocked) return refuse('denied');
  if (programs !== null) return done(programs);
  const answer = await ask(calls.favouritePrograms({ limit: PROGRAMS_AT_ONCE }), (response) => {
    programs = (response as z.output<typeof favouriteProgramsReplySchema>).programs;
  });
  return answer.isOk ? done(programs) : answer;
}

async function change(method: 'POST' | 'DELETE', body: object, keep: (response: unknown) => void): Promise<Answer> {
  isLocked = true;
  const headers = { 'content-type': 'application/json' };
  const answer = await callAsMember(calls.favourite(), { method, headers, body: JSON.stringify(body) });
  isLocked = false;
  if (answer.isOk) {
    keep(answer.response);
    tellListTabs();
  }
  return answer;
}

/** Takes a programme off the favourites, or all; with neither nothing is sent. */
export async function removeFavourite({ programId, all }: { programId?: number; all?: true }): Promise<Answer> {
  if (programId === undefined && all !== true) return refuse('missing arguments');
  if (isLocked) return refuse('denied');
  const body = all === true ? { all } : { program_id: programId };
  return change('DELETE', body, () =>
    know(all === true ? new Set() : ids && new Set([...ids].filter((id) => id !== programId))),
  );
}

/**
 * Makes a programme a favourite, or none where it is one. Null where the press counts for nothing, as a request runs. It
 * joins the list only if the answer says that it is active.
 */
export async function toggleFavourite(programId: number): Promise<Answer | null> {
  if (isLocked) return null;
  const known = await loadFavourites();
  if (!known.isOk) return known.code === 'denied' ? null : known;
  if (isLocked) return null;
  if (ids?.has(programId)) return removeFavourite({ programId });
  return change('POST', { program_id: programId }, (response) => {
    const { status, program_id: id } = response as z.output<typeof favouriteReplySchema>;
    if (status === ACTIVE) know(new Set([...(ids ?? []), id]));
  });
}
