import { billingAccounts, orders } from '#db/tables/payments.ts';
import { INNER, type PersonalTable } from '#db/personal-table.ts';

const BOOKS =
  'the books must be kept for seven years (Inland Revenue Ordinance); without the member id an order identifies nobody';

/** Personal data of this module. */
export const PAYMENTS_PERSONAL = {
  orders: {
    table: orders,
    column: orders.memberId,
    by: 'memberId',
    title: '訂單',
    shown: {
      kind: '種類',
      state: '狀態',
      totalCents: '總額（仙）',
      capturedCents: '已收（仙）',
      refundedCents: '已退（仙）',
      isAutopay: '自動續訂',
      createdAt: '落單時間',
      expiresAt: '有效至',
      paidAt: '付款時間',
      fulfilledAt: '生效時間',
      closedAt: '完結時間',
    },
    withheld: {
      id: INNER,
      memberId: INNER,
      guestId: INNER,
      idempotencyKey: INNER,
      returnPath: INNER,
      extraData: 'data that the selling page passed along, for internal use',
    },
    erase: 'keep',
    keptBecause: BOOKS,
  },
  billingAccounts: {
    table: billingAccounts,
    column: billingAccounts.memberId,
    by: 'memberId',
    title: '付款帳戶',
    shown: { createdAt: '開立時間' },
    withheld: { id: INNER, memberId: INNER, guestId: INNER },
    // A lock row; recreated if money of an erased member still moves.
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
