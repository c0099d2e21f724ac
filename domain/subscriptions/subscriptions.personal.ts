import { recurringProfiles, subscriptions } from '#db/tables/subscriptions.ts';
import { INNER, SECRET, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const SUBSCRIPTIONS_PERSONAL = {
  subscriptions: {
    table: subscriptions,
    column: subscriptions.memberId,
    by: 'memberId',
    title: '訂閱',
    shown: {
      planId: '計劃編號',
      source: '來源',
      orderId: '訂單編號',
      startsAt: '開始',
      endsAt: '結束',
      createdAt: '加入時間',
    },
    withheld: { id: INNER, memberId: INNER, profileId: INNER },
    erase: 'keep',
    keptBecause: 'the station must account for its sales; without the member id a subscription identifies nobody',
  },
  recurringProfiles: {
    table: recurringProfiles,
    column: recurringProfiles.memberId,
    by: 'memberId',
    title: '自動續訂',
    shown: {
      planId: '計劃編號',
      state: '狀態',
      gateway: '付款服務',
      cardScheme: '信用卡種類',
      cardLast4: '信用卡末四位',
      cardEndsOn: '信用卡有效至',
      periodMonths: '每隔月數',
      renewOn: '下次扣款日',
      tries: '未能扣款次數',
      graceUntil: '寬限期至',
      nextPlanId: '下次續訂的計劃編號',
      creditCents: '可抵扣金額（港仙）',
      stopAskedAt: '要求停止續訂時間',
      chargedBackAt: '付款被銀行取回時間',
      createdAt: '加入時間',
      updatedAt: '更新時間',
    },
    withheld: {
      id: INNER,
      memberId: INNER,
      anchorDay: INNER,
      runId: INNER,
      gatewayToken: SECRET,
      gatewayAgreement: SECRET,
    },
    erase: 'keep',
    keptBecause:
      'the provider is asked to end the schedule until it confirms; after that a job deletes the row of an erased member',
  },
} as const satisfies Record<string, PersonalTable>;
