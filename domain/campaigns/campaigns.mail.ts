import { body, greeting, type MemberMail } from '#domain/mail/member-letter.ts';
import { moneyHk } from '#shared/money.ts';

// Mails to supporters and buyers. A guest has no name here; the link opens the order without log-in.

interface To {
  memberId: number | null;
  email: string;
  name: string;
}

const mailOf = (template: string, { memberId, email }: To, subject: string, key: string) => ({
  template,
  dedupeKey: `${template}:${key}`,
  recipient: email,
  memberId,
  subject,
});

export const thanksMail = (
  to: To,
  about: {
    orderId: number;
    supporterNo: number;
    kind: 'pledge' | 'sale';
    lines: readonly { name: string; quantity: number }[];
    cents: number;
    url: string;
  },
): MemberMail => ({
  ...mailOf(
    'campaign-thanks',
    to,
    about.kind === 'pledge' ? '多謝支持眾籌' : '已收到限量發售訂單',
    String(about.orderId),
  ),
  variant: about.kind,
  facts: [
    ['編號', String(about.supporterNo)],
    ...about.lines.map(({ name, quantity }): [string, string] => [
      '項目',
      quantity > 1 ? `${name} ×${quantity}` : name,
    ]),
    ['金額', moneyHk(about.cents)],
  ],
  ...body(
    [
      greeting(to.name),
      about.kind === 'pledge'
        ? '我們已收到你的付款。如眾籌未能達標，款項會全數退還，並會電郵通知你。'
        : '我們已收到你的付款。寄出後會更新進度，你可隨時由以下連結查閱。',
      '收據會另行寄出。請保留此電郵：連結毋須登入即可查閱你的紀錄。',
    ],
    { words: '查閱紀錄', url: about.url },
  ),
});

export const givenBackMail = (
  to: To,
  about: { orderId: number; cents: number; isByHand: boolean; url: string },
): MemberMail => ({
  ...mailOf('campaign-given-back', to, '項目未能完成，現正退款', String(about.orderId)),
  variant: about.isByHand ? 'by-hand' : 'automatic',
  facts: [['退款', moneyHk(about.cents)]],
  ...body(
    [
      greeting(to.name),
      about.isByHand
        ? '你支持或訂購的項目未能完成。你使用的付款方法未能自動退款，職員會另行聯絡你安排退款。'
        : '你支持或訂購的項目未能完成，款項會退回原來的付款方法，需時視乎銀行或電子錢包。',
    ],
    { words: '查閱退款進度', url: about.url },
  ),
});

export const sentMail = (to: To, about: { orderId: number; tracking: string | null; url: string }): MemberMail => ({
  ...mailOf('campaign-sent', to, '你的訂單已寄出', String(about.orderId)),
  facts: about.tracking === null ? [] : [['追蹤編號', about.tracking]],
  ...body([greeting(to.name), '你的訂單已寄出。'], { words: '查閱進度', url: about.url }),
});

export const playedMail = (to: To, about: { orderId: number; day: string; url: string }): MemberMail => ({
  ...mailOf('campaign-played', to, '你揀選的一日已經播出', `${about.orderId}:${about.day}`),
  ...body([greeting(to.name), '你支持的一日已經播出。以下連結是節目重溫中讀出名字的一段。'], {
    words: '重溫這一段',
    url: about.url,
  }),
});

export const refusedNameMail = (to: To, about: { orderId: number; name: string; url: string }): MemberMail => ({
  ...mailOf('campaign-name-refused', to, '請更改讀出的名字', `${about.orderId}:${about.name}`),
  facts: [['名字', about.name]],
  ...body([greeting(to.name), '你填寫的名字未能採用，請在播出前更改。'], { words: '更改名字', url: about.url }),
});
