import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSignedByTwilio, twilioSignature, type FormFields } from './signature.ts';

const TEXT: FormFields = [
  ['MessageSid', 'SM00000000000000000000000000000001'],
  ['AccountSid', 'AC00000000000000000000000000000001'],
  ['From', '+85290000001'],
  ['To', '+85230000000'],
  ['Body', 'VERIFY 4821'],
  ['NumMedia', '0'],
];
const TEXT_URL = 'https://site.example/api/p2a/sms';
const TEXT_SIGNATURE = '3pJwru42tASxQrStbafjEnx7w4s=';

it('signs the example that the provider publishes as the provider does', () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const fields: FormFields = [
    ['Digits', '1234'],
    ['To', '+18005551212'],
    ['From', '+14158675309'],
    ['Caller', '+14158675309'],
    ['CallSid', 'CA1234567890ABCDE'],
  ];
  expect(twilioSignature('12345', url, fields)).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=');
});

it('signs a text, a call with a query, and an address that carries the hash of its body', () => {
  expect(twilioSignature('sandbox-auth-token', TEXT_URL, TEXT)).toBe(TEXT_SIGNATURE);
  const call: FormFields = [
    ['AccountSid', 'AC00000000000000000000000000000001'],
    ['ApiVersion', '2010-04-01'],
    ['CallSid', 'CA00000000000000000000000000000001'],
    ['CallStatus', 'ringing'],
    ['Direction', 'inbound'],
    ['From', '+85290000001'],
    ['To', '+85230000000'],
  ];
  expect(twilioSignature('sandbox-auth-token', 'https://site.example/api/p2a/voice?line=1', call)).toBe(
    'nZXzdH2G04QZNiDn1+6DmRRql04=',
  );
  const bodySha256 = createHash('sha256').update('{"status":"approved"}').digest('hex');
  const url = `https://site.example/api/p2a/events?bodySHA256=${bodySha256}`;
  expect(twilioSignature('sandbox-auth-token', url)).toBe('82PrursPONQsAsaH5puHjcetFMg=');
});

it('refuses a request whose address, a field, token or signature is another', () => {
  const good = { url: TEXT_URL, fields: TEXT, signature: TEXT_SIGNATURE };
  expect(isSignedByTwilio('sandbox-auth-token', good)).toBe(true);
  expect(isSignedByTwilio('another-token', good)).toBe(false);
  expect(isSignedByTwilio('sandbox-auth-token', { ...good, url: `${TEXT_URL}?x=1` })).toBe(false);
  const forged = TEXT.map(([name, value]) => [name, name === 'From' ? '+85290000002' : value] as const);
  expect(isSignedByTwilio('sandbox-auth-token', { ...good, fields: forged })).toBe(false);
  expect(isSignedByTwilio('sandbox-auth-token', { ...good, fields: [...TEXT, ['Extra', '']] })).toBe(false);
  for (const signature of [undefined, '', 'short', `${TEXT_SIGNATURE}=`])
    expect(isSignedByTwilio('sandbox-auth-token', { ...good, signature })).toBe(false);
});
