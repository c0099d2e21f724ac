import { expect, it } from 'vitest';
import { digestOf, isSigned, signatureOf, signingText } from './signature.ts';

const KEY = 'cGF5bWUtc2FuZGJveC1zaWduaW5nLWtleS0wMDAx';
const ORDER = ['(request-target)', 'Api-Version', 'Request-Date-Time', 'Trace-Id', 'Authorization', 'Digest'];
const NO_BODY = ORDER.slice(0, -1);
const CREATE =
  '{"totalAmount":388.5,"currencyCode":"HKD","effectiveDuration":600,"notificationUri":"https://site.example/api/payment/callback/payme","appSuccessCallback":"https://site.example/member/payme/resultCallback","appFailCallback":"https://site.example/member/payme/resultCallback","merchantData":{"orderId":"UR25112000000123","orderDescription":"Membership"}}';
const NOTICE =
  '{"paymentRequestId":"b3d1c8f0-5a43-4c7e-9d59-0f5b6d7e0001","totalAmount":"388.50","currencyCode":"HKD","createdTime":"2025-11-20T03:04:06Z","effectiveDuration":600,"statusDescription":"Payment Success","statusCode":"PR005","transactions":[{"orderId":"UR25112000000123","transactionId":"c7a2e6f4-0b1d-4e3f-8a95-2d4c6b8e0001"}]}';

const headersOf = (trace: string, digest?: string): Record<string, string> => ({
  'api-version': '0.12',
  'request-date-time': '2025-11-20T03:04:05Z',
  'trace-id': `4f6c1f2e-7f0a-4a52-9a56-1c0d6a1e${trace}`,
  authorization: 'Bearer sandbox-access-token',
  ...(digest ? { digest } : {}),
});
const message = (target: string, headers: Record<string, string>) => ({
  target,
  header: (name: string) => headers[name.toLowerCase()],
});
const valueOf = (signature: string) => /signature="([^"]+)"/.exec(signature)?.[1];

it('signs a create, with the digest of its body, as the reference does', () => {
  expect(digestOf(CREATE)).toBe('SHA-256=OyCxLcAAQSHg2AeDJLipR2xivihdvuXLX+7Zun0TbAQ=');
  const create = message('post /payments/paymentrequests', headersOf('0001', digestOf(CREATE)));
  expect(signingText(ORDER, create)).toBe(
    [
      '(request-target): post /payments/paymentrequests',
      'api-version: 0.12',
      'request-date-time: 2025-11-20T03:04:05Z',
      'trace-id: 4f6c1f2e-7f0a-4a52-9a56-1c0d6a1e0001',
      'authorization: Bearer sandbox-access-token',
      'digest: SHA-256=OyCxLcAAQSHg2AeDJLipR2xivihdvuXLX+7Zun0TbAQ=',
    ].join('\n'),
  );
  expect(signatureOf({ keyId: 'key-1', key: KEY }, ORDER, create)).toBe(
    `keyId="key-1",algorithm="hmac-sha256",headers="${ORDER.join(' ')}",signature="omzT4eJNWk4ja254N4Nbgz1pbUYYAqxtWj9CqnCIaqE="`,
  );
});

it('signs a question for the status, which has no digest, and a refund', () => {
  const status = message('get /payments/paymentrequests/b3d1c8f0-5a43-4c7e-9d59-0f5b6d7e0001', headersOf('0002'));
  expect(valueOf(signatureOf({ keyId: 'k', key: KEY }, NO_BODY, status))).toBe(
    'LoB3QKAAV9d+wnxLB3s8opUGdK3UdJxkCedi3qekAZU=',
  );
  const body = '{"amount":388.5,"currencyCode":"HKD","reasonCode":"00","reasonMessage":"Duplicate order"}';
  expect(digestOf(body)).toBe('SHA-256=Fn/j4wn6CcyPTNsMIJcdugDTMwPCdIRfqrpmq6A2Wko=');
  const refund = message(
    'post /payments/transactions/c7a2e6f4-0b1d-4e3f-8a95-2d4c6b8e0001/refunds',
    headersOf('0003', digestOf(body)),
  );
  expect(valueOf(signatureOf({ keyId: 'k', key: KEY }, ORDER, refund))).toBe(
    'Wtq4/ZAkDo95xMkKc0uI/fqeVqBxWI131aHYDAUf4UY=',
  );
});

const COVERED = ['digest', 'x-client-id', 'x-event-type', '(request-target)'];
const noticeHeaders = {
  digest: 'SHA-256=/A6Pw2jna1xQGWVb3nl7yAj8rvM0gvKGM5tMmsq1HP4=',
  'x-client-id': 'sandbox-client-id',
  'x-event-type': 'payment.success',
};
const notice = message('post /api/payment/callback/payme', noticeHeaders);
const told = (signature: string, names = COVERED.join(' '), algorithm = 'hmac-sha256') =>
  `keyId="k",algorithm="${algorithm}",headers="${names}",signature="${signature}"`;
const RIGHT = 'pozVa2KYwvoxL8eqrckkFRETTTJ/d97PMFmswS2m/WM=';

it('believes the notice of the reference, at its address with and without a slash at the end', () => {
  expect(digestOf(NOTICE)).toBe(noticeHeaders.digest);
  expect(isSigned([KEY], told(RIGHT), COVERED, notice)).toBe(true);
  const slashed = message('post /api/payment/callback/payme/', noticeHeaders);
  expect(isSigned([KEY], told('9FbJ1oE9kMXn2XtzCOqqzWVo2Y9pb8f6QeVqFbrck/o='), COVERED, slashed)).toBe(true);
  expect(isSigned([KEY], told(RIGHT), COVERED, slashed)).toBe(false);
});

it('goes by the order of names that a message has, and by either key while they are changed', () => {
  const names = ['x-event-type', 'digest', '(request-target)', 'x-client-id'];
  const signature = signatureOf({ keyId: 'k', key: KEY }, names, notice);
  expect(isSigned([KEY], signature, COVERED, notice)).toBe(true);
  expect(isSigned(['YW5vdGhlcg==', KEY], signature, COVERED, notice)).toBe(true);
  expect(isSigned(['YW5vdGhlcg=='], signature, COVERED, notice)).toBe(false);
});

it('refuses a signature of another way, over fewer names, over a header that is not there, or none', () => {
  expect(isSigned([KEY], told(RIGHT, COVERED.join(' '), 'rsa-sha256'), COVERED, notice)).toBe(false);
  expect(isSigned([KEY], told(RIGHT, `${COVERED.join(' ')} date`), COVERED, notice)).toBe(false);
  const few = signatureOf({ keyId: 'k', key: KEY }, ['digest'], notice);
  expect(isSigned([KEY], few, COVERED, notice)).toBe(false);
  for (const signature of [undefined, '', 'x', told(''), told(`${RIGHT}=`)])
    expect(isSigned([KEY], signature, COVERED, notice)).toBe(false);
});
