import { body, greeting, type MemberMail, type UnprovedMail } from '#domain/mail/member-letter.ts';

/** Sent after a registration, with the link that sets the password and creates the account. */
export const welcomeMail = ({ key, recipient, url }: UnprovedMail): MemberMail => ({
  template: 'member-welcome',
  dedupeKey: `member-welcome:${key}`,
  recipient,
  subject: '設定密碼，完成CR電台會員登記',
  ...body(
    [
      greeting(''),
      '多謝你登記成為會員。請於7日內按以下連結設定密碼，完成後帳戶便會啟用：',
      '連結只可使用一次。如你沒有登記，毋須理會此電郵，帳戶不會建立。',
    ],
    { words: '設定密碼', url },
  ),
});
