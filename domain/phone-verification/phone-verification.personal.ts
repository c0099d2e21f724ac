import { phoneRequests, smsCodes } from '#db/tables/phone-verification.ts';
import { INNER, SECRET, HASH, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const PHONE_VERIFICATION_PERSONAL = {
  smsCodes: {
    table: smsCodes,
    column: smsCodes.memberId,
    by: 'memberId',
    title: '短訊驗證碼',
    shown: {
      phoneNoCountry: '電話地區',
      phoneNo: '電話號碼',
      state: '狀態',
      tries: '嘗試次數',
      delivery: '送遞情況',
      expiresAt: '失效時間',
      createdAt: '發出時間',
    },
    withheld: {
      id: INNER,
      saltHash: HASH,
      registrationId: INNER,
      memberId: INNER,
      phoneChangeId: INNER,
      codeMac: HASH,
      share: INNER,
      providerId: INNER,
    },
    erase: 'delete',
  },
  phoneRequests: {
    table: phoneRequests,
    column: phoneRequests.memberId,
    by: 'memberId',
    title: '電話驗證',
    shown: {
      phoneNoCountry: '電話地區',
      phoneNo: '電話號碼',
      verifyType: '驗證方式',
      state: '狀態',
      stationNo: '電台號碼',
      tries: '嘗試次數',
      triggers: '致電次數',
      triggeredAt: '最後致電',
      callDelivery: '致電情況',
      windows: '開始次數',
      windowBeganAt: '開始時間',
      windowEndsAt: '限期',
      matchedAt: '收到時間',
      createdAt: '提出時間',
    },
    withheld: {
      id: INNER,
      memberId: INNER,
      pageInstance: INNER,
      phoneChangeId: INNER,
      textCode: SECRET,
      codeMac: HASH,
    },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
