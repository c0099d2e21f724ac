import { describe, expect, it } from 'vitest';
import type { ArticleAddress } from '#app/components/article/article-path.ts';
import { articleVariant, moveTo, rankedWith } from './article-address.ts';

const hot: ArticleAddress = {
  id: 7,
  contentType: 301,
  slug: '單車徑',
  section: null,
  isRoadCoop: false,
  column: null,
  category: { name: '城市' },
};
const news: ArticleAddress = { ...hot, contentType: 304, section: 'local', category: null };

describe('R-042, R-048, R-051, R-070: one article has one address', () => {
  it.each([
    ['/article/7', hot],
    ['/article/7/城市', hot],
    ['/article/7/財經/單車徑', hot],
    ['/highlight/7/城市/單車徑', hot],
    ['/article/7/城市/單車徑/', hot],
    ['/news/local/7', news],
    ['/news/sports/7/單車徑', news],
    ['/article/7/本地/單車徑', news],
  ])('%s leads to it', (pathname, article) => {
    const move = moveTo(pathname, article);
    expect(move).not.toBeNull();
    expect(moveTo(move!, article)).toBeNull();
  });

  it('knows its address however it is spelled', () => {
    expect(moveTo('/article/7/城市/單車徑', hot)).toBeNull();
    expect(moveTo('/article/7/%e5%9f%8e%e5%b8%82/%E5%96%AE%E8%BB%8A%E5%BE%91', hot)).toBeNull();
  });

  it('does not fall over an address that is no text', () => {
    expect(moveTo('/article/7/%E0%A4%A/x', hot)).toContain('/article/7/');
  });
});

describe('R-077: alternates of news', () => {
  it('stand under /news2 with the same parts', () => {
    expect(articleVariant('/news2/local/7/x')).toBe('alternate');
    expect(moveTo('/news2/local/7/單車徑', news)).toBeNull();
    expect(decodeURIComponent(moveTo('/news2/sports/7', news)!)).toBe('/news2/local/7/單車徑');
  });
  it('are of news only', () =>
    expect(decodeURIComponent(moveTo('/news2/local/7', hot)!)).toBe('/article/7/城市/單車徑'));
});

it('R-046 leaves the copy for tests where it is, under any name', () => {
  expect(articleVariant('/test/article/7')).toBe('test');
  for (const path of ['/test/article/7', '/test/article/7/x/y']) expect(moveTo(path, hot)).toBeNull();
});

it('ranks all news together and every other kind by itself', () => {
  expect(rankedWith(304)).toEqual(rankedWith(306));
  expect(rankedWith(301)).toEqual([301]);
});
