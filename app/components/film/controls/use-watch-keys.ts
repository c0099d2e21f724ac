import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Keyboard actions of a video player, following common conventions. */
interface WatchKeys {
  toggle: () => void;
  skip: (bySeconds: number) => void;
  /** 0 to 0.9 of the duration. */
  toShare: (share: number) => void;
  louder: (by: number) => void;
  mute: () => void;
  captions: () => void;
  full: () => void;
  /** The next faster or slower speed. */
  speed: (by: -1 | 1) => void;
}

export const STEP_SECONDS = 10;
const LOUDER = 0.05;

/** Selector of controls that handle a key themselves: buttons take Space, sliders the arrow keys, menus letters. */
function takes(key: string): string {
  if (key === ' ') return 'button, a, [role=menu]';
  return key.startsWith('Arrow') ? 'input, [role=menu], [role=slider]' : '[role=menu]';
}

const actsOf = (keys: WatchKeys): Record<string, () => void> => ({
  ' ': keys.toggle,
  k: keys.toggle,
  j: () => keys.skip(-STEP_SECONDS),
  l: () => keys.skip(STEP_SECONDS),
  ArrowLeft: () => keys.skip(-STEP_SECONDS),
  ArrowRight: () => keys.skip(STEP_SECONDS),
  ArrowUp: () => keys.louder(LOUDER),
  ArrowDown: () => keys.louder(-LOUDER),
  m: keys.mute,
  c: keys.captions,
  f: keys.full,
  '<': () => keys.speed(-1),
  '>': () => keys.speed(1),
});

/** Keys that repeat when held down. */
const REPEATS = /^Arrow|^[jl]$/;

/** Active only while the focus is in the player (WCAG 2.1.4). Combinations with Ctrl etc. are left to the browser. */
export function useWatchKeys(box: RefObject<HTMLElement | null>, isOn: boolean, keys: WatchKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = /^\d$/.test(key) ? () => keys.toShare(Number(key) / 10) : actsOf(keys)[key];
    if (act === undefined || (event.target instanceof Element && event.target.closest(takes(key)) !== null)) return;
    event.preventDefault();
    if (!event.repeat || REPEATS.test(key)) act();
  });
  useEffect(() => {
    const element = box.current;
    if (!isOn || element === null) return undefined;
    const onKeyDown = (event: KeyboardEvent) => press(event);
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [box, isOn]);
}
