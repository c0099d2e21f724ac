import { expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Work that ends when it is told to. */
function heldWork() {
  let end = () => {};
  const held = new Promise<void>((resolve) => (end = resolve));
  return { held, end };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('never runs more at once than it has places, latecomers included', async () => {
  const pass = createConcurrencyLimit(2);
  let running = 0;
  let most = 0;
  const works = Array.from({ length: 10 }, heldWork);
  const enter = (i: number) =>
    pass(async () => {
      most = Math.max(most, ++running);
      await works[i]!.held;
      running--;
    });
  const first = [0, 1, 2, 3].map(enter);
  works[0]!.end();
  // Whoever comes in any of the moments in which a place is handed on must not slip in beside it.
  const late: Promise<void>[] = [];
  for (let i = 4; i < 10; i++) {
    await Promise.resolve();
    late.push(enter(i));
  }
  for (const { end } of works) {
    await settle();
    end();
  }
  await Promise.all([...first, ...late]);
  expect(most).toBe(2);
});

it('frees the place of work that failed', async () => {
  const pass = createConcurrencyLimit(1);
  await expect(pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await pass(async () => 'next')).toBe('next');
});
