import { expect, it } from 'vitest';
import { dateTokens, recentStretches } from './months.rules.ts';

const tokensOf = (tsquery: string) => [...tsquery.matchAll(/'([^']+)'/g)].map(([, token = '']) => token);

it('holds in each stretch all of the one before', () => {
  for (const now of ['2026-11-21T04:00:00Z', '2027-01-01T00:00:00Z', '2026-12-31T23:59:59.999Z']) {
    const stretches = recentStretches(new Date(now)).map(tokensOf);
    for (let daysAgo = 0; daysAgo < 5_000; daysAgo++) {
      const tokens = dateTokens(new Date(Date.parse(now) - daysAgo * 86_400_000));
      const held = stretches.map((stretch) => stretch.some((token) => tokens.includes(token)));
      // Once a stretch holds it, every longer one does: else what is older would come before what is newer.
      expect(held.slice(held.indexOf(true) === -1 ? held.length : held.indexOf(true)).every(Boolean)).toBe(true);
    }
  }
});

it('ends the first stretch at least a month ago', () => {
  const [first = ''] = recentStretches(new Date('2027-01-01T00:00:00Z'));
  expect(tokensOf(first)).toEqual(['@202701', '@202612']);
});

it('has words that no text has', () => {
  for (const token of dateTokens(new Date())) expect(token).toMatch(/^@\d+$/);
});
