import { array, assert, constantFrom, integer, property, record, shuffledSubarray } from 'fast-check';
import { expect, it } from 'vitest';
import {
  datedBy,
  foldAttempt,
  nextQueryAfter,
  formatNumber,
  paidStateOf,
  payingCapture,
  resultFor,
  shareOut,
  type AttemptState,
  type KnownFact,
} from './payments.rules.ts';

const NOW = new Date('2026-11-21T12:00:00+08:00');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const asked = { amountCents: 38_800, isRedirected: true };
const fact = (kind: KnownFact['kind'], cents = 38_800, currency = 'HKD'): KnownFact => ({ kind, cents, currency });
const KINDS = ['paid', 'authorised', 'failed', 'voided', 'refunded', 'cancelled', 'expired', 'chargeback'] as const;
const anyFact = record({
  kind: constantFrom(...KINDS),
  cents: constantFrom(38_800, 38_800, 38_801, 100, 0, 12_000),
  currency: constantFrom('HKD', 'HKD', 'HKD', 'USD'),
});
const anyFacts = array(anyFact, { maxLength: 7 });

it('says the same of an attempt in whatever order its facts came', () => {
  assert(
    property(
      anyFacts.chain((facts) =>
        shuffledSubarray(facts, { minLength: facts.length }).map((shuffled) => [facts, shuffled] as const),
      ),
      ([facts, shuffled]) => {
        expect(foldAttempt(shuffled, asked)).toEqual(foldAttempt(facts, asked));
      },
    ),
  );
});

it('never undoes money by a word that there was none', () => {
  assert(
    property(anyFacts, constantFrom<KnownFact['kind']>('failed', 'cancelled', 'expired'), (facts, word) => {
      const before = foldAttempt(facts, asked);
      const after = foldAttempt([...facts, fact(word)], asked);
      expect(after.capturedCents).toBe(before.capturedCents);
      if (before.capturedCents > 0 || before.state === 'authorised') expect(after.state).toBe(before.state);
    }),
  );
});

it('never gives back more than it took, and calls nothing paid that is not the price in Hong Kong dollars', () => {
  assert(
    property(anyFacts, (facts) => {
      const { state, capturedCents, refundedCents } = foldAttempt(facts, asked);
      expect(refundedCents).toBeLessThanOrEqual(capturedCents);
      if (state === 'paid')
        expect(facts.some((f) => f.kind === 'paid' && f.currency === 'HKD' && f.cents === 38_800)).toBe(true);
    }),
  );
});

it.each<[why: string, facts: KnownFact[], state: AttemptState]>([
  ['nothing is known', [], 'redirected'],
  ['the payer was refused', [fact('failed')], 'failed'],
  ['refused, then paid', [fact('failed'), fact('paid')], 'paid'],
  ['paid after it was cancelled', [fact('paid'), fact('cancelled')], 'paid'],
  ['another amount', [fact('paid', 38_801)], 'review'],
  ['another currency', [fact('paid', 38_800, 'USD')], 'review'],
  ['another amount that went back', [fact('paid', 38_801), fact('refunded', 38_801)], 'refunded'],
  ['paid twice', [fact('paid'), fact('paid')], 'paid'],
  ['paid twice, once given back', [fact('paid'), fact('paid'), fact('refunded')], 'paid'],
  ['a part went back', [fact('paid'), fact('refunded', 12_000)], 'part_refunded'],
  ['all went back', [fact('paid'), fact('refunded')], 'refunded'],
  ['held', [fact('authorised')], 'authorised'],
  ['held and let go', [fact('voided'), fact('authorised')], 'refunded'],
  ['taken by the cardholder’s bank', [fact('paid'), fact('chargeback')], 'review'],
])('where %s, an attempt is as it should be', (_why, facts, state) => {
  expect(foldAttempt(facts, asked).state).toBe(state);
});

it('takes an attempt of nought cents for paid', () => {
  expect(foldAttempt([fact('paid', 0)], { amountCents: 0, isRedirected: false }).state).toBe('paid');
});

const capture = (id: number, attemptId: number, cents = 38_800) => ({ ...fact('paid', cents), id, attemptId });
const amounts = new Map([
  [1, 38_800],
  [2, 38_800],
]);

it('lets the first capture pay that we were told of, and none that goes back by a rule', () => {
  const facts = [capture(9, 2), capture(7, 1)];
  expect(payingCapture(facts, { amounts, refunds: [], isCheck: false })?.id).toBe(7);
  const back = { paidFactId: 7, cents: 38_800, reason: 'paid_after_cancel', state: 'sent' as const };
  expect(payingCapture(facts, { amounts, refunds: [back], isCheck: false })?.id).toBe(9);
  expect(payingCapture([capture(5, 1, 38_801)], { amounts, refunds: [], isCheck: false })).toBeNull();
});

it('proves a card by a hold, and sells nothing for one', () => {
  const held = { ...fact('authorised', 100), id: 3, attemptId: 1 };
  const at = { amounts: new Map([[1, 100]]), refunds: [] };
  expect(payingCapture([held], { ...at, isCheck: true })?.id).toBe(3);
  expect(payingCapture([held], { ...at, isCheck: false })).toBeNull();
});

