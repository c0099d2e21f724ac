import { expect, it } from 'vitest';
import { dayPartOf, groupByPart } from './day-parts.ts';

it.each([
  [0, 'smallHours'],
  [299, 'smallHours'],
  [300, 'dawn'],
  [389, 'dawn'],
  [390, 'morning'],
  [719, 'morning'],
  [720, 'afternoon'],
  [1139, 'afternoon'],
  [1140, 'evening'],
  [1439, 'evening'],
] as const)('minute %i belongs to %s', (minute, part) => expect(dayPartOf(minute)).toBe(part));

it('groups a broadcast day from five to five without losing or reordering a programme', () => {
  const minutes = [300, 400, 700, 800, 1200, 1400, 0, 120];
  const groups = groupByPart(minutes, (m) => m);
  expect(groups.map((g) => g.part)).toEqual(['dawn', 'morning', 'afternoon', 'evening', 'smallHours']);
  expect(groups.flatMap((g) => g.items)).toEqual(minutes);
});
