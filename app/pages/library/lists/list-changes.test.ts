import { describe, expect, it } from 'vitest';
import {
  applyChange,
  enqueue,
  moveTo,
  readChange,
  tickedIn,
  tickName,
  writeChange,
  type ListChange,
} from './list-changes.ts';

const list = (...ids: number[]) => ids.map((id) => ({ id }));
const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id);

describe('a change as a button posts it', () => {
  it.each<ListChange>([
    { kind: 'move', id: 7, after: 3 },
    { kind: 'move', id: 7, after: null },
    { kind: 'remove', ids: [7] },
    { kind: 'remove', ids: [7, 8] },
    { kind: 'clear' },
    { kind: 'undo', revision: 12 },
    { kind: 'add', ids: [7], direction: null },
    { kind: 'add', ids: [7, 8], direction: null },
    { kind: 'add', ids: [7], direction: 'backward' },
    { kind: 'addAll' },
    { kind: 'pause' },
    { kind: 'resume' },
    { kind: 'note', id: 7, note: 'a' },
  ])('is read as it was written: $kind', (change) => {
    expect(readChange(writeChange(change), { note: 'a' })).toEqual(change);
  });

  it('is about the ticked entries where it names none, as without scripts', () => {
    const ticked = tickedIn({ change: 'remove', [tickName(7)]: 'on', [tickName(9)]: 'on', 'tick:x': 'on', note: '' });
    expect(ticked).toEqual([7, 9]);
    for (const kind of ['remove', 'add'] as const) {
      const written = writeChange(kind === 'add' ? { kind, ids: [], direction: null } : { kind, ids: [] });
      expect(readChange(written, { ticked })).toMatchObject({ kind, ids: [7, 9] });
      expect(readChange(`${written}:3`, { ticked })).toMatchObject({ kind, ids: [3] });
      expect(readChange(written)).toBeNull();
    }
  });

  it('is read as none where it is malformed', () => {
    const wrong = [
      '',
      'move',
      'move:x:1',
      'move:1',
      'move:1:-2',
      'move:1:1.5',
      'remove:',
      'remove:1:x',
      'add:1:up',
      'add:1:2:forward',
    ];
    for (const written of [...wrong, 'undo:1e99', 'drop:1', 'constructor:1']) expect(readChange(written)).toBeNull();
  });
});

describe('the list while its change is on the way', () => {
  it('shows an entry after the one it follows, and first where it follows none (R-286)', () => {
    const items = list(1, 2, 3, 4);
    expect(idsOf(applyChange(items, { kind: 'move', id: 1, after: 3 }))).toEqual([2, 3, 1, 4]);
    expect(idsOf(applyChange(items, { kind: 'move', id: 4, after: 1 }))).toEqual([1, 4, 2, 3]);
    expect(idsOf(applyChange(items, { kind: 'move', id: 4, after: null }))).toEqual([4, 1, 2, 3]);
  });

  it('stays as it is where another tab took off what moves or what it was to follow', () => {
    const items = list(1, 2, 3);
    expect(idsOf(applyChange(items, { kind: 'move', id: 9, after: 1 }))).toEqual([1, 2, 3]);
    expect(idsOf(applyChange(items, { kind: 'move', id: 1, after: 9 }))).toEqual([1, 2, 3]);
  });

  it('lacks what was taken off', () => {
    expect(idsOf(applyChange(list(1, 2, 3), { kind: 'remove', ids: [1, 3] }))).toEqual([2]);
    expect(applyChange(list(1, 2, 3), { kind: 'clear' })).toEqual([]);
  });

  it('names the entry before a place, upward and downward, and no move where it stands there', () => {
    const items = list(1, 2, 3, 4);
    for (const [id, place] of [
      [1, 2],
      [4, 0],
      [2, 3],
      [3, 1],
    ] as const) {
      const move = moveTo(items, id, place);
      expect(move && applyChange(items, move)[place]?.id).toBe(id);
    }
    expect(moveTo(items, 2, 1)).toBeNull();
    expect(moveTo(items, 1, -1)).toBeNull();
    expect(moveTo(items, 4, 9)).toBeNull();
    expect(moveTo(items, 9, 0)).toBeNull();
  });

  it('sends an entry that is moved on and on to its last place, and forgets no other change', () => {
    const move = (id: number, after: number | null): ListChange => ({ kind: 'move', id, after });
    const waiting = [move(1, 2), move(1, 3), { kind: 'remove', ids: [5] } as const, move(1, 4), move(2, null)];
    expect(waiting.reduce<readonly ListChange[]>(enqueue, [])).toEqual(waiting.slice(1));
  });
});
