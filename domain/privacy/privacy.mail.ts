import { body, greeting, type MemberMail } from '#domain/mail/member-letter.ts';

/** Mails of this template are deleted once sent, as they are the last data about their recipient. */
const MEMBER_ERASED = 'member-erased';

/** Final notice: the account is erased. */
export const accountErasedMail = ({ memberId, to }: { memberId: number; to: string }): MemberMail => ({
  template: MEMBER_ERASED,
  dedupeKey: `${MEMBER_ERASED}:${memberId}`,
  recipient: to,
  subject: '你的CR電台會員帳戶已刪除',
  ...body([
    greeting(''),
    '你早前申請刪除的會員帳戶已經刪除，帳戶內的個人資料亦一併刪除。',
    '多謝你一直收聽。如日後想再成為會員，可隨時重新登記。',
  ]),
});
