import type { z } from 'zod';
import { memberNow } from '#app/components/frame/member-state.ts';
import { callAsMember, type Answer } from '#app/components/member/member-call.ts';
import { calls } from '#app/paths.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import type { favouriteIdsReplySchema, favouriteReplySchema } from '#domain/library/library.schema.ts';
import { tellListTabs } from './list-tabs.ts';

// What the browser knows of a member's favourites. Fetched once, on first use.

/** An active favourite (EN-17); anything else is not one yet. */
const ACTIVE = 1;

let owner: number | undefined;
let ids: ReadonlySet<number> | null = null;
/** While a change is in progress, other requests and presses are ignored. */
let isLocked = false;
let loading: Promise<Answer> | null = null;
const listeners = new Set<() => void>();

const refuse = (code: 'denied' | 'missing arguments'): Answer => ({ isOk: false, status: 0, code, message: code });
const done = (response: unknown): Answer => ({ isOk: true, response });

function know(next: ReadonlySet<number> | null): void {
  ids = next;
  for (const listener of listeners) listener();
}

/** State of one member; reset for another. */
function ofOwner(): void {
  const now = memberNow()?.user?.user_id;
  if (owner === now) return;
  owner = now;
  ids = null;
}

/** Numbers of favourite programmes; null until loaded. */
export function favouritesNow(): ReadonlySet<number> | null {
  ofOwner();
  return ids;
}

/** Notifies of changes to the favourites, including those in other tabs. */
export function onFavourites(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key !== SHARED_KEYS.lists) return;
    ids = null;
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

/** Loads the numbers unless they are known. Refused while a change is in progress. */
export async function loadFavourites(): Promise<Answer> {
  ofOwner();
  if (isLocked) return refuse('denied');
  if (ids !== null) return done([...ids]);
  loading ??= ask(calls.favouriteIds(), (response) =>
    know(new Set((response as z.output<typeof favouriteIdsReplySchema>).program_ids)),
  );
  return loading;
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

/** Removes one programme from the favourites, or all; without either nothing is sent. */
export async function removeFavourite({ programId, all }: { programId?: number; all?: true }): Promise<Answer> {
  if (programId === undefined && all !== true) return refuse('missing arguments');
  if (isLocked) return refuse('denied');
  const body = all === true ? { all } : { program_id: programId };
  return change('DELETE', body, () =>
    know(all === true ? new Set() : ids && new Set([...ids].filter((id) => id !== programId))),
  );
}

/**
 * Toggles a favourite. Null if ignored because a request is running. It is added only if the reply says that it is
 * active.
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
