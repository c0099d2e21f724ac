import { mails } from '#db/tables/mail.ts';
import { INNER, SECRET, type PersonalTable } from '#db/personal-table.ts';

/** What this module holds of a member. */
export const MAIL_PERSONAL = {
  mails: {
    table: mails,
    column: mails.memberId,
    by: 'memberId',
    // Mails of before there was an account; those of somebody else who has the address now are theirs.
    orElse: { column: mails.recipient, by: 'email' },
    title: '寄給你的電郵',
    shown: { template: '種類', subject: '標題', recipient: '收件人', sentAt: '寄出時間', createdAt: '撰寫時間' },
    withheld: {
      id: INNER,
      memberId: INNER,
      dedupeKey: INNER,
      replyTo: INNER,
      textBody: SECRET,
      htmlBody: SECRET,
      attachments: 'made when the mail is sent and kept nowhere: receipts, which are told in a table of their own',
      attempts: INNER,
      lastError: INNER,
    },
    erase: 'delete',
  },
} as const satisfies Record<string, PersonalTable>;
