import { promotionCodes, promotionUses } from '#db/tables/promotions.ts';
import { INNER, SECRET, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const PROMOTIONS_PERSONAL = {
  promotionUses: {
    table: promotionUses,
    column: promotionUses.memberId,
    by: 'memberId',
    title: '使用過的優惠碼及兌換碼',
    shown: { orderId: '訂單編號', state: '狀態', createdAt: '開始使用時間', endedAt: '完成時間' },
    withheld: { id: INNER, codeId: INNER, memberId: INNER },
    erase: 'keep',
    keptBecause: 'uses of a code count towards its limit; without the member id a use identifies nobody',
  },
  promotionCodes: {
    table: promotionCodes,
    column: promotionCodes.ownerId,
    by: 'memberId',
    title: '只供你使用的優惠碼及兌換碼',
    shown: { maxUses: '可用次數', used: '已用次數', cancelledAt: '取消時間' },
    withheld: {
      id: INNER,
      batchId: INNER,
      code: SECRET,
      held: INNER,
      ownerId: INNER,
      orderId: INNER,
    },
    erase: 'keep',
    keptBecause: 'the value of a code is part of the books; without the member id a code identifies nobody',
  },
} as const satisfies Record<string, PersonalTable>;
