import { expect, it } from 'vitest';
import {
  codeOfBytes,
  discountCents,
  isCodeForm,
  normaliseCode,
  refusalOfCode,
  shownCode,
  type AskedOfCode,
  type CodeState,
} from './promotions.rules.ts';

const now = new Date('2026-11-21T12:00:00+08:00');
const hours = (n: number) => new Date(now.getTime() + n * 3_600_000);
const code: CodeState = {
  kind: 'discount',
  days: null,
  discountType: 1,
  productKind: null,
  productIds: [],
  planIds: [],
  eligible: 'all',
  ownerId: null,
  startsAt: hours(-1),
  endsAt: hours(1),
  isCancelled: false,
  maxPerMember: 1,
  batchTaken: 0,
  maxInAll: 10,
  codeTaken: 0,
  maxUses: 10,
};
const ofFilm = { planId: null, product: { kind: 'premium' as const, id: 3 } };
const ofFilms = { productKind: 'premium' as const };
const givesFilm = { kind: 'redeem' as const, discountType: null, productIds: [3] };
const TAKEN = { codeTaken: 10, batchTaken: 10 };
const GIFT = { kind: 'gift' as const, days: 30, discountType: null };
const uses = { ofBatch: 0, holdsCode: false, usedCode: false };
const member = { id: 7, standing: 'new' as const, uses };
const asked: AskedOfCode = { use: 'discount', member, planId: 2, now };
const refusal = (over: Partial<CodeState>, by: Partial<AskedOfCode> = {}) =>
  refusalOfCode({ ...code, ...over }, { ...asked, ...by });

it('takes a code however it was typed, and makes codes that are read out without mistakes', () => {
  expect(normaliseCode(' radio-10 ')).toBe('RADIO10');
  expect(normaliseCode('ＲＡＤＩＯ１０')).toBe('RADIO10');
  expect(isCodeForm('RAD')).toBe(false);
  const made = codeOfBytes(Uint8Array.from({ length: 24 }, (_, i) => i * 10));
  expect(made).toMatch(/^[A-HJKMNP-Z2-9]{12}$/);
  expect(codeOfBytes(new Uint8Array(5))).toBeNull();
  expect(shownCode('ABCDEFGHJKMN')).toBe('ABCD-EFGH-JKMN');
});

it('lowers a price by cents or per cent, never below nothing (R-251)', () => {
  expect(discountCents({ discountType: 1, discountValue: 3_800 }, 38_800)).toBe(3_800);
  expect(discountCents({ discountType: 1, discountValue: 50_000 }, 38_800)).toBe(38_800);
  expect(discountCents({ discountType: 2, discountValue: 10 }, 38_800)).toBe(3_880);
  expect(discountCents({ discountType: 2, discountValue: 33 }, 101)).toBe(33);
  expect(discountCents({ discountType: 2, discountValue: 100 }, 4_800)).toBe(4_800);
});

it.each<[string, Partial<CodeState>, Partial<AskedOfCode>, string | null]>([
  ['holds', {}, {}, null],
  ['21002 where it was cancelled', { isCancelled: true }, {}, 'discountCodeNotFound'],
  ['21002 where it gives days', { kind: 'redeem', days: 30 }, {}, 'discountCodeNotFound'],
  ['70007 where no link has it', {}, { use: 'link' }, 'linkCodeNotFound'],
  ['70012 where it gives no days', {}, { use: 'redeem' }, 'redeemCodeNotFound'],
  ['21003 where it is another member’s', { ownerId: 8 }, {}, 'codeOfAnother'],
  ['70005 where that is redeemed', { kind: 'redeem', days: 30, ownerId: 8 }, { use: 'redeem' }, 'codeNotEligible'],
  ['21004 for a plan where it is for films', { productKind: 'premium' }, {}, 'codeNotForPlan'],
  ['21004 for a film where it is for plans', {}, ofFilm, 'codeNotForPlan'],
  ['21004 for a film where it is for others', { ...ofFilms, productIds: [4] }, ofFilm, 'codeNotForPlan'],
  ['21004 for a film where it is for events', { productKind: 'livestream' }, ofFilm, 'codeNotForPlan'],
  ['holds for its film', { ...ofFilms, productIds: [3] }, ofFilm, null],
  ['holds for all films', ofFilms, ofFilm, null],
  ['70012 where it lowers the price of a film', ofFilms, { use: 'redeem', planId: null }, 'redeemCodeNotFound'],
  ['21002 where it gives a film', { ...ofFilms, ...givesFilm }, ofFilm, 'discountCodeNotFound'],
  ['holds where it gives a film', { ...ofFilms, ...givesFilm }, { use: 'redeem', planId: null }, null],
  ['its owner', { ownerId: 7 }, {}, null],
  ['21004 for another plan', { planIds: [3] }, {}, 'codeNotForPlan'],
  ['70010 before its time', { startsAt: hours(0.1) }, {}, 'codeNotStarted'],
  ['70008 at its end', { endsAt: now }, {}, 'codeOver'],
  ['70005 for who had a plan', { eligible: 'new' }, { member: { ...member, standing: 'former' } }, 'codeNotEligible'],
  ['70009 held by their own order', {}, { member: { ...member, uses: { ...uses, holdsCode: true } } }, 'codeInProcess'],
  ['70001 at the limit of a member', {}, { member: { ...member, uses: { ...uses, ofBatch: 1 } } }, 'codeMemberLimit'],
  ['70002 at the limit of the batch', { batchTaken: 10 }, {}, 'codeBatchLimit'],
  ['70003 at the limit of the code', { codeTaken: 10 }, {}, 'codeLimit'],
  ['70002 where the code is all of its batch, as unpaid orders may hold it', TAKEN, {}, 'codeBatchLimit'],
  ['70003 where that is a redeemed gift', { ...GIFT, ...TAKEN }, { use: 'redeem' }, 'codeLimit'],
  ['guests before they are known', { eligible: 'new' }, { member: null }, null],
])('answers %s', (_name, over, by, expected) => {
  expect(refusal(over, by)).toBe(expected);
});

it('says 70013 to who redeemed the very code, and 70001 to who redeemed another of its batch', () => {
  const redeem = { kind: 'redeem' as const, days: 30, planIds: [2] };
  const by = (over: Partial<typeof uses>) => ({
    use: 'redeem' as const,
    planId: null,
    member: { ...member, uses: { ...uses, ...over } },
  });
  expect(refusal(redeem, by({}))).toBeNull();
  expect(refusal(redeem, by({ ofBatch: 1, usedCode: true }))).toBe('alreadyRedeemed');
  expect(refusal(redeem, by({ ofBatch: 1 }))).toBe('codeMemberLimit');
});
