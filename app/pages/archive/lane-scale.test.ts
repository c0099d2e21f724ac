import { expect, it } from 'vitest';
import { hourAt, laneSpan } from './lane-scale.ts';

const at = (clock: string) => Date.parse(`2026-11-28T${clock}:00+08:00`);
const day = { fromMs: at('05:00'), toMs: at('05:00') + 24 * 3_600_000 };
const block = (from: string, to: string, replay: { isEnded: boolean } | null = { isEnded: false }) => ({
  startsAtMs: at(from),
  endsAtMs: at(to),
  replay,
});
const hours = (nowMs: number, ...blocks: ReturnType<typeof block>[]) => {
  const { fromMs, toMs } = laneSpan(blocks, { ...day, nowMs });
  return [(fromMs - day.fromMs) / 3_600_000 + 5, (toMs - day.fromMs) / 3_600_000 + 5];
};

it('opens a day at what can be heard, and gives no width to a night in which nothing can', () => {
  const coming = block('22:00', '23:59', null);
  expect(hours(at('15:10'), block('05:00', '10:00'), coming)).toEqual([5, 24]);
  expect(hours(at('15:10'), block('05:00', '10:00', { isEnded: true }), block('13:05', '14:00'), coming)).toEqual([
    13, 24,
  ]);
  const night = { ...block('23:00', '23:30'), endsAtMs: at('23:00') + 3.5 * 3_600_000 };
  expect(hours(day.toMs + 1, block('06:00', '10:00'), night)).toEqual([6, 27]);
});

it('opens today at now if nothing can be heard yet, and another day as a whole', () => {
  expect(hours(at('15:10'), block('20:00', '22:00', null))).toEqual([15, 24]);
  expect(hours(day.fromMs + 19.5 * 3_600_000)).toEqual([19, 25]);
  expect(hours(day.toMs + 1, block('05:00', '10:00', { isEnded: true }))).toEqual([5, 24]);
});

it('finds an hour that stays under the pointer when it is magnified, from wherever the pointer comes', () => {
  const lane = { width: 860, hours: 19 };
  for (let near: number | null = null; near === null || near < lane.hours; near = near === null ? 0 : near + 1)
    for (let x = 0; x < lane.width; x += 3) {
      const hour = hourAt(x, { ...lane, near });
      expect(hourAt(x, { ...lane, near: hour })).toBe(hour);
    }
});
