import type { ReactNode } from 'react';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { MenuItem } from './change-button.tsx';
import { moveTo, type ShownList } from './list-changes.ts';
import { RowMenu } from './row-menu.tsx';

const text = libraryText;

/** Announcement of the position of the last moved entry; undefined if it is gone. */
export function saidOfMove(items: readonly { id: number; name: string }[], moved: number | null): string | undefined {
  const at = items.findIndex(({ id }) => id === moved);
  return at === -1 ? undefined : text.moved(items[at]!.name, at + 1, items.length);
}

/** Menu of an entry in an ordered list: moves it without a pointer or script, and removes it. */
export function MoveMenu({
  list,
  items,
  at,
  name,
  children,
}: {
  list: ShownList;
  items: readonly { id: number }[];
  at: number;
  name: string;
  children?: ReactNode;
}) {
  const id = items[at]!.id;
  const moves = [
    [text.up, at - 1],
    [text.down, at + 1],
    [text.first, 0],
  ] as const;
  return (
    <RowMenu name={name}>
      {children}
      {moves.map(([words, place]) => {
        const move = moveTo(items, id, place);
        return (
          move && (
            <MenuItem key={words} change={move}>
              {words}
            </MenuItem>
          )
        );
      })}
      <MenuItem change={{ kind: 'remove', ids: [id] }}>{text.remove[list]}</MenuItem>
    </RowMenu>
  );
}

/** Adds an entry to the playlist, alone or with its neighbours. */
export function AddItems({ id, words = text.add }: { id: number; words?: string }) {
  return (
    <>
      <MenuItem change={{ kind: 'add', ids: [id], direction: null }}>{words}</MenuItem>
      <MenuItem change={{ kind: 'add', ids: [id], direction: 'forward' }}>{text.addForward}</MenuItem>
      <MenuItem change={{ kind: 'add', ids: [id], direction: 'backward' }}>{text.addBackward}</MenuItem>
    </>
  );
}
