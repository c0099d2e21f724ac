import { expect, it } from 'vitest';
import { campaignText } from '#app/text/zh-hk/campaigns.ts';
import { shown } from '#tests/factories/money/payment-page.tsx';
import { ToldPage } from './order-status-page.tsx';

const text = campaignText.told;

it('says of an order whose money is back that it was refunded, not that it will be', () => {
  const told = (state: 'waiting' | 'asked' | 'by_hand' | 'done' | 'nothing') =>
    shown(() => (
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
          delivery: {
            state: 'none',
            tracking: null,
            atMs: { waiting: null, packed: null, sent: null, received: null },
          },
          asked: { airName: false, reach: null },
          isComplete: true,
          airNameState: null,
          isNamed: false,
          plays: [],
          withStaffCents: state === 'by_hand' ? 4_800 : 0,
          returned: { cents: 4_800, state },
          storyToken: '',
          payPath: '/',
        }}
      />
    ));
  for (const state of ['waiting', 'asked', 'by_hand'] as const) expect(told(state)).toContain(text.backTitle);
  for (const state of ['done', 'nothing'] as const) expect(told(state)).toContain(text.isBackTitle);
});
