import { HASH, INNER, type PersonalTable } from '#db/personal-table.ts';
import { guestBuyers } from '#db/tables/sales.ts';

/** What this module holds of a member: as whom they bought, before or beside their account (`takeGuestOrders` of privacy). */
export const SALES_PERSONAL = {
  guestBuyers: {
    table: guestBuyers,
    column: guestBuyers.linkedMemberId,
    by: 'memberId',
    title: '以訪客身份購買',
    shown: { email: '電郵地址', provedAt: '驗證時間', createdAt: '首次使用時間' },
    withheld: { id: INNER, emailHash: HASH, linkedMemberId: INNER },
    // Their orders stay as long as the books are, and name nobody then.
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
