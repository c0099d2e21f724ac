import type { Tx } from '#db/database.ts';
import { findAccount } from '#domain/auth/auth.ts';
import { body, greeting, queueLetter, momentOf, type MemberMail } from '#domain/mail/member-letter.ts';
import { eventPaths } from '#shared/paths/event-paths.ts';
import type { EventRow } from './events.store.ts';

// Written Chinese, like all mails.

interface About {
  key: string;
  recipient: string;
  name: string;
}

/** Queues a mail to a member in the transaction of its event; does nothing for an erased member. */
export async function mailHolder(
  tx: Tx,
  memberId: number,
  key: string,
  mailOf: (to: About) => MemberMail,
): Promise<void> {
  const account = await findAccount(tx, memberId);
  if (!account?.email) return;
  await queueLetter(tx, { ...mailOf({ key, recipient: account.email, name: account.displayName }), memberId });
}

interface EventWords {
  title: string;
  startsAt: Date;
  doorsAt: Date;
  url: string;
}

export const eventWords = (event: EventRow, siteUrl: string): EventWords => ({
  title: event.title,
  startsAt: event.startsAt,
  doorsAt: event.doorsAt,
  url: siteUrl + eventPaths.liveEvent(event.id, event.title),
});

const mailOf = (template: string, { key, recipient }: About, subject: string) => ({
  template,
  dedupeKey: `${template}:${key}`,
  recipient,
  subject: `CR電台網上直播：${subject}`,
});

const facts = ({ title, startsAt, doorsAt }: EventWords): [string, string][] => [
  ['節目', title],
  ['開放入場', momentOf(doorsAt)],
  ['開始', momentOf(startsAt)],
];

export const ticketMail = (to: About, about: EventWords & { quantity: number }): MemberMail => ({
  ...mailOf('event-ticket', to, '你的門票'),
  facts: [...facts(about), ['門票', `${about.quantity}張`]],
  ...body(
    [
      greeting(to.name),
      '多謝購票。門票已存入你的帳戶，登入後即可入場，毋須列印或輸入號碼；每張門票可同時在一部裝置收看。',
    ],
    { words: '節目頁', url: about.url },
  ),
});

export const ticketGivenMail = (to: About, about: EventWords & { email: string }): MemberMail => ({
  ...mailOf('event-ticket-given', to, '你已轉贈一張門票'),
  facts: [...facts(about), ['收票人', about.email]],
  ...body([
    greeting(to.name),
    '門票已轉到收票人的帳戶，不能再次轉贈或取回。如非你本人所為，請立即更改密碼並聯絡我們。',
  ]),
});

export const ticketReceivedMail = (to: About, about: EventWords): MemberMail => ({
  ...mailOf('event-ticket-received', to, '你獲贈一張門票'),
  facts: facts(about),
  ...body(
    [greeting(to.name), '一位會員將門票轉贈給你。門票已存入你的帳戶，登入後即可入場；每張門票可同時在一部裝置收看。'],
    {
      words: '節目頁',
      url: about.url,
    },
  ),
});

export const ticketEndedMail = (to: About, about: EventWords): MemberMail => ({
  ...mailOf('event-ticket-ended', to, '你的門票已失效'),
  facts: facts(about),
  ...body([greeting(to.name), '這張門票因購票人退款而失效。如有疑問，請聯絡購票人或我們。']),
});

export const reminderMail = (to: About, about: EventWords): MemberMail => ({
  ...mailOf('event-reminder', to, '節目即將開始'),
  facts: facts(about),
  ...body([greeting(to.name), '這是你要求的提示。建議預先檢查裝置，並在開始前入場。'], {
    words: '節目頁',
    url: about.url,
  }),
});
