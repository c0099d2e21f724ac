import { array, assert, integer, property, record, boolean } from 'fast-check';
import { expect, it } from 'vitest';
import { fitInto, instantInto, liesIn, refusalOf, searchWords, secondsInto } from './library.rules.ts';

const at = (text: string) => new Date(`2026-11-21T${text}+08:00`);
const span = { streamId: 881, startsAt: at('14:00:00'), endsAt: at('14:10:00') };

it('fills a list with each wanted section once, never beyond its room, and counts all the others', () => {
  const wanted = array(record({ sectionId: integer({ min: 1, max: 30 }), isAuto: boolean() }), { maxLength: 60 });
  const there = array(integer({ min: 1, max: 30 }), { maxLength: 20 });
  assert(
    property(there, integer({ min: 0, max: 20 }), wanted, (listed, room, asked) => {
      const has = new Set(listed);
      const { fitting, alreadyThere, noRoom } = fitInto(has, room, asked);
      const ids = fitting.map(({ sectionId }) => sectionId);
      expect(ids.length).toBeLessThanOrEqual(room);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.some((id) => has.has(id))).toBe(false);
      // A section requested twice is reported no more often than that.
      expect(ids.length + alreadyThere + noRoom).toBeLessThanOrEqual(asked.length);
      expect(ids.length + alreadyThere + noRoom > 0).toBe(asked.length > 0);
      // What fits keeps the requested order.
      const order = asked.map(({ sectionId }) => sectionId);
      expect(ids).toEqual(ids.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
    }),
  );
});

it('says full only where nothing was added that would have been', () => {
  const one = [{ sectionId: 1, isAuto: false }];
  expect(refusalOf({ fitting: one, alreadyThere: 3, noRoom: 9 })).toBeNull();
  expect(refusalOf({ fitting: [], alreadyThere: 3, noRoom: 1 })).toBe('playlistFull');
  expect(refusalOf({ fitting: [], alreadyThere: 3, noRoom: 0 })).toBe('playlistHasItem');
  expect(refusalOf({ fitting: [], alreadyThere: 0, noRoom: 0 })).toBe('dataNotFound');
});

it('turns seconds into a section to the instant of the stream and back, to the millisecond', () => {
  expect(instantInto(span, 12.345)).toEqual(at('14:00:12.345'));
  expect(secondsInto(span, at('14:00:12.345'))).toBe(12.345);
  expect(instantInto(span, 86_400)).toEqual(span.endsAt);
});

it('gives an edge to the section that begins there', () => {
  expect(liesIn(span, { streamId: 881, at: span.startsAt })).toBe(true);
  expect(liesIn(span, { streamId: 881, at: span.endsAt })).toBe(false);
  expect(liesIn(span, { streamId: 903, at: span.startsAt })).toBe(false);
});

it('looks for a few words, whatever is typed', () => {
  expect(searchWords('  的士　ＰＥＡＫ\0Hour ')).toEqual(['的士', 'peak', 'hour']);
  expect(searchWords(' \n')).toEqual([]);
  expect(searchWords('a '.repeat(99))).toHaveLength(8);
  expect(searchWords('字'.repeat(999)).join('').length).toBe(50);
  expect(searchWords('\ud800').join('').isWellFormed()).toBe(true);
});
