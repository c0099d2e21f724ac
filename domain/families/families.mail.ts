import { body, momentOf, type MemberMail } from '#domain/mail/member-letter.ts';

/**
 * An invitation to a mailbox that may be nobody's. It names the payer by their verified address: a name could be a
 * message to a stranger.
 */
export const familyInvitationMail = (about: {
  key: string;
  recipient: string;
  payerEmail: string;
  until: Date;
  url: string;
}): MemberMail => ({
  template: 'family-invitation',
  dedupeKey: `family-invitation:${about.key}`,
  recipient: about.recipient,
  memberId: null,
  subject: '邀請你加入家庭計劃',
  facts: [
    ['付款人', about.payerEmail],
    ['邀請有效至', momentOf(about.until)],
  ],
  ...body(
    [
      '你好：',
      '有人邀請你加入家庭計劃，免費收聽節目重溫。請由以下連結登入或登記，然後按「加入」。如果不認識付款人，請不用理會。',
    ],
    { words: '查看邀請', url: about.url },
  ),
});

/** To the payer: somebody has joined. */
export const familyJoinedMail = (about: {
  key: string;
  memberId: number;
  recipient: string;
  greeting: string;
  name: string;
  url: string;
}): MemberMail => ({
  template: 'family-joined',
  dedupeKey: `family-joined:${about.key}`,
  recipient: about.recipient,
  memberId: about.memberId,
  subject: '有人加入了你的家庭計劃',
  facts: [['加入的人', about.name]],
  ...body([about.greeting, '你邀請的人已加入家庭計劃，可以收聽節目重溫。如有不妥，可於會員帳戶將對方移除。'], {
    words: '管理家庭計劃',
    url: about.url,
  }),
});
