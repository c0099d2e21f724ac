import type { Direction, ListKind } from '#domain/library/library.rules.ts';
import { isPossibleId } from '#shared/ids.ts';

/** Lists with a page; the queue belongs to the player. */
export type ShownList = Exclude<ListKind, 'queue'>;

/** A list change. A form posts it as a word with numbers, so that a button alone can contain it. */
export type ListChange =
  /** Moves an entry after another; null: first. */
  | { kind: 'move'; id: number; after: number | null }
  | { kind: 'remove'; ids: readonly number[] }
  | { kind: 'clear' }
  /** Restores removed entries. */
  | { kind: 'undo'; revision: number }
  /** Adds the items of entries to the playlist; a single one with its neighbours in a direction. */
  | { kind: 'add'; ids: readonly number[]; direction: Direction | null }
  | { kind: 'addAll' }
  /** For the history: nothing is recorded until it is resumed. */
  | { kind: 'pause' }
  | { kind: 'resume' }
  /** Replaces a note; its text is a separate field. */
  | { kind: 'note'; id: number; note: string };

const FIRST = 0;

/** Field of a form without scripts: the ticked box of an entry. */
const TICKED = /^tick:(\d+)$/;
export const tickName = (id: number) => `tick:${id}`;
/** Ticked entries of a form without scripts. */
export const tickedIn = (fields: Readonly<Record<string, string>>): number[] =>
  Object.keys(fields)
    .flatMap((name) => TICKED.exec(name)?.[1] ?? [])
    .map(Number);

export function writeChange(change: ListChange): string {
  switch (change.kind) {
    case 'move':
      return `move:${change.id}:${change.after ?? FIRST}`;
    case 'remove':
      return ['remove', ...change.ids].join(':');
    case 'undo':
      return `undo:${change.revision}`;
    case 'add':
      return ['add', ...change.ids, ...(change.direction === null ? [] : [change.direction])].join(':');
    case 'note':
      return `note:${change.id}`;
    case 'clear':
    case 'addAll':
    case 'pause':
    case 'resume':
      return change.kind;
  }
}

const isDirection = (value: string | undefined): value is Direction => value === 'forward' || value === 'backward';

/** Null if it is not a change. `note` is the field of that name; `ticked` applies if the change names no entries. */
export function readChange(
  written: string,
  { note = '', ticked = [] }: { note?: string; ticked?: readonly number[] } = {},
): ListChange | null {
  const [kind = '', ...given] = written.split(':');
  const numbers = given.map(Number);
  const meant = given.length === 0 ? ticked : numbers;
  const [id = Number.NaN, after = Number.NaN] = numbers;
  switch (kind) {
    case 'move':
      if (!isPossibleId(id) || (after !== FIRST && !isPossibleId(after))) return null;
      return { kind, id, after: after === FIRST ? null : after };
    case 'remove':
      return meant.length > 0 && meant.every(isPossibleId) ? { kind, ids: meant } : null;
    case 'undo':
      return isPossibleId(id) ? { kind, revision: id } : null;
    case 'add': {
      const direction = given.at(-1);
      if (given.length === 2 && isPossibleId(id) && isDirection(direction)) return { kind, ids: [id], direction };
      return meant.length > 0 && meant.every(isPossibleId) ? { kind, ids: meant, direction: null } : null;
    }
    case 'note':
      return isPossibleId(id) ? { kind, id, note } : null;
    case 'clear':
    case 'addAll':
    case 'pause':
    case 'resume':
      return { kind };
    default:
      return null;
  }
}

/** Whether it adds to the playlist. */
export const isAdding = ({ kind }: ListChange): boolean => kind === 'add' || kind === 'addAll';

/** The list after the change; unaffected by entries that another tab removed meanwhile. */
export function applyChange<T extends { id: number }>(items: readonly T[], change: ListChange): readonly T[] {
  if (change.kind === 'clear') return [];
  if (change.kind === 'remove') return items.filter(({ id }) => !change.ids.includes(id));
  if (change.kind !== 'move') return items;
  const moved = items.find(({ id }) => id === change.id);
  const others = items.filter(({ id }) => id !== change.id);
  const at = change.after === null ? 0 : others.findIndex(({ id }) => id === change.after) + 1;
  if (moved === undefined || (change.after !== null && at === 0)) return items;
  return others.toSpliced(at, 0, moved);
}

/** Appends a pending change. A second move of the same entry replaces an unsent one. */
export function enqueue(waiting: readonly ListChange[], change: ListChange): readonly ListChange[] {
  const last = waiting.at(-1);
  const isAgain = last?.kind === 'move' && change.kind === 'move' && last.id === change.id;
  return [...(isAgain ? waiting.slice(0, -1) : waiting), change];
}

/** The move of an entry to an index, from 0; null if it is there. */
export function moveTo(items: readonly { id: number }[], id: number, place: number): ListChange | null {
  const from = items.findIndex((item) => item.id === id);
  const to = Math.max(0, Math.min(place, items.length - 1));
  if (from === -1 || from === to) return null;
  const others = items.filter((item) => item.id !== id);
  return { kind: 'move', id, after: others[to - 1]?.id ?? null };
}
