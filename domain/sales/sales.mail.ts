import { body, greeting, type MemberMail, type UnprovedMail } from '#domain/mail/member-letter.ts';

/** Verifies an address never mailed before; contains no name. */
export const guestCodeMail = ({
  key,
  recipient,
  code,
}: {
  key: string;
  recipient: string;
  code: string;
}): MemberMail => ({
  template: 'guest-code',
  dedupeKey: `guest-code:${key}`,
  recipient,
  subject: 'CR電台付款驗證碼',
  facts: [['驗證碼', code]],
  ...body([
    greeting(''),
    '請於10分鐘內輸入以下驗證碼，以確認你的電郵地址。請勿將驗證碼告訴他人；我們的職員不會向你索取。',
    '如你沒有在我們的網站購買，毋須理會此電郵。',
  ]),
});

export const guestLinkMail = ({ key, recipient, url }: UnprovedMail): MemberMail => ({
  template: 'guest-orders',
  dedupeKey: `guest-orders:${key}`,
  recipient,
  subject: '查看你在CR電台的訂單',
  ...body(
    [
      greeting(''),
      '有人以此電郵地址查詢訂單。請於24小時內按以下連結查看，連結只可使用一次：',
      '如不是你查詢，毋須理會此電郵。',
    ],
    { words: '查看訂單', url },
  ),
});
