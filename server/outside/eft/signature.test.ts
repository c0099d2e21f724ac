import { expect, it } from 'vitest';
import { eftFieldsOf, eftSign, eftTime, signerOf } from './signature.ts';

const SECRET = 'eftsandboxsecret01';

/** Parses `a=1&b=2`, the reference's notation for the signed text without the secret. */
const fieldsOf = (text: string) =>
  Object.fromEntries(
    text.split('&').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );

const NOTICE = fieldsOf(
  'currency=HKD&eft_trade_no=20251120110406abc0001&eftpay_trade_no=20251120110406abc0001&gmt_payment=2025-11-20 11:04:40&notify_type=trade_status_sync&out_trade_no=UR25112000000125&time=20251120110441&total_fee=388.00&trade_no=2025112022001386451433770001&trade_status=TRADE_SUCCESS&trade_type=SALE&transaction_id=2025112022001386451433770001&user_confirm_key=S0000001&wallet=ALIPAYHK',
);
const NOTICE_SIGN = 'e6018d6a044c72cae0370d40d6189a686ada7e545845f0ff47e6cbd93f6fb09e';

it.each([
  [
    'a web order, its empty terminal left out',
    'active_time=1800&body=Membership 12 months&buyerType=others&fee_type=HKD&lang=hk&notify_url=https://site.example/api/payment/callback/eft&out_trade_no=UR25112000000125&payType=Alipay&pay_scene=WEB&return_url=https://site.example/api/payment/return/eft&service=service.alipay.web.PreOrder&subject=Membership&tid=&time=20251120110405&transaction_amount=388.00&user_confirm_key=S0000001&wallet=ALIPAYHK',
    'b0f4fa9dfe598d7e44aea949501ad195663906409360d697aa5bdbae61309189',
  ],
  [
    'an order by QR code',
    'buyertype=others&notify_url=https://site.example/api/payment/callback/eft&out_trade_no=UR25112000000126&payment_type=WECHATHK&paytype=WeChat&service=service.wechat.qrcode.PreOrder&subject=Membership&time=20251120110405&transaction_amount=388.00&user_confirm_key=S0000001',
    '458661242171055412c43a89ae632d1a844e821ab27e528dc7ec0af05a3f66b4',
  ],
  [
    'our reply to a notice',
    'return_code=success&time=20251120110442',
    '42e49b0fdd3f88f6a0d47689aae8d4f000546142503aae56044a9305154c2f79',
  ],
  [
    'a query',
    'out_trade_no=UR25112000000125&querytype=OUT_TRADE&service=service.common.Query&time=20251120110500&user_confirm_key=S0000001',
    '315be1f113f09995e6068a31d1b0552b31c867132e976da477b34936f2a232fe',
  ],
  [
    'a refund',
    'buyerType=others&eft_trade_no=20251120110406abc0001&out_refund_no=RF25112000000125&out_trade_no=UR25112000000125&payType=Alipay&pay_scene=WEB&reason=Duplicate order&return_amount=388.00&service=service.alipay.web.Refund&time=20251120120000&total_fee=388.00&user_confirm_key=S0000001&wallet=ALIPAYHK',
    'c2d6c375f7aff25427623cdf77c53596df5b6af958f141fcb7bb3eeae3d19e2f',
  ],
])('signs %s as the reference does, in whatever order its fields come', (_what, text, sign) => {
  const fields = fieldsOf(text);
  expect(eftSign(SECRET, fields)).toBe(sign);
  expect(eftSign(SECRET, Object.fromEntries(Object.entries(fields).toReversed()))).toBe(sign);
});

it('believes the notice of the reference, by either secret while they are changed, and no other', () => {
  expect(eftSign(SECRET, NOTICE)).toBe(NOTICE_SIGN);
  expect(signerOf(['new', SECRET], { ...NOTICE, sign: NOTICE_SIGN })).toBe(SECRET);
  expect(signerOf([SECRET], { ...NOTICE, sign: NOTICE_SIGN.toUpperCase() })).toBe(SECRET);
  expect(signerOf(['another'], { ...NOTICE, sign: NOTICE_SIGN })).toBeNull();
  expect(signerOf([SECRET], { ...NOTICE, total_fee: '1.00', sign: NOTICE_SIGN })).toBeNull();
  // Unknown fields are signed too.
  expect(signerOf([SECRET], { ...NOTICE, extra: 'x', sign: NOTICE_SIGN })).toBeNull();
  for (const sign of ['', 'x', `${NOTICE_SIGN}0`]) expect(signerOf([SECRET], { ...NOTICE, sign })).toBeNull();
  expect(signerOf([SECRET], NOTICE)).toBeNull();
});

it('reads fields of any kind of single value, and nothing nested', () => {
  expect(eftFieldsOf({ a: 'x', b: 1, c: null, d: true })).toEqual({ a: 'x', b: '1', c: '', d: 'true' });
  for (const message of [null, [], 'x', 1, { a: {} }, { a: [] }]) expect(eftFieldsOf(message)).toBeNull();
});

it('writes the time of Hong Kong', () => {
  expect(eftTime(new Date('2025-11-20T03:04:05Z'))).toBe('20251120110405');
});
