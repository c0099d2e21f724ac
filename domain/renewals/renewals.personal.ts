import { INNER, type PersonalTable } from '#db/personal-table.ts';
import { planReminders } from '#db/tables/renewals.ts';

/** Personal data of this module. */
export const RENEWALS_PERSONAL = {
  planReminders: {
    table: planReminders,
    column: planReminders.memberId,
    by: 'memberId',
    title: '計劃提示',
    shown: { kind: '種類', aboutDay: '所關日期', sentAt: '寄出時間', isRead: '已讀' },
    withheld: { memberId: INNER, detail: INNER },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
