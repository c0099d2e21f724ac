import { expect, it } from 'vitest';
import type { NewsWire } from '#domain/follows/follows.schema.ts';
import type { FollowKind } from '#shared/follow-kinds.ts';
import { newsWords } from './news-words.ts';

const at = (text: string) => new Date(`2026-11-${text}:00+08:00`).getTime() / 1000;
const NOW_MS = at('28T12:00') * 1000;
const news = (values: Partial<NewsWire>): NewsWire => ({
  what: 'replay',
  title: '節目甲',
  path: '/',
  start_ts: at('27T14:00'),
  end_ts: null,
  channel_id: null,
  minutes: null,
  state: null,
  ...values,
});

// A host and a singer are not the programme or the song itself, so its title is said too.
it.each<[FollowKind, Partial<NewsWire>, string]>([
  ['program', {}, '最新重溫　尋日 14:00'],
  ['host', {}, '《節目甲》最新重溫　尋日 14:00'],
  ['program', { what: 'next', start_ts: at('28T14:00'), end_ts: at('28T16:00') }, '下次播　今日 14:00'],
  ['program', { what: 'next', start_ts: at('28T11:00'), end_ts: at('28T13:00') }, '直播中，到 13:00'],
  ['song', { what: 'play', start_ts: at('28T11:00') }, '今日 11:00 播過'],
  ['singer', { what: 'play', title: '歌', start_ts: at('28T11:00') }, '《歌》今日 11:00 播過'],
  ['district', { what: 'road', title: '灣仔修路' }, '灣仔修路'],
  ['tunnel', { what: 'tunnel', state: 'slow', minutes: 13 }, '緩慢，13 分鐘'],
  ['tunnel', { what: 'tunnel', state: 'closed' }, '封閉'],
  ['event', { what: 'event', state: 'before', start_ts: at('29T20:00') }, '聽日 20:00 開始'],
  ['event', { what: 'event', state: 'cancelled' }, '已經取消'],
])('says of a %s what is new: %o', (kind, values, words) => {
  expect(newsWords({ kind }, news(values), NOW_MS)).toBe(words);
});
