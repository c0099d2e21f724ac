import {
  body,
  greeting,
  momentOf,
  type LinkMail,
  type MemberMail,
  type UnprovedMail,
} from '#domain/mail/member-letter.ts';

/** Sent after a registration with an address that already has an account. Nothing was changed. */
export const accountExistsMail = ({ key, recipient, name, url }: LinkMail): MemberMail => ({
  template: 'member-exists',
  dedupeKey: `member-exists:${key}`,
  recipient,
  subject: '你的電郵已有CR電台會員帳戶',
  ...body(
    [
      greeting(name),
      '我們收到以此電郵地址登記會員的要求，但這個電郵已經有帳戶，所以毋須再登記。你可以直接登入；如忘記密碼，可在登入頁重設：',
      '如不是你本人登記，毋須理會此電郵，你的帳戶沒有任何改動。',
    ],
    { words: '前往登入', url },
  ),
});

/** To the owner of an address to which another member wants to change. Nothing was changed. */
export const addressTakenMail = ({ key, recipient, name, url }: LinkMail): MemberMail => ({
  ...accountExistsMail({ key, recipient, name, url }),
  variant: 'change',
  ...body(
    [
      greeting(name),
      '有會員要求將登入電郵改為此地址，但這個電郵已經有帳戶，所以沒有更改。如是你本人提出，可以直接以此電郵登入，或改用另一個電郵：',
      '如不是你本人提出，毋須理會此電郵，你的帳戶沒有任何改動。',
    ],
    { words: '前往登入', url },
  ),
});

/** Verifies the address of an account. */
export const verifyMail = ({ key, recipient, name, url }: LinkMail): MemberMail => ({
  template: 'member-verify',
  dedupeKey: `member-verify:${key}`,
  recipient,
  subject: '請驗證你的電郵地址',
  ...body(
    [
      greeting(name),
      '請於3日內按以下連結，驗證此地址屬於你的會員帳戶：',
      '連結只可使用一次。如不是你本人提出，毋須理會此電郵。',
    ],
    { words: '驗證電郵', url },
  ),
});

/** Sent to the new address of an account. The change takes effect once its link is used. */
export const changeEmailMail = ({ key, recipient, url, until }: UnprovedMail & { until: Date }): MemberMail => ({
  template: 'member-change',
  dedupeKey: `member-change:${key}`,
  recipient,
  subject: '確認更改登入電郵',
  values: { 限期: momentOf(until) },
  ...body(
    [
      greeting(''),
      '有會員要求將登入電郵改為此地址。請於{限期}（香港時間）前按以下連結確認：',
      '連結只可使用一次。如不是你本人提出，毋須理會此電郵，登入電郵不會更改。',
    ],
    { words: '確認更改', url },
  ),
});
