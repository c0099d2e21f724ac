import { phoneChanges } from '#db/tables/phones.ts';
import { INNER, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const PHONES_PERSONAL = {
  phoneChanges: {
    table: phoneChanges,
    column: phoneChanges.memberId,
    by: 'memberId',
    title: '更改電話',
    shown: {
      phoneNoCountry: '電話地區',
      phoneNo: '電話號碼',
      verifySms: '以短訊驗證',
      state: '狀態',
      expiresAt: '失效時間',
      createdAt: '提出時間',
    },
    withheld: { id: INNER, memberId: INNER, epoch: INNER },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
