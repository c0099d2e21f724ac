import { useSyncExternalStore } from 'react';

export interface DialogButton {
  words: string;
  tone?: 'ink' | 'outline';
  action?(): void;
}

/** One thing the site says over the page: an alert until it is closed, a choice, or a passing note. */
export type Shown =
  | { kind: 'alert'; id: number; title: string; words: string }
  | { kind: 'confirm'; id: number; title: string; words: string; buttons: DialogButton[]; closable: boolean }
  | { kind: 'notify'; id: number; words: string };

let shown: readonly Shown[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Stays until it is closed. */
export function alert(title: string, words: string): void {
  set([...shown, { kind: 'alert', id: nextId++, title, words }]);
}

/** Asks with buttons of its own; a × only when `closable`. */
export function confirm(options: { title: string; words: string; buttons: DialogButton[]; closable?: boolean }): void {
  set([
    ...shown,
    {
      kind: 'confirm',
      id: nextId++,
      title: options.title,
      words: options.words,
      buttons: options.buttons,
      closable: options.closable ?? false,
    },
  ]);
}

/** Goes by itself after 2.5 s, unless it is pointed at. Nothing that needs an answer may be said this way. */
export function notify(words: string): void {
  set([...shown.filter((s) => s.kind !== 'notify'), { kind: 'notify', id: nextId++, words }]);
}

export function close(id: number): void {
  set(shown.filter((s) => s.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NOTHING: readonly Shown[] = [];

export function useShown(): readonly Shown[] {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => NOTHING,
  );
}
