import { expect, it } from 'vitest';
import type { LiveItem } from '#app/player/channel/live-item.ts';
import { isUnknown, mergeRows, videoAt } from './live-rows.ts';
import type { LiveRow } from './live.server.ts';

const item = (programId: number, startsAtMs: number, title: string): LiveItem => ({
  programId,
  startsAtMs,
  endsAtMs: startsAtMs + 100,
  title,
  hosts: '甲、乙',
  art: { src: '', srcset: '' },
});
const row = (base: LiveItem): LiveRow => ({
  ...base,
  phrased: base.title,
  tagline: '詳情',
  people: [],
  replay: null,
  href: '/program/1',
});
const page = [row(item(1, 0, '早')), row(item(2, 100, '午'))];

it('shows the page as it came until the call has answered', () => {
  expect(mergeRows([], page)).toBe(page);
});

it('takes the order of the day from the call and the details from the page', () => {
  const merged = mergeRows([item(1, 0, '早'), item(9, 100, '特備')], page);
  expect(merged.map((shown) => [shown.title, shown.tagline])).toEqual([
    ['早', '詳情'],
    ['特備', ''],
  ]);
  expect(merged[1]?.people.map((host) => host.name)).toEqual(['甲', '乙']);
  expect(merged.map((shown) => isUnknown(shown, page))).toEqual([false, true]);
});

it('keeps the rows of the page in which nothing is new, and the whole page if none has anything', () => {
  expect(mergeRows([item(1, 0, '早'), item(2, 100, '午')], page)).toBe(page);
  const merged = mergeRows([item(1, 0, '早'), item(2, 100, '午後')], page);
  expect(merged[0]).toBe(page[0]);
  expect(merged[1]).toMatchObject({ title: '午後', tagline: '詳情' });
  expect(mergeRows([item(1, 0, '早')], page)).toEqual([page[0]]);
});

it('knows when there is a picture, and when the next one comes', () => {
  const hours = [
    { startsAtMs: 100, endsAtMs: 200 },
    { startsAtMs: 300, endsAtMs: 400 },
  ];
  expect(videoAt(hours, 150)).toEqual({ on: true, nextMs: null });
  expect(videoAt(hours, 200)).toEqual({ on: false, nextMs: 300 });
  expect(videoAt(hours, 400)).toEqual({ on: false, nextMs: null });
});
