import { mails } from '#db/tables/mail.ts';
import { INNER, SECRET, type PersonalTable } from '#db/personal-table.ts';

/** Personal data of this module. */
export const MAIL_PERSONAL = {
  mails: {
    table: mails,
    column: mails.memberId,
    by: 'memberId',
    // Includes mails sent before the account existed, but not those of another member who has the address now.
    orElse: { column: mails.recipient, by: 'email' },
    title: '寄給你的電郵',
    shown: { template: '種類', subject: '標題', recipient: '收件人', sentAt: '寄出時間', createdAt: '撰寫時間' },
    withheld: {
      id: INNER,
      memberId: INNER,
      dedupeKey: INNER,
      replyTo: INNER,
      unsubscribeUrl: SECRET,
      textBody: SECRET,
      htmlBody: SECRET,
      attachments:
        'receipts, generated when the mail is sent and not stored; the export lists them from their own table',
      attempts: INNER,
      lastError: INNER,
    },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
