import { body, greeting, type MemberMail } from '#domain/mail/member-letter.ts';
import { NOTHING_TO_DO, planMail, timeFacts, type About, type TimeWords } from '#domain/subscriptions/plan-mails.ts';
import { dayWords } from '#shared/day.words.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { moneyHk } from '#shared/money.ts';

/** What was bought and, if it renews, the next charge and how to stop it. */
export const boughtMail = (
  to: About,
  about: TimeWords & { next: { day: DayHk; cents: number; stopUrl: string } | null },
): MemberMail => ({
  ...planMail('plan-bought', to, '你的計劃已生效'),
  variant: about.next ? 'renews' : 'once',
  facts: [
    ...timeFacts(about),
    ...(about.next ? [['下次扣款', `${dayWords(about.next.day)}，${moneyHk(about.next.cents)}`] as const] : []),
  ],
  ...body(
    [
      greeting(to.name),
      about.next
        ? '多謝訂閱。計劃會自動續訂；如不想續訂，可於下次扣款日之前停止，已付款的日子不受影響。'
        : '多謝訂閱。計劃到期後不會自動扣款。',
    ],
    about.next ? { words: '停止續訂', url: about.next.stopUrl } : undefined,
  ),
});

export const giftMail = (
  to: About,
  about: { planName: string; days: number; code: string; redeemUrl: string; last: DayHk },
): MemberMail => ({
  ...planMail('plan-gift', to, '你送出的計劃'),
  facts: [
    ['計劃', `${about.planName}（${about.days}日）`],
    ['兌換碼', about.code],
    ['兌換限期', dayWords(about.last)],
  ],
  ...body(
    [greeting(to.name), '多謝惠顧。請將兌換碼或以下連結交給收禮的人；兌換碼只可使用一次，兌換時才開始計算日子。'],
    {
      words: '兌換連結',
      url: about.redeemUrl,
    },
  ),
});

export const creditMail = (to: About, about: { days: number; why: string; last: DayHk }): MemberMail => ({
  ...planMail('plan-credit', to, '已為你的計劃加{日數}日'),
  values: { 日數: String(about.days) },
  facts: [
    ['原因', about.why],
    ['計劃現時可用至', dayWords(about.last)],
  ],
  ...body([greeting(to.name), `因服務曾經中斷，我們已為你的計劃免費加上{日數}日。${NOTHING_TO_DO}`]),
});
