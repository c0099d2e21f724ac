import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { moveTo, type ListChange } from './list-changes.ts';

/** Distance from the window's edge at which the page scrolls while an entry is held. */
const EDGE_PX = 72;
const SCROLL_PX = 12;

interface Lift {
  id: number;
  /** Target index among the others. */
  place: number;
}

/** Target index for a key on a grip. */
function placeFor(key: string, from: number, entries: number): number | undefined {
  return { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: entries - 1 }[key];
}

/**
 * Reorders a list by grips: with a pointer, which lifts an entry and shows its target, or with keys. The document order
 * changes on drop.
 */
export function useReorder(items: readonly { id: number }[], send: (change: ListChange) => void) {
  const [lift, setLift] = useState<Lift | null>(null);
  const [moved, setMoved] = useState<number | null>(null);
  const held = useRef<HTMLElement | null>(null);
  const order = items.map(({ id }) => id).join();

  // A row that moves in the document loses its focus.
  useLayoutEffect(() => {
    held.current?.focus();
    held.current = null;
  }, [order]);

  function put(id: number, place: number): boolean {
    const move = moveTo(items, id, place);
    if (move === null) return false;
    setMoved(id);
    send(move);
    return true;
  }

  function take(event: PointerEvent<HTMLElement>, id: number): void {
    const grip: HTMLElement = event.currentTarget;
    const row = grip.closest('li');
    if (event.button !== 0 || row?.parentElement == null) return;
    grip.setPointerCapture(event.pointerId);
    const fromY = event.pageY;
    const middles = [...row.parentElement.children].flatMap((one) => {
      const { top, height } = one.getBoundingClientRect();
      return one === row ? [] : [top + height / 2 + window.scrollY];
    });
    const ended = new AbortController();
    let pointerY = event.clientY;
    let place = items.findIndex((item) => item.id === id);
    const follow = () => {
      const y = pointerY + window.scrollY;
      row.style.transform = `translateY(${y - fromY}px)`;
      place = middles.filter((middle) => middle < y).length;
      setLift({ id, place });
    };
    const scroll = () => {
      if (ended.signal.aborted) return;
      const by = pointerY < EDGE_PX ? -SCROLL_PX : pointerY > window.innerHeight - EDGE_PX ? SCROLL_PX : 0;
      if (by !== 0) {
        window.scrollBy(0, by);
        follow();
      }
      requestAnimationFrame(scroll);
    };
    const end = (isPut: boolean) => {
      ended.abort();
      row.style.transform = '';
      setLift(null);
      if (isPut) put(id, place);
    };
    const on = { signal: ended.signal };
    grip.addEventListener(
      'pointermove',
      ({ clientY }) => {
        pointerY = clientY;
        follow();
      },
      on,
    );
    grip.addEventListener('pointerup', () => end(true), on);
    grip.addEventListener('lostpointercapture', () => end(false), on);
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), on);
    follow();
    requestAnimationFrame(scroll);
  }

  function press(event: KeyboardEvent<HTMLElement>, id: number): void {
    const from = items.findIndex((item) => item.id === id);
    const place = placeFor(event.key, from, items.length);
    if (place === undefined) return;
    event.preventDefault();
    if (put(id, place)) held.current = event.currentTarget;
  }

  /** Attributes of a row while an entry is held. */
  function marksOf(id: number): { 'data-lifted'?: ''; 'data-drop'?: 'before' | 'after' } {
    if (lift === null) return {};
    if (lift.id === id) return { 'data-lifted': '' };
    const others = items.filter((item) => item.id !== lift.id);
    const at = others.findIndex((item) => item.id === id);
    if (at === lift.place) return { 'data-drop': 'before' };
    return at === others.length - 1 && lift.place === others.length ? { 'data-drop': 'after' } : {};
  }

  const gripOf = (id: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => take(event, id),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => press(event, id),
  });
  return { gripOf, marksOf, moved };
}
