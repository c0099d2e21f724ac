import { beforeEach, expect, it, vi } from 'vitest';
import { ToldPage } from '#app/pages/campaigns/order-status-page.tsx';
import GuestOrders from '#app/pages/checkout/guest-orders.tsx';
import PaymentStory from '#app/pages/payment-story/payment-story.tsx';
import { paymentsText } from '#app/text/zh-hk/payments.ts';
import { PAYMENT, shown } from '#tests/factories/money/payment-page.tsx';
import { PaymentRows } from './history/payment-rows.tsx';
import { PaymentDetails } from './outcome/payment-details.tsx';

// Pages that show a refund which is decided elsewhere, at the desk or by its provider: they are updated while it is under way,
// and ask nothing otherwise.

const polling = vi.hoisted(() => ({ isUnderWay: [] as boolean[] }));
vi.mock('#app/components/hooks/use-polling.ts', () => ({
  useRefundPolling: (isUnderWay: boolean) => void polling.isUnderWay.push(isUnderWay),
}));
beforeEach(() => {
  polling.isUnderWay = [];
});

const ROW = { ...PAYMENT, path: '/', storyToken: '', mayPay: false };
const returning = (cents: number) => ({ ...ROW, returningCents: cents });

it('updates a member’s payments, a payment, and those of a guest while one of them is being refunded', () => {
  for (const cents of [0, 1_000]) {
    polling.isUnderWay = [];
    const payments = [ROW, returning(cents)];
    shown(() => <PaymentRows payments={payments} years={[]} />);
    const details = shown(() => <PaymentDetails payment={returning(cents)} />);
    shown(GuestOrders, { code: '', isOver: false, email: 'guest@member.example', payments, methods: [], method: null });
    expect(polling.isUnderWay).toEqual([cents > 0, cents > 0, cents > 0]);
    expect(details.includes(paymentsText.details.returning)).toBe(cents > 0);
  }
});

it('updates the story of a payment, and an order of a campaign', () => {
  const story = { orderId: 1, totalCents: 4_800, keptCents: 4_800, steps: [] };
  const told = (state: 'waiting' | 'asked' | 'by_hand' | 'done' | 'nothing') => () => (
    <ToldPage
      name="popcorn"
      siteUrl=""
      thanks=""
      thanksWords=""
      order={{
        orderId: 1,
        kind: 'pledge',
        supporterNo: 1,
        totalCents: 4_800,
        isOver: false,
        lines: [],
        delivery: { state: 'none', tracking: null, atMs: { waiting: null, packed: null, sent: null, received: null } },
        asked: { airName: false, reach: null },
        isComplete: true,
        airNameState: null,
        isNamed: false,
        plays: [],
        returned: { cents: 4_800, state },
        storyToken: '',
        payPath: '/',
      }}
    />
  );
  for (const isReturning of [true, false]) shown(PaymentStory, { siteUrl: '', story: { ...story, isReturning } });
  for (const state of ['waiting', 'asked', 'by_hand', 'done', 'nothing'] as const) shown(told(state));
  expect(polling.isUnderWay).toEqual([true, false, true, true, true, false, false]);
});
