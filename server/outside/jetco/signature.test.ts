import { expect, it } from 'vitest';
import { answerHash, isSignedAnswer, requestHash } from './signature.ts';

const SEED = 'jetcosandboxseed01';
const REQUEST = {
  mid: '881903000001',
  inv: 'UR25112000000127',
  amt: '388.00',
  cur: '344',
  loc: 'zh_tr',
  tt: '7',
  ct: '',
  rurl: 'https://site.example/api/payment/return/jetco',
};
const { mid, inv, amt, cur, loc, tt } = REQUEST;
const APPROVED = {
  mid,
  inv,
  amt,
  cur,
  loc,
  tt,
  rc: '0',
  rn: '532411000001',
  eci: '05',
  sts: 'AP',
  cip: '203.0.113.10',
  cb: 'V',
  ac: 'A12345',
  lstn: '0008',
  sd: '20251120',
  cbt: '',
  ar: '',
};
const APPROVED_HASH = 'bb7dc4f853c0820c00d55d1fd275a1b9877d3d513c5a866b18a04d0139d3759e';

it('signs the request and both answers of the reference', () => {
  expect(requestHash(SEED, REQUEST)).toBe('d78b75efd7389a957ab9afed94c924a580fc25e9f6004150fe18bf1ec5613cca');
  expect(answerHash(SEED, APPROVED)).toBe(APPROVED_HASH);
  expect(answerHash(SEED, { ...APPROVED, rc: '51', sts: 'RJ', rn: '', eci: '', ac: '' })).toBe(
    '8e16ad63d9e8e160cffa6675b87279b8102c0d7c05c0a3ba0ee522d2c5835d97',
  );
});

it('believes an answer in either case of letters and by either seed, and none that is another', () => {
  expect(isSignedAnswer([SEED], { ...APPROVED, hv: APPROVED_HASH.toUpperCase() })).toBe(true);
  expect(isSignedAnswer(['new', SEED], { ...APPROVED, hv: APPROVED_HASH })).toBe(true);
  expect(isSignedAnswer(['new'], { ...APPROVED, hv: APPROVED_HASH })).toBe(false);
  for (const change of [{ amt: '1.00' }, { rc: '00' }, { sts: 'RJ' }, { rn: '' }, { cip: '' }])
    expect(isSignedAnswer([SEED], { ...APPROVED, ...change, hv: APPROVED_HASH })).toBe(false);
  for (const hv of ['', 'x', `${APPROVED_HASH}0`]) expect(isSignedAnswer([SEED], { ...APPROVED, hv })).toBe(false);
  expect(isSignedAnswer([SEED], APPROVED)).toBe(false);
});
