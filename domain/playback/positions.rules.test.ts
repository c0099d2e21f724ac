import { expect, it } from 'vitest';
import { simulateDevices, type PositionStore } from '#tests/factories/playback/device-simulation.ts';
import {
  datedEvents,
  isOutOfTurn,
  isSameEvent,
  positionAmong,
  spansByDay,
  type PositionEvent,
} from './positions.rules.ts';

const NOW = new Date('2026-11-21T20:00:00+08:00');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const event = (sequence: number, over: Partial<PositionEvent> = {}): PositionEvent => ({
  sequence,
  streamId: 881,
  at: new Date('2026-11-21T08:30:00+08:00'),
  ageMs: 0,
  clockAt: NOW,
  movedMs: 10_000,
  heard: [],
  ...over,
});
const heardAt = (one: PositionEvent, known: Partial<Parameters<typeof datedEvents>[1]> = {}) =>
  datedEvents([one], { sentAt: NOW, now: NOW, before: null, after: null, ...known })[0]?.heardAt;

it('dates an event by its age, whatever the clock of its device says', () => {
  for (const fault of [-600, 0, 600]) {
    const clockAt = ago(90 + fault);
    expect(heardAt(event(1, { ageMs: 90_000, clockAt }), { sentAt: ago(fault) })).toEqual(ago(90));
    expect(heardAt(event(1, { ageMs: null, clockAt }), { sentAt: ago(fault) }), 'after a crash').toEqual(ago(90));
  }
});

it('believes the greater age: a clock that never goes back stands still while a machine sleeps, and no event comes from later', () => {
  expect(heardAt(event(1, { ageMs: 5_000, clockAt: ago(3_600) }))).toEqual(ago(3_600));
  expect(heardAt(event(1, { ageMs: 5_000, clockAt: ago(-3_600) }))).toEqual(ago(5));
  expect(heardAt(event(1, { ageMs: null, clockAt: ago(-3_600) }))).toEqual(NOW);
  expect(heardAt(event(1, { ageMs: null, clockAt: new Date(0) }))).toEqual(ago(400 * 86_400));
});

it('keeps the order in which a device counted, within what it sends and beside what is there', () => {
  const events = [event(3, { ageMs: 20_000 }), event(1, { ageMs: 10_000 }), event(2, { ageMs: 90_000 })];
  const dated = (before: Date | null, after: Date | null) =>
    datedEvents(events, { sentAt: NOW, now: NOW, before, after }).map((one) => [one.sequence, one.heardAt]);
  expect(dated(null, null)).toEqual([
    [1, ago(10)],
    [2, ago(10)],
    [3, ago(10)],
  ]);
  expect(dated(ago(5), null).map(([, at]) => at)).toEqual([ago(5), ago(5), ago(5)]);
  expect(dated(null, ago(15)).map(([, at]) => at)).toEqual([ago(15), ago(15), ago(15)]);
});

it('knows who counts again from the beginning by events that are newer than those with later numbers', () => {
  const known = { sentAt: NOW, now: NOW, after: ago(3_600) };
  expect(isOutOfTurn(event(1, { clockAt: ago(30) }), known)).toBe(true);
  expect(isOutOfTurn(event(1, { clockAt: ago(3_700) }), known)).toBe(false);
  expect(isOutOfTurn(event(1), { ...known, after: null })).toBe(false);
});

it('offers the position heard last, and another device’s where it is more than a minute away', () => {
  const position = (deviceName: string, minutes: number, heard: number) => ({
    deviceName,
    at: new Date(NOW.getTime() + minutes * 60_000),
    heardAt: ago(heard),
  });
  const [phone, desk, car] = [position('phone', 10, 300), position('desk', 30, 100), position('car', 31, 200)];
  expect(positionAmong([])).toBeNull();
  expect(positionAmong([phone])).toEqual({ ...phone, other: null });
  expect(positionAmong([phone, desk])).toEqual({ ...desk, other: phone });
  expect(positionAmong([car, desk]), 'a minute apart is one position').toEqual({ ...desk, other: null });
  expect(positionAmong([phone, car, desk])).toEqual({ ...desk, other: phone });
  expect(positionAmong([position('car', 32, 200), phone, desk])).toMatchObject({ other: { deviceName: 'car' } });
});

it('parts what was heard where the station’s day ends', () => {
  const at = (text: string) => new Date(`${text}+08:00`);
  const [evening, small, later] = [at('2026-11-21T23:00'), at('2026-11-22T05:00'), at('2026-11-23T06:00')];
  expect([...spansByDay([[evening, later]])]).toEqual([
    ['2026-11-21', [[evening, small]]],
    ['2026-11-22', [[small, at('2026-11-23T05:00')]]],
    ['2026-11-23', [[at('2026-11-23T05:00'), later]]],
  ]);
  expect([...spansByDay([[evening, small]]).keys()]).toEqual(['2026-11-21']);
});

/** The in-memory equivalent of the database queries. */
function keeperInMemory(): PositionStore {
  const lists = new Map<number, (PositionEvent & { heardAt: Date })[]>();
  return {
    async record(device, events, sentAt, now) {
      const list = lists.get(device) ?? [];
      const numbers = events.map(({ sequence }) => sequence);
      const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
      const before = list.findLast(({ sequence }) => sequence < first)?.heardAt ?? null;
      const after = list.find(({ sequence }) => sequence > last)?.heardAt ?? null;
      const storedAs = (sequence: number) => list.find((one) => one.sequence === sequence);
      const isRight = (one: PositionEvent) => {
        const stored = storedAs(one.sequence);
        return stored ? isSameEvent(stored, one) : !isOutOfTurn(one, { sentAt, now, after });
      };
      const refused = numbers.filter((_, i) => !isRight(events[i]!));
      if (refused.length > 0) return { sequence: Math.min(...refused), next: (list.at(-1)?.sequence ?? 0) + 1 };
      const added = datedEvents(events, { sentAt, now, before, after }).filter(({ sequence }) => !storedAs(sequence));
      lists.set(
        device,
        [...list, ...added].toSorted((a, b) => a.sequence - b.sequence),
      );
      return null;
    },
    kept: async () => [...lists].flatMap(([device, list]) => list.map(({ at }) => ({ device, at: at.getTime() }))),
    position: async () =>
      positionAmong(
        [...lists].flatMap(([device, list]) => {
          const last = list.findLast(({ movedMs }) => movedMs >= 10_000);
          return last ? [{ at: last.at, heardAt: last.heardAt, deviceName: String(device) }] : [];
        }),
      ),
  };
}

it('loses no acknowledged position in 10,000 interleavings of three devices, offline, crashing, with wrong clocks', async () => {
  const faults: string[] = [];
  for (let seed = 1; seed <= 10_000; seed++) faults.push(...(await simulateDevices(keeperInMemory(), seed)));
  expect(faults.slice(0, 5)).toEqual([]);
});
