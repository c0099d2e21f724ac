import { expect, it } from 'vitest';
import { joinedChange, shownSettings } from './unsaved.ts';

it('joins presses that wait: of the same setting the last holds, others are all kept', () => {
  const presses = [
    { kinds_on: ['news'] },
    { kinds_off: ['sale'] },
    { kinds_off: ['news'] },
    { per_day: 3 },
    { per_day: 5 },
  ] as const;
  const all = presses.map((press) => structuredClone(press) as Parameters<typeof joinedChange>[0]);
  const joined = all.reduce(joinedChange, {});
  expect(joined).toEqual({ kinds_on: [], kinds_off: ['sale', 'news'], per_day: 5 });
  const before = {
    kinds: ['sale', 'weather'] as const,
    quiet_from: 22,
    quiet_until: 6,
    always_warned: true,
    per_day: 1,
  };
  expect(shownSettings({ ...before, kinds: [...before.kinds] }, joined)).toEqual({
    ...before,
    kinds: ['weather'],
    per_day: 5,
  });
});
