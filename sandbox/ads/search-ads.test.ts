import { expect, it } from 'vitest';
import { readSearchQuestion, searchAds } from './search-ads.ts';

const asked = (words: string, more: Record<string, string> = {}) =>
  readSearchQuestion(new URLSearchParams({ client: 'pub-1234567890123456', q: words, num: '2', ...more }));

it('answers a query with two that are told as advertising, the same for the same words', () => {
  const told = searchAds(asked('奶茶'), 'http://world.example');
  expect(told.count).toBe(2);
  expect(told.html.match(/示範廣告/g)).toHaveLength(2);
  expect(new Set(told.html.match(/advertiser=[\w-]+/g)).size).toBe(2);
  expect(searchAds(asked('奶茶'), 'http://world.example')).toEqual(told);
});

it('writes a query as words and never as HTML', () => {
  const { html } = searchAds(asked('"><img src=x onerror=alert(1)>'), 'http://world.example');
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img');
});

it('has nothing for nobody, for no words, or where it is told to have nothing', () => {
  const none = [
    asked('   '),
    asked('奶茶', { client: 'ca-1' }),
    asked('奶茶', { url: 'http://site.example/search/google_review?q=x&ad=empty' }),
  ];
  for (const question of none) expect(searchAds(question, '')).toEqual({ count: 0, html: '' });
  expect(asked('奶茶', { num: '900' })?.most).toBe(4);
});
