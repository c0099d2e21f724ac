import { assert, constantFrom, dictionary, jsonValue, oneof, property, record, string, uint8Array } from 'fast-check';
import { expect, it } from 'vitest';
import type { Fact, Gateway, SentRequest } from '#domain/payments/gateway.types.ts';
import { sign as signPayme } from '#sandbox/payments/payme/wire.ts';
import { signed } from '#sandbox/payments/eft/wire.ts';
import { DomainError } from '#shared/domain-error.ts';
import { eftGateway } from './eft/gateway.ts';
import { eftFieldsOf } from './eft/signature.ts';
import { jetcoGateway } from './jetco/gateway.ts';
import { answerHash } from './jetco/signature.ts';
import { paymeGateway } from './payme/gateway.ts';
import { digestOf } from './payme/signature.ts';

// Arbitrary input: unsigned input is rejected, and signed input is either understood or rejected with an error of ours.

const SEED = 881_903_864;
const SITE_URL = 'https://site.example';
const clock = () => new Date('2026-11-22T04:00:00Z');
const KEYS = { clientId: 'client', clientSecret: 'secret', keyId: 'key', signingKey: 'c2VjcmV0' };
const payme = paymeGateway({
  ...KEYS,
  url: 'https://payme.example',
  signingKeys: [KEYS.signingKey],
  siteUrl: SITE_URL,
  clock,
});
const eft = eftGateway({
  url: 'https://eft.example',
  userConfirmKey: 'S1',
  secrets: ['eft-secret'],
  siteUrl: SITE_URL,
  methods: ['alipay'],
  alipayRail: 'alipay',
  desktop: 'qr',
  clock,
});
const jetco = jetcoGateway({
  url: 'https://jetco.example',
  merchantId: '881903000001',
  seeds: ['seed'],
  siteUrl: SITE_URL,
  clock,
});

const sent = (name: string, body: string | Uint8Array, headers: Record<string, string> = {}): SentRequest => ({
  method: 'POST',
  url: `${SITE_URL}/api/payment/callback/${name}`,
  headers,
  body: Buffer.from(body as string),
});

const isFact = (fact: Fact) =>
  /^[\w-]{1,64}$/.test(fact.gatewayTxn) &&
  Number.isInteger(fact.cents) &&
  fact.cents >= 0 &&
  fact.cents < 2 ** 31 &&
  /^\w{1,10}$/.test(fact.currency) &&
  !Number.isNaN(fact.at.getTime()) &&
  (fact.attempt === null || /^[A-Z]{2}\d{14}$/.test(fact.attempt));

function understood(gateway: Gateway, request: SentRequest): void {
  try {
    const { facts, asks, eventId } = gateway.readWebhook(request);
    expect(facts.every(isFact), JSON.stringify(facts)).toBe(true);
    expect(asks.every((ask) => ask.length <= 64)).toBe(true);
    expect(eventId.length).toBeLessThanOrEqual(200);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

const word = oneof(
  constantFrom<unknown>('', '0', '-1', '388.00', '1e9', 'NaN', 'HKD', '\u0000', '__proto__', 'TRADE_SUCCESS', 'PR005'),
  constantFrom<unknown>('UR26112200000001', 'SALE', 'S1', null, 388.5, -1, 1e308, [], {}, '2026-11-22 12:00:00'),
  jsonValue(),
  string({ unit: 'binary', maxLength: 40 }),
);
const EFT_FIELDS = [
  'out_trade_no',
  'eft_trade_no',
  'total_fee',
  'currency',
  'trade_status',
  'trade_type',
  'gmt_payment',
];

it('refuses whatever is not signed', () => {
  assert(
    property(uint8Array({ maxLength: 300 }), string({ maxLength: 100 }), (bytes, mac) => {
      const headers = { digest: digestOf(Buffer.from(bytes)), signature: mac, 'x-client-id': KEYS.clientId };
      for (const gateway of [payme, eft, jetco])
        expect(() => gateway.readWebhook(sent(gateway.name, bytes, headers))).toThrow('forbidden');
      for (const gateway of [eft, jetco])
        expect(gateway.readReturn(sent(gateway.name, bytes))).toEqual({
          attempt: null,
          hint: 'unknown',
          trusted: null,
        });
    }),
    { seed: SEED, numRuns: 300 },
  );
});

it('understands what PayMe signs, whatever it is, in one form or not at all', () => {
  const body = record(
    {
      paymentRequestId: oneof(constantFrom<unknown>('b3d1c8f0'), word),
      totalAmount: word,
      currencyCode: word,
      createdTime: word,
      statusCode: oneof(constantFrom<unknown>('PR005'), word),
      transactions: oneof(
        constantFrom<unknown>([{ orderId: 'UR26112200000001', transactionId: 'c7a2' }], [], [{}]),
        word,
      ),
    },
    { requiredKeys: [] },
  );
  assert(
    property(oneof(body, jsonValue()), constantFrom('payment.success', 'payment.failure', 'x'), (told, event) => {
      const text = JSON.stringify(told);
      const signature = signPayme(KEYS, [
        ['digest', digestOf(text)],
        ['x-client-id', KEYS.clientId],
        ['x-event-type', event],
        ['(request-target)', 'post /api/payment/callback/payme'],
      ]);
      const headers = { digest: digestOf(text), 'x-client-id': KEYS.clientId, 'x-event-type': event, signature };
      understood(payme, sent('payme', text, headers));
    }),
    { seed: SEED, numRuns: 500 },
  );
});

it('understands what EFT signs, whatever it is, in one form or not at all', () => {
  assert(
    property(dictionary(oneof(constantFrom(...EFT_FIELDS), string({ maxLength: 20 })), word), (told) => {
      const fields = eftFieldsOf({ ...told, user_confirm_key: 'S1' });
      if (fields) understood(eft, sent('eft', JSON.stringify(signed('eft-secret', { ...fields }))));
      else understood(eft, sent('eft', JSON.stringify(told)));
    }),
    { seed: SEED, numRuns: 500 },
  );
});

it('believes of what JETCO signs only what has the form of its fields', () => {
  const RIGHT = {
    mid: '881903000001',
    inv: 'UR26112200000001',
    amt: '388.00',
    cur: '344',
    tt: '7',
    loc: 'zh_tr',
    rc: '0',
    rn: '5324',
    eci: '05',
    sts: 'AP',
    cip: '',
    cb: 'V',
    ac: '',
    lstn: '',
    sd: '',
    cbt: '',
    ar: '',
  };
  const text = string({ unit: 'binary', maxLength: 20 });
  assert(
    property(dictionary(constantFrom(...Object.keys(RIGHT)), text, { maxKeys: 3 }), (changes) => {
      // As form-encoded: characters that are not well-formed have been replaced on the way.
      const form = new URLSearchParams({ ...RIGHT, ...changes });
      const fields = Object.fromEntries(form);
      form.set('hv', answerHash('seed', fields));
      const { trusted } = jetco.readReturn(sent('jetco', form.toString()));
      expect(trusted === null || isFact(trusted), form.toString()).toBe(true);
      if (trusted?.kind === 'paid')
        expect(fields).toMatchObject({ sts: 'AP', rc: '0', mid: RIGHT.mid, cur: RIGHT.cur });
    }),
    { seed: SEED, numRuns: 500 },
  );
});
