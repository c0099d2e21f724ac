import { expect, it } from 'vitest';
import { boardLanes, type BoardItem } from './board-lanes.ts';

const MINUTE = 60_000;
const item = (from: number, to: number): BoardItem => ({
  startsAtMs: from * MINUTE,
  endsAtMs: to * MINUTE,
  title: `${from}`,
  href: '/',
});
const lanes = (...items: BoardItem[]) => boardLanes(items, 0, 360 * MINUTE);

it('keeps what has room for its name where it stands', () => {
  expect(lanes(item(-60, 55), item(60, 360)).long.map(({ title }) => title)).toEqual(['-60', '60']);
});

it('labels every short show, the last minutes of one and the first of another too, and none over another', () => {
  const { long, short } = lanes(
    item(-60, 10),
    item(10, 15),
    item(15, 20),
    item(20, 350),
    item(350, 355),
    item(355, 500),
  );
  expect(long.map(({ title }) => title)).toEqual(['20']);
  expect(short.map(({ title }) => title)).toEqual(['-60', '10', '15', '350', '355']);
  const labels = short.map(({ labelFromMs, labelToMs }) => [labelFromMs / MINUTE, labelToMs / MINUTE]);
  labels.forEach(([from = 0, to = 0], at) => {
    expect(to - from).toBe(56);
    expect(from).toBeGreaterThanOrEqual(labels[at - 1]?.[1] ?? 0);
    expect(to).toBeLessThanOrEqual(360);
  });
});
