import { expect, it } from 'vitest';
import { severityOf } from './traffic.rules.ts';

it('calls a tunnel slow or jammed by what it takes with nobody in the way', () => {
  const of = (minutes: number, freeMinutes: number) => severityOf({ minutes, freeMinutes });
  expect([of(8, 8), of(11, 8), of(12, 8), of(15, 8), of(16, 8), of(22, 8)]).toEqual([1, 1, 2, 2, 3, 3]);
});
