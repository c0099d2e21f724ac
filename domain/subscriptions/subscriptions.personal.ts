import { recurringProfiles, subscriptions } from '#db/tables/subscriptions.ts';
import { INNER, type PersonalTable } from '#db/personal-table.ts';

/** What this module holds of a member. */
export const SUBSCRIPTIONS_PERSONAL = {
  subscriptions: {
    table: subscriptions,
    column: subscriptions.memberId,
    by: 'memberId',
    title: '訂閱',
    shown: { planId: '計劃編號', source: '來源', startsAt: '開始', endsAt: '結束', createdAt: '加入時間' },
    withheld: { id: INNER, memberId: INNER },
    erase: 'keep',
    keptBecause: 'the station accounts for what it sold; without its member a plan names nobody',
  },
  recurringProfiles: {
    table: recurringProfiles,
    column: recurringProfiles.memberId,
    by: 'memberId',
    title: '自動續訂',
    shown: {
      planId: '計劃編號',
      state: '狀態',
      cardScheme: '信用卡種類',
      cardLast4: '信用卡末四位',
      cardEndsOn: '信用卡有效至',
      periodMonths: '每隔月數',
      createdAt: '加入時間',
    },
    withheld: { id: INNER, memberId: INNER },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
