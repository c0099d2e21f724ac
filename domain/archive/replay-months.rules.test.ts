import { expect, it } from 'vitest';
import { replayMonths } from './replay-months.rules.ts';

it('keeps the map of replays to three months, over the year and no further back than there are replays', () => {
  expect(replayMonths('2026-11-21', '2020-01-01')).toEqual(['2026-11', '2026-10', '2026-09']);
  expect(replayMonths('2027-01-31', '2020-01-01')).toEqual(['2027-01', '2026-12', '2026-11']);
  expect(replayMonths('2026-11-21', '2026-10-23')).toEqual(['2026-11', '2026-10']);
  expect(replayMonths('2026-11-21', null)).toEqual([]);
});
