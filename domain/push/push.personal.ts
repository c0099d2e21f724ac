import { noticeMails, pushSubscriptions } from '#db/tables/push.ts';
import { INNER, SECRET, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const PUSH_PERSONAL = {
  noticeMails: {
    table: noticeMails,
    column: noticeMails.memberId,
    by: 'memberId',
    title: '電郵通知',
    shown: {
      kinds: '種類',
      quietFrom: '靜音開始時間',
      quietUntil: '靜音結束時間',
      isAlwaysWarned: '警告照常通知',
      perDay: '每日最多',
      toldDayHk: '上次通知日期',
      toldCount: '當日次數',
      createdAt: '建立時間',
      updatedAt: '更改時間',
    },
    withheld: { id: INNER, memberId: INNER },
    erase: 'delete',
  },
  pushSubscriptions: {
    table: pushSubscriptions,
    column: pushSubscriptions.memberId,
    by: 'memberId',
    title: '收取通知的裝置',
    shown: {
      kinds: '種類',
      quietFrom: '靜音開始時間',
      quietUntil: '靜音結束時間',
      isAlwaysWarned: '警告照常通知',
      perDay: '每日最多',
      toldDayHk: '上次通知日期',
      toldCount: '當日次數',
      lastSuccessAt: '上次成功送出',
      createdAt: '建立時間',
      updatedAt: '更改時間',
    },
    withheld: {
      id: INNER,
      memberId: INNER,
      sessionId: INNER,
      endpoint: SECRET,
      p256dh: SECRET,
      auth: SECRET,
      failures: INNER,
    },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
