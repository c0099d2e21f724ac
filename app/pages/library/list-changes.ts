import type { Direction, ListKind } from '#domain/library/library.rules.ts';
import { isPossibleId } from '#shared/ids.ts';

/** The lists that have a page; the queue is the player's. */
export type ShownList = Exclude<ListKind, 'queue'>;

/** One change of a list. A form posts it as a word with numbers, so that a button alone can say it. */
export type ListChange =
  /** Puts an entry after another; null: first. */
  | { kind: 'move'; id: number; after: number | null }
  | { kind: 'remove'; ids: readonly number[] }
  | { kind: 'clear' }
  /** Puts back what a removal took off. */
  | { kind: 'undo'; revision: number }
  /** Adds what the entries stand for to the playlist; one with its neighbours in a direction. */
  | { kind: 'add'; ids: readonly number[]; direction: Direction | null }
  | { kind: 'addAll' }
  /** Of the history: nothing that is heard is recorded, until it is resumed. */
  | { kind: 'pause' }
  | { kind: 'resume' }
  /** Writes a note anew; its text is a field beside. */
  | { kind: 'note'; id: number; note: string };

const FIRST = 0;

/** A field of a form without scripts: that the box of an entry is ticked. */
const TICKED = /^tick:(\d+)$/;
export const tickName = (id: number) => `tick:${id}`;
/** The entries that a form without scripts has ticked. */
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

/** Null where it is no change. `note` is the field of that name; `ticked` counts where entries are meant and none is named. */
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

/** Whether it puts something into the playlist. */
export const isAdding = ({ kind }: ListChange): boolean => kind === 'add' || kind === 'addAll';

/** The list as it will be; one whose entries another tab took off meanwhile stays as it is. */
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

/** Adds a change to those that wait. An entry that moves again before its move was sent goes to its last place at once. */
export function enqueue(waiting: readonly ListChange[], change: ListChange): readonly ListChange[] {
  const last = waiting.at(-1);
  const isAgain = last?.kind === 'move' && change.kind === 'move' && last.id === change.id;
  return [...(isAgain ? waiting.slice(0, -1) : waiting), change];
}

/** The move that brings an entry to a place, counted from 0; null where it is there. */
export function moveTo(items: readonly { id: number }[], id: number, place: number): ListChange | null {
  const from = items.findIndex((item) => item.id === id);
  const to = Math.max(0, Math.min(place, items.length - 1));
  if (from === -1 || from === to) return null;
  const others = items.filter((item) => item.id !== id);
  return { kind: 'move', id, after: others[to - 1]?.id ?? null };
}
