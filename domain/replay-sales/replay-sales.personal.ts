import { INNER, type PersonalTable } from '#db/personal-table.ts';
import { replayPurchases } from '#db/tables/replay-sales.ts';

/** Personal data of this module. */
export const REPLAY_SALES_PERSONAL = {
  replayPurchases: {
    table: replayPurchases,
    column: replayPurchases.memberId,
    by: 'memberId',
    title: '單集重溫',
    shown: {
      archiveId: '節目重溫編號',
      orderId: '訂單編號',
      paidCents: '金額（港仙）',
      boughtAt: '購買時間',
      endsAt: '結束',
      endedAt: '退款時間',
      lostAt: '節目收起時間',
    },
    withheld: { id: INNER, memberId: INNER },
    erase: 'keep',
    keptBecause: 'the station must account for its sales; without the member id a purchase identifies nobody',
  },
} as const satisfies Record<string, PersonalTable>;
