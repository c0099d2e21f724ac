import { offlineApplications } from '#db/tables/offline-applications.ts';
import { HASH, INNER, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const OFFLINE_APPLICATIONS_PERSONAL = {
  offlineApplications: {
    table: offlineApplications,
    column: offlineApplications.memberId,
    by: 'memberId',
    title: '支票或銀行入數申請',
    shown: {
      orderId: '訂單編號',
      paymentMethod: '付款方法',
      state: '狀態',
      plans365: '365日計劃數目',
      extra30days: '加購30日數目',
      dueOn: '預計處理日期',
      createdAt: '申請時間',
      decidedAt: '處理時間',
      decidedWhy: '處理原因',
    },
    withheld: {
      id: INNER,
      memberId: INNER,
      receipt: 'the name of an internal file',
      receiptSha256: HASH,
      decidedBy: 'the name of a staff member',
      remindedAt: INNER,
    },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
