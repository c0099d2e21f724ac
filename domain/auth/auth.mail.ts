import { body, greeting, type LinkMail, type MemberMail, type UnprovedMail } from '#domain/mail/member-letter.ts';

/** Password reset mail to a member. */
export const resetMail = ({ key, recipient, name, url }: LinkMail): MemberMail => ({
  template: 'member-reset',
  dedupeKey: `member-reset:${key}`,
  recipient,
  subject: '重設CR電台會員密碼',
  ...body(
    [
      greeting(name),
      '我們收到重設密碼的要求。請於1小時內按以下連結設定新密碼：',
      '連結只可使用一次。如不是你本人提出，毋須理會此電郵，密碼不會更改。',
    ],
    { words: '重設密碼', url },
  ),
});

/** Sent to an address that has no account, after somebody asked to reset its password. */
export const noAccountMail = ({ key, recipient, url }: UnprovedMail): MemberMail => ({
  template: 'member-none',
  dedupeKey: `member-none:${key}`,
  recipient,
  subject: '這個電郵未登記為CR電台會員',
  ...body(
    [
      greeting(''),
      '有人要求重設以此電郵登記的會員密碼，但這個電郵沒有帳戶。你可能用了另一個電郵登記；如未登記，可在以下網頁登記：',
      '如不是你本人提出，毋須理會此電郵。',
    ],
    { words: '登記成為會員', url },
  ),
});

/** To the owner of an account that was merged into another, who asked to reset its password. */
export const mergedMail = ({ key, recipient, name, into, url }: LinkMail & { into: string }): MemberMail => ({
  template: 'member-merged-reset',
  dedupeKey: `member-merged-reset:${key}`,
  recipient,
  subject: '這個帳戶已併入另一個帳戶',
  values: { 電郵: into },
  ...body(
    [
      greeting(name),
      '我們收到重設密碼的要求，但這個帳戶已併入你以{電郵}登記的帳戶，不能再登入。請以該電郵登入。',
      '如不是你本人提出，毋須理會此電郵。',
    ],
    { words: '登入', url },
  ),
});
