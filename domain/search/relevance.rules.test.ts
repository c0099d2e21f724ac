import { describe, expect, it } from 'vitest';
import { lettersOf } from './highlight.rules.ts';
import { pickSuggestions, rank } from './relevance.rules.ts';

const now = new Date('2026-11-21T12:00:00+08:00');
const found = (contentType: number, title: string, values = {}) => ({
  contentType,
  itemId: 1,
  title,
  names: lettersOf(title),
  sounds: '',
  popularity: 0,
  displayAtMs: now.getTime(),
  inTitle: true,
  inBody: false,
  ...values,
});
const suggested = (...documents: ReturnType<typeof found>[]) =>
  pickSuggestions(rank(documents, { keyword: '電', chains: [['電']], now }), 8).map(({ title }) => title);

describe('suggestions', () => {
  it('offer programmes that have it anywhere in their name before headlines that begin with it, pages last', () => {
    expect(
      suggested(
        found(304, '電費單有新安排'),
        found(400, '電台條款'),
        found(200, '放學後電台'),
        found(200, '電影原聲夜'),
      ),
    ).toEqual(['電影原聲夜', '放學後電台', '電費單有新安排', '電台條款']);
  });

  it('offer one of headlines that differ in a figure or a word alone', () => {
    expect(
      suggested(
        found(304, '電費單有新安排 12月17日起生效'),
        found(304, '電費單有新安排 11月9日起生效'),
        found(304, '電子支付宗數連續3個月回落 業界看法不一'),
        found(304, '電子支付宗數連續兩個月回落 業界看法不一'),
      ),
    ).toHaveLength(2);
  });

  it('keep programmes whose names are alike', () => {
    expect(suggested(found(200, '放學後電台'), found(200, '放學後電台：樂隊'))).toHaveLength(2);
  });
});

it('puts pages that only mention a word after everything that is about something', () => {
  const mention = { inTitle: false, inBody: true };
  const ranked = rank(
    [found(400, '私隱政策', mention), found(304, '海濱開放', { inTitle: false }), found(200, '節目', mention)],
    { keyword: '播放', chains: [['播', '放']], now },
  );
  expect(ranked.at(-1)?.contentType).toBe(400);
});
