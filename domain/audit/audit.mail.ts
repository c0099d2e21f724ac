import { bodiesOf, type Mail } from '#domain/mail/mail.ts';
import { auditHeadText, type AuditHead } from './audit.rules.ts';

/** The audit head, for a mailbox outside the database. */
export function auditHeadMail(head: AuditHead, to: string): Mail {
  const text = auditHeadText(head);
  return {
    template: 'audit-head',
    dedupeKey: `audit-head:${text}`,
    recipient: to,
    subject: `操作紀錄封存 第${head.position}項`,
    ...bodiesOf({
      title: `操作紀錄封存 第${head.position}項`,
      lead: [
        '以下是員工操作紀錄最新一項的封存碼。請將此電郵另外存放，不要只留在電台系統之內。核對紀錄時，可用以下指令。',
      ],
      facts: [
        ['封存至', `第${head.position}項`],
        ['核對指令', `npm run audit -- check ${text}`],
      ],
      foot: ['由CR電台的操作紀錄每日自動送出。'],
    }),
  };
}
