import { useSyncExternalStore } from 'react';
import { isSessionOver } from '../call.ts';
import { isTyping } from './is-typing.ts';

// A session ends while a room is open, after half an hour without a call at the latest. The room stays, and the frame asks
// for a log-in over it.

let asked: PromiseWithResolvers<boolean> | null = null;
let isShown = false;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/**
 * Asks for a log-in over what is shown. False: it was put off, or no frame is there to ask. A question of the room, which
 * nobody pressed, does not come over a field in which somebody types, whose keys it would take: it waits for a press.
 */
export async function logInAgain(by: 'press' | 'room' = 'press'): Promise<boolean> {
  if (listeners.size === 0) return false;
  asked ??= Promise.withResolvers<boolean>();
  const { promise } = asked;
  isShown ||= by === 'press' || !isTyping(document.activeElement);
  tell();
  return promise;
}

/** A call of somebody's press, repeated after a log-in where the session had ended. */
export async function pressed<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isSessionOver(error) || !(await logInAgain())) throw error;
    return send();
  }
}

/** Ends the question: the account of the room has logged in, or puts it off. */
export function answerLogIn(isIn: boolean): void {
  asked?.resolve(isIn);
  asked = null;
  isShown = false;
  tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // Who leaves the rooms does not want the press to go on after a later log-in.
    if (listeners.size === 0) answerLogIn(false);
  };
}

export const useIsLogInAsked = (): boolean => useSyncExternalStore(subscribe, () => isShown);
