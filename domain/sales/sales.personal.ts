import { HASH, INNER, type PersonalTable } from '#db/personal-table.ts';
import { guestBuyers } from '#db/tables/sales.ts';

/**
 * Personal data of this module: the guest identity of a member's purchases before or besides their account
 * (`takeGuestOrders` of privacy).
 */
export const SALES_PERSONAL = {
  guestBuyers: {
    table: guestBuyers,
    column: guestBuyers.linkedMemberId,
    by: 'memberId',
    title: '以訪客身份購買',
    shown: { email: '電郵地址', provedAt: '驗證時間', createdAt: '首次使用時間' },
    withheld: { id: INNER, emailHash: HASH, linkedMemberId: INNER },
    // Their orders are kept as long as the books, without a name.
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
