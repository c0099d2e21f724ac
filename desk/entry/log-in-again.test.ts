import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as LogInAgain from './log-in-again.ts';

/** A field or a button; the desk asks no more of what has the focus. */
class Focused {
  readonly #selector: string;
  constructor(selector: string) {
    this.#selector = selector;
  }
  matches(selectors: string): boolean {
    return selectors.split(', ').includes(this.#selector);
  }
}

let store: { subscribe: (listener: () => void) => () => void; isShown: () => boolean } | null = null;
let leave = () => {};
let desk: typeof LogInAgain;
beforeEach(async () => {
  vi.resetModules();
  vi.doMock('react', () => ({
    useSyncExternalStore: (subscribe: (listener: () => void) => () => void, isShown: () => boolean) => {
      store = { subscribe, isShown };
      return isShown();
    },
  }));
  vi.stubGlobal('HTMLElement', Focused);
  desk = await import('./log-in-again.ts');
  desk.useIsLogInAsked();
  leave = store!.subscribe(() => {});
});
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
  vi.doUnmock('react');
});

const focusOn = (selector: string) => vi.stubGlobal('document', { activeElement: new Focused(selector) });

it.each(['input', 'textarea', '[contenteditable="true"]'])(
  'comes over %s where somebody types only for a press',
  (field) => {
    focusOn(field);
    void desk.logInAgain('room');
    expect(store!.isShown()).toBe(false);
    void desk.logInAgain();
    expect(store!.isShown()).toBe(true);
  },
);

it('comes at once where nobody types, and again only when it is asked for again', async () => {
  focusOn('button');
  const asked = desk.logInAgain('room');
  expect(store!.isShown()).toBe(true);
  desk.answerLogIn(false);
  expect(await asked).toBe(false);
  expect(store!.isShown()).toBe(false);
});

it('goes on with what waited, unseen, once the account has logged in elsewhere', async () => {
  focusOn('input');
  const asked = desk.logInAgain('room');
  desk.answerLogIn(true);
  expect(await asked).toBe(true);
});
