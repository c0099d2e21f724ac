import { expect, it } from 'vitest';
import { dateTokens, lastMonths, lastYears } from './months.rules.ts';

const tokensOf = (tsquery: string) => [...tsquery.matchAll(/'([^']+)'/g)].map(([, token = '']) => token);

it('ends every stretch with now and leaves no gap in it', () => {
  for (const instant of ['2026-11-21T04:00:00Z', '2027-01-01T00:00:00Z', '2026-12-31T23:59:59.999Z']) {
    const now = new Date(instant);
    for (const stretch of [lastMonths(now, 2), lastMonths(now, 14), lastYears(now, 3)].map(tokensOf)) {
      const held = Array.from({ length: 3_000 }, (_, daysAgo) => {
        const tokens = dateTokens(new Date(now.getTime() - daysAgo * 86_400_000));
        return stretch.some((token) => tokens.includes(token));
      });
      expect(held[0]).toBe(true);
      // Otherwise older items would precede newer ones.
      expect(held.slice(held.indexOf(false)).some(Boolean)).toBe(false);
    }
  }
});

it('counts months over the end of a year', () => {
  expect(tokensOf(lastMonths(new Date('2027-01-01T00:00:00Z'), 2))).toEqual(['@202701', '@202612']);
});

it('has words that no text has', () => {
  for (const token of dateTokens(new Date())) expect(token).toMatch(/^@\d+$/);
});
