import { expect, it } from 'vitest';
import { exactClock } from './exact-clock.ts';

it('shows an edge as it truly was', () => {
  expect(exactClock(Date.parse('2026-11-21T14:00:38+08:00'))).toBe('14:00:38');
  expect(exactClock(Date.parse('2026-11-21T14:00:00.900+08:00'))).toBe('14:00');
});