it('calls an order refunded once all of its price went back, and one that proved a card paid', () => {
  expect(paidStateOf({ isCheck: false, paidCents: 500, returnedCents: 0 })).toBe('paid');
  expect(paidStateOf({ isCheck: false, paidCents: 500, returnedCents: 499 })).toBe('part_refunded');
  expect(paidStateOf({ isCheck: false, paidCents: 500, returnedCents: 500 })).toBe('refunded');
  expect(paidStateOf({ isCheck: true, paidCents: 100, returnedCents: 100 })).toBe('paid');
});

it('shares out whatever goes back among the lines to the cent, and no line more than was paid for it', () => {
  const line = record({
    quantity: integer({ min: 1, max: 3 }),
    unitCents: integer({ min: 0, max: 50_000 }),
  });
  assert(
    property(
      array(line, { minLength: 1, maxLength: 4 }),
      array(integer({ min: 1, max: 40_000 }), { maxLength: 5 }),
      (drawn, parts) => {
        const lines = drawn.map((one, i) => ({ ...one, lineNo: i + 1, discountCents: 0 }));
        const total = lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0);
        const back = new Map<number, number>();
        let before = 0;
        for (const part of parts) {
          const cents = Math.min(part, total - before);
          const shares = shareOut(lines, { beforeCents: before, cents });
          expect(shares.reduce((sum, share) => sum + share.cents, 0)).toBe(cents);
          for (const share of shares) back.set(share.line.lineNo, (back.get(share.line.lineNo) ?? 0) + share.cents);
          before += cents;
        }
        for (const { lineNo, quantity, unitCents } of lines)
          expect(back.get(lineNo) ?? 0).toBeLessThanOrEqual(quantity * unitCents);
      },
    ),
  );
});

it('asks after 3, 10 and 30 seconds, 1, 2, 5, 10 and 30 minutes, each hour of a day, and then no more', () => {
  const askedAfterS: number[] = [];
  for (let at: Date | null = NOW; (at = nextQueryAfter(NOW, at)) !== null;)
    askedAfterS.push((at.getTime() - NOW.getTime()) / 1_000);
  expect(askedAfterS.slice(0, 10)).toEqual([3, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200]);
  expect(askedAfterS.at(-1)).toBe(86_400);
  // After downtime it polls once, not once per missed time.
  expect(nextQueryAfter(NOW, later(3_500_000))).toEqual(later(3_600_000));
});

it('numbers attempts so that every provider takes them', () => {
  expect(formatNumber('subscription', new Date('2025-11-19T20:00:00Z'), 123)).toBe('UR25112000000123');
  expect(formatNumber('card_check', NOW, 1)).toMatch(/^CC\d{14}$/);
});

it('never tells somebody whose money is here that it failed, nor asks them to pay again', () => {
  const states = ['open', 'paid', 'cancelled', 'expired', 'review', 'part_refunded', 'refunded'];
  const attempts: AttemptState[] = [
    'created',
    'redirected',
    'paid',
    'failed',
    'cancelled',
    'expired',
    'refunded',
    'review',
  ];
  for (const state of states)
    for (const attempt of attempts) {
      const order = { state, capturedCents: 38_800, refundedCents: 0 };
      expect(resultFor(order, { state: attempt, expiresAt: later(-1) }, NOW), `${state} ${attempt}`).not.toBe(
        'failure',
      );
    }
});

it('tells who was refused at once, and who is not known to have paid that it is looked into', () => {
  const order = { state: 'open', capturedCents: 0, refundedCents: 0 };
  expect(resultFor(order, { state: 'failed', expiresAt: later(60_000) }, NOW)).toBe('failure');
  expect(resultFor(order, { state: 'redirected', expiresAt: later(-60_000) }, NOW)).toBe('pending');
  expect(resultFor({ ...order, state: 'expired' }, { state: 'redirected', expiresAt: later(0) }, NOW)).toBe('pending');
  expect(resultFor({ ...order, state: 'expired' }, { state: 'expired', expiresAt: later(0) }, NOW)).toBe('failure');
});

it('dates by a provider’s time from five minutes before the order to five minutes after it was told, and no other', () => {
  const SLACK_MS = 300_000;
  const orderedAt = later(-3_600_000);
  const dated = (saidAt: Date) => datedBy(saidAt, { orderedAt, toldAt: NOW });
  const first = new Date(orderedAt.getTime() - SLACK_MS);
  const last = later(SLACK_MS);
  for (const good of [first, orderedAt, NOW, last]) expect(dated(good)).toEqual(good);
  for (const odd of [new Date(first.getTime() - 1), new Date(last.getTime() + 1), new Date(0), new Date(Number.NaN)])
    expect(dated(odd)).toEqual(NOW);
  // Without an order, such as a charge of a provider's own schedule: up to a month back.
  const DAY_MS = 86_400_000;
  expect(datedBy(later(-31 * DAY_MS), { orderedAt: null, toldAt: NOW })).toEqual(later(-31 * DAY_MS));
  expect(datedBy(later(-31 * DAY_MS - 1), { orderedAt: null, toldAt: NOW })).toEqual(NOW);
});
