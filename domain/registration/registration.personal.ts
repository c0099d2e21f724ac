import { registrations } from '#db/tables/registration.ts';
import { INNER, HASH, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const REGISTRATION_PERSONAL = {
  registrations: {
    table: registrations,
    column: registrations.emailKey,
    by: 'emailKey',
    title: '登記',
    shown: {
      email: '電郵地址',
      surname: '姓氏',
      givenName: '名字',
      displayName: '顯示名稱',
      gender: '性別',
      dob: '出生日期',
      phoneNoCountry: '電話地區',
      phoneNo: '電話號碼',
      phoneVerifiedAt: '電話驗證時間',
      isSubscribeEdm: '同意電郵直接促銷',
      under18Terms: '父母或監護人同意',
      mailedAt: '最後寄出電郵',
      expiresAt: '失效時間',
      createdAt: '登記時間',
    },
    withheld: { id: INNER, saltHash: HASH, emailKey: 'the same address, normalised for comparison' },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
