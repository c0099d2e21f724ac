import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askWhileShown } from './use-polling.ts';

const EVERY_MS = 10_000;

let tab: EventTarget & { hidden: boolean };
let view: EventTarget;
let asked: number;
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  tab = Object.assign(new EventTarget(), { hidden: false });
  view = new EventTarget();
  vi.stubGlobal('document', tab);
  vi.stubGlobal('window', view);
  vi.stubGlobal('navigator', { onLine: true });
  asked = 0;
  stop = askWhileShown(EVERY_MS, () => (asked += 1));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const show = (isShown: boolean) => {
  tab.hidden = !isShown;
  tab.dispatchEvent(new Event('visibilitychange'));
};

it('asks at each interval until it is ended', () => {
  vi.advanceTimersByTime(3 * EVERY_MS);
  expect(asked).toBe(3);
  stop();
  vi.advanceTimersByTime(3 * EVERY_MS);
  expect(asked).toBe(3);
});

it('asks nothing in a hidden tab, and at once where it is shown after an interval', () => {
  show(false);
  vi.advanceTimersByTime(3 * EVERY_MS);
  expect(asked).toBe(0);
  show(true);
  expect(asked).toBe(1);
  show(false);
  show(true);
  expect(asked).toBe(1);
});

it('asks where a tab is shown whose timers slept', () => {
  show(false);
  vi.setSystemTime(Date.now() + 3 * EVERY_MS);
  show(true);
  expect(asked).toBe(1);
});

it('asks nothing without network, and at once where it is back after an interval', () => {
  vi.stubGlobal('navigator', { onLine: false });
  vi.advanceTimersByTime(3 * EVERY_MS);
  expect(asked).toBe(0);
  vi.stubGlobal('navigator', { onLine: true });
  view.dispatchEvent(new Event('online'));
  expect(asked).toBe(1);
});
