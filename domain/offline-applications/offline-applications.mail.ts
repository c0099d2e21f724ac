import { body, greeting, type MemberMail } from '#domain/mail/member-letter.ts';
import { planMail, type About } from '#domain/subscriptions/plan-mails.ts';
import { dayWords } from '#shared/day.words.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { moneyHk } from '#shared/money.ts';

const factsOf = ({ id, cents }: { id: number; cents: number }): [string, string][] => [
  ['申請編號', String(id)],
  ['金額', moneyHk(cents)],
];

export const receivedMail = (
  to: About,
  about: { id: number; cents: number; dueOn: DayHk; hasReceipt: boolean; url: string },
): MemberMail => ({
  ...planMail('offline-received', to, '已收到支票或銀行入數申請'),
  variant: about.hasReceipt ? 'with-receipt' : 'without-receipt',
  facts: [...factsOf(about), ['最遲處理日期', dayWords(about.dueOn)]],
  ...body(
    [
      greeting(to.name),
      about.hasReceipt
        ? '我們已收到你的申請，會於10個工作天內處理，有結果會電郵通知你。批准後即時開通。'
        : '我們已收到你的申請，但未有支票或入數紙的相片。請於14日內補交，否則申請會自動取消。',
    ],
    about.hasReceipt ? undefined : { words: '補交相片', url: about.url },
  ),
});

export const receiptMissingMail = (to: About, about: { id: number; cents: number; url: string }): MemberMail => ({
  ...planMail('offline-receipt-missing', to, '請補交入數紙相片'),
  facts: factsOf(about),
  ...body([greeting(to.name), '你的申請仍欠支票或入數紙的相片。收到相片後，我們才可處理。'], {
    words: '補交相片',
    url: about.url,
  }),
});

export const grantedMail = (
  to: About,
  about: { id: number; cents: number; first: DayHk; last: DayHk },
): MemberMail => ({
  ...planMail('offline-granted', to, '申請已批准，計劃已生效'),
  facts: [...factsOf(about), ['有效期', `${dayWords(about.first)}至${dayWords(about.last)}`]],
  ...body([greeting(to.name), '多謝訂閱，收據會另行寄出。計劃到期後不會自動扣款。']),
});

export const refusedMail = (to: About, about: { id: number; cents: number; why: string; url: string }): MemberMail => ({
  ...planMail('offline-refused', to, '申請未能批准'),
  facts: [...factsOf(about), ['原因', about.why]],
  ...body([greeting(to.name), '你的申請未能批准，計劃沒有開通。如已付款，我們會與你聯絡退款。你亦可重新申請。'], {
    words: '重新申請',
    url: about.url,
  }),
});

export const cancelledMail = (to: About, about: { id: number; cents: number }): MemberMail => ({
  ...planMail('offline-cancelled', to, '申請已取消'),
  facts: factsOf(about),
  ...body([
    greeting(to.name),
    '你的支票或銀行入數申請已取消，計劃沒有開通。如已付款，請到本台網站「聯絡我們」通知我們。',
  ]),
});
