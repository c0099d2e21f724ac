import { follows } from '#db/tables/follows.ts';
import { INNER, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const FOLLOWS_PERSONAL = {
  follows: {
    table: follows,
    column: follows.memberId,
    by: 'memberId',
    title: '跟開嘅內容',
    shown: { kind: '種類', subject: '內容', createdAt: '開始時間' },
    withheld: { memberId: INNER },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
