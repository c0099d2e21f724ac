import { useRef, useState, type KeyboardEvent } from 'react';

export interface Ticks {
  /** Whether selection is active. */
  isOn: boolean;
  setOn: (isOn: boolean) => void;
  /** Selected entries, in list order. */
  ticked: readonly number[];
  /** Ticks an entry, or the range from the previous one. */
  tick: (id: number, isTicked: boolean, isRange: boolean) => void;
  tickAll: () => void;
  /** Keys of a box: Shift with an arrow extends the selection, Escape ends it, Enter ticks without submitting. */
  press: (event: KeyboardEvent<HTMLInputElement>, id: number) => void;
}

/** Multi-selection of list entries. `remove` removes them. */
export function useTicks(shown: readonly { id: number }[], remove: (ids: readonly number[]) => void): Ticks {
  const [isOn, setIsOn] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number | null>(null);
  const ids = shown.map(({ id }) => id);
  // Entries removed, also in another tab, are deselected.
  const ticked = ids.filter((id) => chosen.has(id));

  const setOn = (next: boolean) => {
    setIsOn(next);
    setChosen(new Set());
    last.current = null;
  };
  const tick = (id: number, isTicked: boolean, isRange: boolean) => {
    const [from, to] = [ids.indexOf(last.current ?? id), ids.indexOf(id)];
    const range = isRange && from !== -1 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    const next = new Set(ticked);
    for (const one of range)
      if (isTicked) next.add(one);
      else next.delete(one);
    last.current = id;
    setChosen(next);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>, id: number) => {
    const box = event.currentTarget;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === 'Enter') box.click();
    else if (event.key === 'Escape') {
      setOn(false);
      document.querySelector<HTMLElement>('[data-select]')?.focus();
    } else if (event.key === 'Delete' && ticked.length > 0) remove(ticked);
    else if (step !== undefined && event.shiftKey) {
      const there = ids[ids.indexOf(id) + step];
      if (there === undefined) return;
      setChosen(new Set([...ticked, id, there]));
      last.current = there;
      const boxes = [...document.querySelectorAll<HTMLElement>('[data-list] [data-tick]')];
      boxes[boxes.indexOf(box) + step]?.focus();
    } else return;
    event.preventDefault();
  };
  return { isOn, setOn, ticked, tick, tickAll: () => setChosen(new Set(ids)), press };
}
