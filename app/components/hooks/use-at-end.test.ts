import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { actAtEnd } from './use-at-end.ts';

const END_MS = Date.parse('2026-11-30T12:00:00Z');
const DAY_MS = 86_400_000;

let tab: EventTarget & { hidden: boolean };
let acts: number;
beforeEach(() => {
  vi.useFakeTimers();
  tab = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', tab);
  vi.stubGlobal('navigator', { onLine: true });
  acts = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const waitUntil = (endsAtMs: number) => actAtEnd(endsAtMs, () => void (acts += 1));

it('acts once, after the end and not before, however far off it is', () => {
  vi.setSystemTime(END_MS - 40 * DAY_MS);
  waitUntil(END_MS);
  vi.advanceTimersByTime(40 * DAY_MS - 1);
  expect(acts).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(acts).toBe(1);
  tab.dispatchEvent(new Event('visibilitychange'));
  expect(acts).toBe(1);
});

it('acts when a tab is shown whose timers slept over the end, and not when it is hidden', () => {
  vi.setSystemTime(END_MS - 5_000);
  waitUntil(END_MS);
  tab.dispatchEvent(new Event('visibilitychange'));
  vi.setSystemTime(END_MS + 5_000);
  tab.hidden = true;
  tab.dispatchEvent(new Event('visibilitychange'));
  expect(acts).toBe(0);
  tab.hidden = false;
  tab.dispatchEvent(new Event('visibilitychange'));
  expect(acts).toBe(1);
});

it('waits for the network after the end, as where a device wakes up before it', () => {
  vi.setSystemTime(END_MS - 5_000);
  waitUntil(END_MS);
  vi.stubGlobal('navigator', { onLine: false });
  vi.setSystemTime(END_MS + 5_000);
  tab.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(60_000);
  expect(acts).toBe(0);
  vi.stubGlobal('navigator', { onLine: true });
  vi.advanceTimersByTime(60_000);
  expect(acts).toBe(1);
});

it('asks after a moment where the end has passed already, and not once it is stopped', () => {
  vi.setSystemTime(END_MS + 1);
  const stop = waitUntil(END_MS);
  expect(acts).toBe(0);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(acts).toBe(0);
});
