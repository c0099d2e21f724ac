import { describe, expect, it } from 'vitest';
import { readSearchAdOrder, readSearchAdWord, SEARCH_QUERY_CHARS, showsAdForSearch } from './search-ad.ts';

const PUBLISHER = 'pub-1234567890123456';
const order = { type: 'search', publisher: PUBLISHER, query: '奶茶', url: 'https://radio.example/', consent: 3 };

it('R-069 R-326 shows advertising for search only for pub- and 16 digits', () => {
  expect(showsAdForSearch(PUBLISHER, '新聞')).toBe(true);
  for (const wrong of [
    '',
    'pub-123456789012345',
    'pub-12345678901234567',
    'pub-123456789012345x',
    'ca-pub-1234567890123456',
  ])
    expect(showsAdForSearch(wrong, '新聞')).toBe(false);
});

it('R-326 shows none where nothing was asked', () => {
  for (const blank of ['', '   ']) expect(showsAdForSearch(PUBLISHER, blank)).toBe(false);
});

describe('what comes over a port', () => {
  it('is an order only with a publisher and a query, and agrees to nothing by itself', () => {
    expect(readSearchAdOrder(order)).toEqual(order);
    const wrong = [
      null,
      'search',
      [],
      { ...order, type: 'fill' },
      { ...order, publisher: 'me' },
      { ...order, query: 7 },
    ];
    for (const each of wrong) expect(readSearchAdOrder(each)).toBeNull();
    expect(readSearchAdOrder({ ...order, consent: 'all' })?.consent).toBe(0);
    expect(readSearchAdOrder({ ...order, query: '海'.repeat(10_000) })?.query).toHaveLength(SEARCH_QUERY_CHARS);
  });
  it('is a word of three, and nothing else of it passes on', () => {
    expect(readSearchAdWord({ type: 'shown', height: 9_000 })).toEqual({ type: 'shown' });
    for (const each of [null, 'shown', { type: 'rendered' }, {}]) expect(readSearchAdWord(each)).toBeNull();
  });
});
