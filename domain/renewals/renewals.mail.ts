import { body, greeting, type MemberMail } from '#domain/mail/member-letter.ts';
import {
  NOTHING_TO_DO,
  planMail,
  timeFacts,
  untilWords,
  type About,
  type TimeWords,
} from '#domain/subscriptions/plan-mails.ts';
import { dayWords } from '#shared/day.words.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { moneyHk } from '#shared/money.ts';

export const renewedMail = (
  to: About,
  about: TimeWords & { cents: number; nextDay: DayHk | null; stopUrl: string },
): MemberMail => ({
  ...planMail('plan-renewed', to, '你的計劃已續訂'),
  facts: [
    ...timeFacts(about),
    ['已扣款', moneyHk(about.cents)],
    ...(about.nextDay ? [['下次扣款日', dayWords(about.nextDay)] as const] : []),
  ],
  ...body([greeting(to.name), '你的計劃已經續訂，收據會另行寄出。'], { words: '停止續訂', url: about.stopUrl }),
});

/** Sent before each charge, with a one-click stop link. */
export const chargeNoticeMail = (
  to: About,
  about: { planName: string; day: DayHk; cents: number; last4: string; stopUrl: string },
): MemberMail => ({
  ...planMail('plan-charge-notice', to, '你的計劃快將續訂'),
  facts: [
    ['計劃', about.planName],
    ['扣款日', dayWords(about.day)],
    ['金額', moneyHk(about.cents)],
    ['信用卡末四位', about.last4],
  ],
  ...body([greeting(to.name), `你的計劃將會續訂。如想繼續，${NOTHING_TO_DO}如不想續訂，請於扣款日之前按以下連結：`], {
    words: '停止續訂',
    url: about.stopUrl,
  }),
});

export const chargeFailedMail = (
  to: About,
  about: { planName: string; cents: number; nextTry: DayHk | null; graceLast: DayHk; payUrl: string },
): MemberMail => ({
  ...planMail('plan-charge-failed', to, about.nextTry ? '未能扣款' : '未能扣款，續訂已停止'),
  variant: about.nextTry ? 'again' : 'last',
  facts: [
    ['計劃', about.planName],
    ['金額', moneyHk(about.cents)],
    ['寬限期', `至${untilWords(about.graceLast)}`],
    ...(about.nextTry ? [['下次再試', dayWords(about.nextTry)] as const] : []),
  ],
  ...body(
    [
      greeting(to.name),
      about.nextTry
        ? '我們未能從你的信用卡扣款，今次沒有收費。寬限期內你可以照常收聽，我們會再試。你亦可以在會員紀錄更改付款卡，或以其他付款方法即時付款。'
        : '我們多次未能從你的信用卡扣款，沒有收費，亦不會再試。寬限期完結後，計劃便會結束。如想繼續，請重新訂閱。',
    ],
    { words: about.nextTry ? '前往會員紀錄' : '選擇計劃', url: about.payUrl },
  ),
});

/** For members whose method cannot be charged again. */
export const renewalLinkMail = (
  to: About,
  about: { planName: string; last: DayHk; daysLeft: number; payUrl: string },
): MemberMail => ({
  ...planMail('plan-ends', to, '你的計劃尚餘{日數}日'),
  values: { 日數: String(about.daysLeft) },
  facts: [
    ['計劃', about.planName],
    ['到期日', dayWords(about.last)],
  ],
  ...body(
    [
      greeting(to.name),
      '你的計劃快將到期，到期後不會自動扣款。現在續訂，新的日子由原來的到期日之後起計，一日都不會少。',
    ],
    { words: '續訂', url: about.payUrl },
  ),
});

export const stoppedMail = (to: About, about: { planName: string; last: DayHk | null }): MemberMail => ({
  ...planMail('plan-stopped', to, '自動續訂已停止'),
  facts: [['計劃', about.planName], ...(about.last ? [['可收聽至', untilWords(about.last)] as const] : [])],
  ...body([greeting(to.name), '你的計劃不會再自動扣款。已付款的日子可照常收聽，之後亦可隨時再訂閱。']),
});

export const planChangedMail = (
  to: About,
  about: TimeWords & { paidCents: number; creditLeftCents: number },
): MemberMail => ({
  ...planMail('plan-changed', to, '你已轉計劃'),
  facts: [
    ...timeFacts(about),
    ['已扣差額', moneyHk(about.paidCents)],
    ...(about.creditLeftCents > 0 ? [['下次扣款可抵扣', moneyHk(about.creditLeftCents)] as const] : []),
  ],
  ...body([greeting(to.name), '你的計劃已經更改，即時生效。原有計劃未用的日子已按日數抵扣。']),
});

export const cardChangedMail = (to: About, about: { last4: string }): MemberMail => ({
  ...planMail('plan-card-changed', to, '付款卡已更改'),
  facts: [['新卡末四位', about.last4]],
  ...body([
    greeting(to.name),
    '續訂的付款卡已經更改。驗證用的HK$1會全數退回。如不是你本人所為，請立即到本台網站「聯絡我們」通知我們。',
  ]),
});
