import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askWhileShown, refundWait } from './use-polling.ts';

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
  stop = askWhileShown(
    () => EVERY_MS,
    () => (asked += 1),
  );
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

it('asks at each interval until it is ended', async () => {
  await vi.advanceTimersByTimeAsync(3 * EVERY_MS);
  expect(asked).toBe(3);
  stop();
  await vi.advanceTimersByTimeAsync(3 * EVERY_MS);
  expect(asked).toBe(3);
});

it('asks nothing in a hidden tab, and at once where it is shown after an interval', async () => {
  show(false);
  await vi.advanceTimersByTimeAsync(3 * EVERY_MS);
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

it('asks nothing without network, and at once where it is back after an interval', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  await vi.advanceTimersByTimeAsync(3 * EVERY_MS);
  expect(asked).toBe(0);
  vi.stubGlobal('navigator', { onLine: true });
  view.dispatchEvent(new Event('online'));
  expect(asked).toBe(1);
});

it('asks again only once the answer before has come, however slow the line', async () => {
  stop();
  const answers: (() => void)[] = [];
  stop = askWhileShown(
    () => EVERY_MS,
    () => new Promise<void>((done) => answers.push(done)),
  );
  await vi.advanceTimersByTimeAsync(EVERY_MS - 1);
  // Its timer is due, too.
  vi.setSystemTime(Date.now() + EVERY_MS);
  show(true);
  await vi.advanceTimersByTimeAsync(5 * EVERY_MS);
  expect(answers).toHaveLength(1);
  answers[0]!();
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(answers).toHaveLength(2);
});

it('asks of a refund ever less and for two hours, though it takes days, and then only where its tab is shown again', async () => {
  stop();
  const times: number[] = [];
  const startMs = Date.now();
  stop = askWhileShown(refundWait, () => times.push((Date.now() - startMs) / 60_000));
  await vi.advanceTimersByTimeAsync(5 * 86_400_000);
  expect(times).toEqual([0.5, 1.5, 3.5, 7.5, 15.5, 31.5, 63.5, 127.5]);
  show(false);
  show(true);
  expect(times).toHaveLength(9);
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(times).toHaveLength(9);
});

it('asks of a refund at once where its tab is shown again, however long it would wait, but not at each look', async () => {
  stop();
  stop = askWhileShown(refundWait, () => (asked += 1));
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(asked).toBe(3);
  for (let looks = 0; looks < 3; looks += 1) {
    show(false);
    show(true);
  }
  expect(asked).toBe(4);
  await vi.advanceTimersByTimeAsync(8 * 60_000);
  expect(asked).toBe(5);
});
