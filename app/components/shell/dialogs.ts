import { useSyncExternalStore } from 'react';

export interface DialogButton {
  words: string;
  tone?: 'ink' | 'outline' | 'quiet' | 'cta' | 'danger';
  action?: () => void;
}

/**
 * A message over the page: an alert until it is closed, a confirmation, a passing note, or the tour of
 * the archive.
 */
export type Shown =
  | { kind: 'alert'; id: number; title: string; words: string }
  | { kind: 'confirm'; id: number; title: string; words: string; buttons: DialogButton[]; closable: boolean }
  | { kind: 'notify'; id: number; words: string; icon: 'check' | 'info' }
  | { kind: 'tutorial'; id: number; onRead: () => void };

type Unnumbered = Shown extends infer S ? (S extends { id: number } ? Omit<S, 'id'> : never) : never;

const NOTHING: readonly Shown[] = [];
let shown = NOTHING;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function add(what: Unnumbered): void {
  set([...shown, { ...what, id: ++lastId }]);
}

/** Stays until it is closed. */
export function alert(title: string, words: string): void {
  add({ kind: 'alert', title, words });
}

/** A dialog with custom buttons, the safe one first; a × only if `closable`. */
export function confirm(options: { title: string; words: string; buttons: DialogButton[]; closable?: boolean }): void {
  add({ kind: 'confirm', closable: false, ...options });
}

/** Disappears after 2.5 s, unless hovered. Not for anything that needs an answer. */
export function notify(words: string, icon: 'check' | 'info' = 'check'): void {
  set(shown.filter((s) => s.kind !== 'notify'));
  add({ kind: 'notify', words, icon });
}

/** Shows the three steps of the archive tour; `onRead` reports it to the server, whether read or skipped. */
export function showTutorial(onRead: () => void): void {
  add({ kind: 'tutorial', onRead });
}

export function close(id: number): void {
  set(shown.filter((s) => s.id !== id));
}

/** Current messages: dialogs in the order of request, at most one note. */
export function shownNow(): readonly Shown[] {
  return shown;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useShown(): readonly Shown[] {
  return useSyncExternalStore(subscribe, shownNow, () => NOTHING);
}
