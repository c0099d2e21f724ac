import { expect, it } from 'vitest';
import { planEnd } from './use-plan-end.ts';

it('ends with the last plan that begins where the one before ends', () => {
  const of = (state: 'pending' | 'running' | 'over', start_ts: number, end_ts: number) => ({ state, start_ts, end_ts });
  expect(planEnd({ subscriptions: [of('over', 1, 2)] })).toBeNull();
  expect(planEnd({ subscriptions: [of('running', 2, 5), of('over', 1, 2)] })).toBe(5);
  expect(
    planEnd({ subscriptions: [of('pending', 8, 9), of('pending', 5, 8), of('running', 2, 5), of('pending', 11, 12)] }),
  ).toBe(9);
});
