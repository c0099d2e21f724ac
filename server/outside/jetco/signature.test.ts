import { expect, it } from 'vitest';
import { JETCO_APPROVED } from '#tests/factories/money/jetco-answer.ts';
import { answerHash, isSignedAnswer, requestHash } from './signature.ts';

const SEED = 'jetcosandboxseed01';
const { mid, inv, amt, cur, loc, tt } = JETCO_APPROVED;
const REQUEST = {
  mid,
  inv,
  amt,
  cur,
  loc,
  tt,
  ct: '',
  rurl: 'https://site.example/api/payment/return/jetco',
};
const APPROVED_HASH = 'bb7dc4f853c0820c00d55d1fd275a1b9877d3d513c5a866b18a04d0139d3759e';

it('signs the request and both answers of the reference', () => {
  expect(requestHash(SEED, REQUEST)).toBe('d78b75efd7389a957ab9afed94c924a580fc25e9f6004150fe18bf1ec5613cca');
  expect(answerHash(SEED, JETCO_APPROVED)).toBe(APPROVED_HASH);
  expect(answerHash(SEED, { ...JETCO_APPROVED, rc: '51', sts: 'RJ', rn: '', eci: '', ac: '' })).toBe(
    '8e16ad63d9e8e160cffa6675b87279b8102c0d7c05c0a3ba0ee522d2c5835d97',
  );
});

it('believes an answer in either case of letters and by either seed, and none that is another', () => {
  expect(isSignedAnswer([SEED], { ...JETCO_APPROVED, hv: APPROVED_HASH.toUpperCase() })).toBe(true);
  expect(isSignedAnswer(['new', SEED], { ...JETCO_APPROVED, hv: APPROVED_HASH })).toBe(true);
  expect(isSignedAnswer(['new'], { ...JETCO_APPROVED, hv: APPROVED_HASH })).toBe(false);
  for (const change of [{ amt: '1.00' }, { rc: '00' }, { sts: 'RJ' }, { rn: '' }, { cip: '' }])
    expect(isSignedAnswer([SEED], { ...JETCO_APPROVED, ...change, hv: APPROVED_HASH })).toBe(false);
  for (const hv of ['', 'x', `${APPROVED_HASH}0`])
    expect(isSignedAnswer([SEED], { ...JETCO_APPROVED, hv })).toBe(false);
  expect(isSignedAnswer([SEED], JETCO_APPROVED)).toBe(false);
});
