import { expect, it } from 'vitest';
import type { LeverKey, LeverPosition } from '#domain/settings/settings.rules.ts';
import { createLevers } from './levers.ts';
import { LOAD_LIMITS, nextLoad, NO_LOAD } from './load.ts';

const { high, low } = LOAD_LIMITS;
const quiet = { lagMs: 1, requests: 10 };
const busy = { lagMs: high.lagMs + 1, requests: 10 };

it('pulls what is set to come by load within seconds, and lets go after a minute of quiet and no sooner', async () => {
  const positions = new Map<LeverKey, LeverPosition>([['lever.home', 'load']]);
  const levers = createLevers({ readPositions: async () => positions, log: { warn: () => {}, info: () => {} } });
  await levers.readPositions();
  const after = (seconds: number, sample: typeof quiet) => {
    for (let i = 0; i < seconds; i++) levers.note(sample);
    return levers.isPulled('lever.home');
  };
  expect(after(high.forSeconds - 1, busy)).toBe(false);
  // A moment of quiet: that was no crowd.
  expect(after(1, quiet)).toBe(false);
  expect(after(high.forSeconds, busy)).toBe(true);
  expect(levers.isPulled('lever.a64')).toBe(false);
  expect(after(low.forSeconds - 1, quiet)).toBe(true);
  // Between the limits it stays as it is.
  expect(after(1, { lagMs: (low.lagMs + high.lagMs) / 2, requests: 10 })).toBe(true);
  expect(after(low.forSeconds, quiet)).toBe(false);
});

it('takes many requests for a crowd, also while the process keeps up', () => {
  let load = NO_LOAD;
  for (let i = 0; i < high.forSeconds; i++) load = nextLoad(load, { lagMs: 0, requests: high.requests + 1 });
  expect(load.isHigh).toBe(true);
});

it('gives up in the process that renders what the one that answers gives up, until that stops', async () => {
  const levers = createLevers({ readPositions: async () => new Map(), log: { warn: () => {}, info: () => {} } });
  levers.follow(['lever.ads']);
  expect([levers.isPulled('lever.ads'), levers.isPulled('lever.home')]).toEqual([true, false]);
  levers.follow([]);
  expect(levers.isPulled('lever.ads')).toBe(false);
});

it('follows the hand of staff whatever the load is, and keeps the last positions without the database', async () => {
  let answer: () => Promise<Map<LeverKey, LeverPosition>> = async () => new Map([['lever.a64', 'on']]);
  const levers = createLevers({ readPositions: () => answer(), log: { warn: () => {}, info: () => {} } });
  expect(levers.isPulled('lever.a64')).toBe(false);
  await levers.readPositions();
  expect(levers.isPulled('lever.a64')).toBe(true);
  answer = () => Promise.reject(new Error('the database is unavailable'));
  await levers.readPositions();
  expect(levers.isPulled('lever.a64')).toBe(true);
});
