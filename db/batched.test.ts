import { expect, it } from 'vitest';
import { batched } from './batched.ts';

it('answers each with its own, in the order of asking', async () => {
  const batches: number[][] = [];
  const double = batched<number, number>({
    run: async (items) => {
      batches.push([...items]);
      return items.map((n) => n * 2);
    },
    atMost: 3,
  });
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8]);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

it('tells an error to all of its batch and to nobody after', async () => {
  let isAway = true;
  const ask = batched<number, number>({
    run: async (items) => {
      if (isAway) throw new Error('away');
      return items;
    },
    atMost: 10,
  });
  const outcomes = await Promise.allSettled([ask(1), ask(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect(await ask(3)).toBe(3);
});

it('never does two with the same key at once, and forgets neither', async () => {
  const running = new Set<string>();
  const act = batched<string, string>({
    run: async (items) => {
      for (const key of items) expect(running.has(key)).toBe(false);
      for (const key of items) running.add(key);
      await new Promise((done) => setImmediate(done));
      for (const key of items) running.delete(key);
      return items;
    },
    atMost: 10,
    keyOf: (key) => key,
  });
  expect(await Promise.all(['a', 'b', 'a', 'a'].map(act))).toEqual(['a', 'b', 'a', 'a']);
});
