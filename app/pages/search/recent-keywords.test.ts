import { expect, it } from 'vitest';
import { parseRecent, RECENT_MAX, withKeyword } from './recent-keywords.ts';

it('R-201 adds a keyword as the newest and moves a repeat there', () => {
  expect(withKeyword(['a', 'b'], '  新聞 ')).toEqual(['a', 'b', '新聞']);
  expect(withKeyword(['a', 'b', 'c'], 'a')).toEqual(['b', 'c', 'a']);
});

it('takes no blank keyword (validation rule searchKeyword)', () => {
  for (const blank of ['', '   ', '\t']) expect(withKeyword(['a'], blank)).toEqual(['a']);
});

it('drops the oldest beyond the limit, and what a cookie has no room for', () => {
  const full = Array.from({ length: RECENT_MAX }, (_, i) => `k${i}`);
  expect(withKeyword(full, 'new')).toEqual([...full.slice(1), 'new']);
  const long = Array.from({ length: RECENT_MAX }, (_, i) => '海'.repeat(59) + i);
  const kept = long.reduce<string[]>(withKeyword, []);
  expect(kept.at(-1)).toBe(long.at(-1));
  expect(encodeURIComponent(JSON.stringify(kept)).length).toBeLessThan(4_000);
});

it('R-233 reads back what it keeps, and nothing from a cookie that is not ours', () => {
  expect(parseRecent(encodeURIComponent(JSON.stringify(['海濱', 'R&B; "x"'])))).toEqual(['海濱', 'R&B; "x"']);
  for (const bad of [undefined, '', '%', '{}', '"x"', '[1,null]']) expect(parseRecent(bad)).toEqual([]);
});
