import { expect, it } from 'vitest';
import { checkForm } from '#domain/forms/fields.rules.ts';
import { nextOffers, offerEndOf, phaseOf, REPLY_FORM } from './invitations.rules.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 22, hour));

it('takes answers until the hour that was named, and none after a cancellation', () => {
  const event = { cancelledAt: null, replyBy: at(10), endsAt: at(20) };
  expect([at(9), at(10), at(20)].map((now) => phaseOf(event, now))).toEqual(['open', 'over', 'past']);
  expect(phaseOf({ ...event, cancelledAt: at(1) }, at(9))).toBe('cancelled');
});

it('offers in the order of waiting, past who wants more than there is, who keep their position', () => {
  const waiting = [
    { id: 1, seats: 3 },
    { id: 2, seats: 1 },
    { id: 3, seats: 1 },
    { id: 4, seats: 1 },
  ];
  expect(nextOffers(waiting, 2).map(({ id }) => id)).toEqual([2, 3]);
  expect(nextOffers(waiting, 3).map(({ id }) => id)).toEqual([1]);
  expect(nextOffers(waiting, 0)).toEqual([]);
});

it('keeps no seat for anybody after the doors are open', () => {
  expect(offerEndOf({ acceptHours: 24, doorsAt: at(12) }, at(1))).toEqual(at(12));
  expect(offerEndOf({ acceptHours: 2, doorsAt: at(12) }, at(1))).toEqual(at(3));
});

it('reads names one a line, and refuses what is no answer', () => {
  const given = { answer: 'yes', seats: '2', guests: ' 葉小朗 \n\n', food: '', help: 'none' };
  expect(checkForm(REPLY_FORM, given, at(1)).fields).toMatchObject({ seats: 2, guests: ['葉小朗'] });
  expect(checkForm(REPLY_FORM, { ...given, answer: 'maybe' }, at(1)).faults).toEqual([
    { field: 'answer', code: 'choice' },
  ]);
  expect(checkForm(REPLY_FORM, { ...given, seats: '99' }, at(1)).faults).toEqual([{ field: 'seats', code: 'choice' }]);
});
