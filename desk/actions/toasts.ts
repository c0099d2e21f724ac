import { useSyncExternalStore } from 'react';
import type { Undo } from './run-action.ts';

export interface Toast {
  id: number;
  words: string;
  undo: Undo | null;
  /** What to do about it. */
  act: { words: string; run: () => void } | null;
}

const SHOWN_MS = 10_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export const dismissToast = (id: number): void => set(toasts.filter((toast) => toast.id !== id));

/** Shows what is so until the function that it returns is called. */
export function showUntil(
  words: string,
  { undo = null, act = null }: Partial<Omit<Toast, 'id' | 'words'>> = {},
): () => void {
  const id = ++lastId;
  set([...toasts, { id, words, undo, act }]);
  return () => dismissToast(id);
}

let callOffFault = (): void => undefined;

/** Shows for ten seconds what was done, with its undo if there is one. */
export function showToast(words: string, undo: Undo | null = null): void {
  callOffFault();
  setTimeout(showUntil(words, { undo }), SHOWN_MS);
}

/** Shows for ten seconds why a press failed, or until the outcome of another: beside it the fault would seem to last. */
export function showFault(words: string): void {
  callOffFault();
  callOffFault = showUntil(words);
  setTimeout(callOffFault, SHOWN_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => toasts);
