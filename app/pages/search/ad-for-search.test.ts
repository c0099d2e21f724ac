import { expect, it } from 'vitest';
import { showsAdForSearch } from './ad-for-search.ts';

it('R-069 shows advertising for search only for pub- and 16 digits', () => {
  expect(showsAdForSearch('pub-1234567890123456', '新聞')).toBe(true);
  for (const bad of [
    '',
    'pub-123456789012345',
    'pub-12345678901234567',
    'PUB-1234567890123456',
    'ca-pub-1234567890123456',
    '1234567890123456',
  ])
    expect(showsAdForSearch(bad, '新聞')).toBe(false);
});

it('R-069 shows none for an empty query', () => {
  for (const blank of ['', '   ']) expect(showsAdForSearch('pub-1234567890123456', blank)).toBe(false);
});
