import { bodiesOf, type Mail } from '#domain/mail/mail.ts';
import { headText, type LedgerHead } from './ledger.rules.ts';

/** The ledger head of a day, for a mailbox outside the database. */
export function ledgerHeadMail(head: LedgerHead, to: string): Mail {
  const text = headText(head);
  return {
    template: 'ledger-head',
    dedupeKey: `ledger-head:${text}`,
    recipient: to,
    subject: `帳簿封存 ${head.dayHk}`,
    ...bodiesOf({
      title: `帳簿封存 ${head.dayHk}`,
      lead: ['以下是帳簿最新一日的封存碼。請將此電郵另外存放，不要只留在電台系統之內。核對帳簿時，可用以下指令。'],
      facts: [
        ['封存至', head.dayHk],
        ['封存日數', String(head.seals)],
        ['核對指令', `npm run money -- seals ${text}`],
      ],
      foot: ['由CR電台的帳簿每日自動送出。'],
    }),
  };
}
