import { expect, it } from 'vitest';
import type { FillOutcome } from '#app/downloads/downloads.ts';
import { newestAttempt } from './newest-attempt.ts';

it('tells nothing of an attempt that ends while the next one waits for its turn', async () => {
  const told: FillOutcome[] = [];
  const run = newestAttempt((outcome) => told.push(outcome));
  const [first, second] = [Promise.withResolvers<FillOutcome>(), Promise.withResolvers<FillOutcome>()];
  const before = run(() => first.promise);
  const newest = run(() => second.promise);
  first.resolve('failed');
  await before;
  expect(told).toEqual(['done', 'done']);
  second.resolve('waiting');
  await newest;
  expect(told.at(-1)).toBe('waiting');
});

it('tells that an attempt could not begin, until the next one does', async () => {
  const told: FillOutcome[] = [];
  const run = newestAttempt((outcome) => told.push(outcome));
  await run(() => Promise.reject(new Error('no service worker')));
  expect(told.at(-1)).toBe('failed');
  await run(() => Promise.resolve('done'));
  expect(told.at(-1)).toBe('done');
});
