import { expect, it } from 'vitest';
import { isSignedNotice, signPayment } from './signature.ts';

const SECRET = 'sandbox-secret-0001';
const sale = { merchantId: '88000001', orderRef: 'UR25112000000123', currCode: '344', amount: '388.00', payType: 'N' };
const hold = { ...sale, orderRef: 'CC25112000000124', amount: '1.00', payType: 'H' };

it.each([
  ['sale', 'sha1', sale, 'a4a79a6fa7e4bbd64edcc49f20a537d2fee828c7'],
  ['sale', 'sha256', sale, '15988ed7677afd90a409b91256362288d04244bcf7b22c3b7f1c7a4f8e4382dd'],
  [
    'sale',
    'sha512',
    sale,
    '6434523e680df04056030440a3c8c85ceb06b7cab5072edf0feb7df0b1d7f60c7a4af6c1b7595a1866a194706c56cf667f1c31a2ab155136acd3b94124f671cb',
  ],
  ['check of a card', 'sha1', hold, 'fb7866e14e15d13f4df730afc37b9fc3bf4a55c8'],
  ['check of a card', 'sha256', hold, '579e3c047f5eda25fd25fa506770dbd97521b95f240acd7a7423ccca8bd06b8c'],
] as const)('signs a %s by %s as PayDollar does', (_what, hash, payment, right) => {
  expect(signPayment({ hash, secrets: [SECRET, 'another-secret-0002'] }, payment)).toBe(right);
});

it('signs the example that others publish', () => {
  const payment = {
    merchantId: '123456789',
    orderRef: 'Test Transaction',
    currCode: '978',
    amount: '1111.11',
    payType: 'N',
  };
  expect(signPayment({ hash: 'sha1', secrets: ['coincoin_motherducker'] }, payment)).toBe(
    '41667af8f428b5a55f44e14e5ab942f57da1ea31',
  );
});

const noticeOf = (line: string, secureHash: string) => {
  const [src = '', prc = '', successcode = '', Ref = '', PayRef = '', Cur = '', Amt = '', payerAuth = ''] =
    line.split('|');
  return new URLSearchParams({ src, prc, successcode, Ref, PayRef, Cur, Amt, payerAuth, secureHash });
};
const PAID = '0|0|0|UR25112000000123|9000001|344|388.00|Y';
const PAID_SHA1 = '110b4f2d9c53b33a7db8dc7ac67a09cc79d782d8';

it.each([
  ['paid', 'sha1', PAID, PAID_SHA1],
  ['paid', 'sha256', PAID, 'b4d5d6da679aa140832b3d61aad35267da6e259d33156356d9bded51f58b5678'],
  ['declined', 'sha1', '01|1|1|UR25112000000123|9000000|344|388.00|Y', '72d32ab6f0f4454696e86d00bf632f3be43f387a'],
  [
    'declined',
    'sha256',
    '01|1|1|UR25112000000123|9000000|344|388.00|Y',
    'f3136dd09f4f8f854642cb272862ed326805a32af0f35ceed000599fd84d4178',
  ],
  ['of a schedule', 'sha1', '0|0|0|UR25112000000123|9000077|344|388.00|U', '15b2343654d07e4d6fd6630748e8d82ed895b2d5'],
  [
    'of a schedule',
    'sha256',
    '0|0|0|UR25112000000123|9000077|344|388.00|U',
    'f44d0cc04e1a990e7d6036d9f87f0e63ff7d6361ee4f89d83114e1726f042d88',
  ],
] as const)('believes a notice %s by %s', (_what, hash, line, right) => {
  expect(isSignedNotice({ hash, secrets: [SECRET] }, noticeOf(line, right))).toBe(true);
  expect(isSignedNotice({ hash, secrets: [SECRET] }, noticeOf(line, right.toUpperCase()))).toBe(true);
  expect(isSignedNotice({ hash, secrets: ['another-secret-0002'] }, noticeOf(line, right))).toBe(false);
});

it('believes the published notice, whose fields are words', () => {
  const fields = noticeOf(
    'dummy|dummy|0|Test Transaction|dummy|EUR|1111.11|dummy',
    '3e5bf55d9a23969130a6686db7aa4f0230956d0a',
  );
  expect(isSignedNotice({ hash: 'sha1', secrets: ['coincoin_motherducker'] }, fields)).toBe(true);
  expect(isSignedNotice({ hash: 'sha1', secrets: ['secret'] }, fields)).toBe(false);
});

it('believes the old secret and the new one while one takes the place of the other', () => {
  const key = { hash: 'sha1', secrets: ['new-secret-0002', SECRET] } as const;
  expect(isSignedNotice(key, noticeOf(PAID, PAID_SHA1))).toBe(true);
  // The gateway may send one hash for each secret.
  expect(isSignedNotice(key, noticeOf(PAID, `0000, ${PAID_SHA1}`))).toBe(true);
  expect(isSignedNotice(key, noticeOf(PAID, `${'0'.repeat(40)},${'1'.repeat(40)}`))).toBe(false);
});

it('refuses a notice of which one signed field is another, and one without a hash', () => {
  const key = { hash: 'sha1', secrets: [SECRET] } as const;
  for (const name of ['src', 'prc', 'successcode', 'Ref', 'PayRef', 'Cur', 'Amt', 'payerAuth']) {
    const changed = noticeOf(PAID, PAID_SHA1);
    changed.set(name, `${changed.get(name)}1`);
    expect(isSignedNotice(key, changed), name).toBe(false);
  }
  expect(isSignedNotice(key, noticeOf(PAID, ''))).toBe(false);
  expect(isSignedNotice(key, new URLSearchParams())).toBe(false);
});
