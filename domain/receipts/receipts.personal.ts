import { orders } from '#db/tables/payments.ts';
import { receipts } from '#db/tables/receipts.ts';
import { INNER, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const RECEIPTS_PERSONAL = {
  receipts: {
    table: receipts,
    column: orders.memberId,
    by: 'memberId',
    through: { own: receipts.orderId, other: orders.id },
    title: '收據及退款通知書',
    shown: {
      kind: '種類',
      year: '年份',
      number: '編號',
      cents: '金額（仙）',
      paidAt: '付款或退款時間',
      issuedAt: '簽發時間',
      content: '內容',
    },
    withheld: { id: INNER, orderId: INNER, refundId: INNER },
    erase: 'keep',
    keptBecause:
      'the books must be kept for seven years (Inland Revenue Ordinance); a receipt stores no name: it is added when the receipt is printed, while the account exists',
  },
} as const satisfies Record<string, PersonalTable>;
