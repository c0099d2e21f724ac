import { body, greeting, momentOf, type MemberMail } from '#domain/mail/member-letter.ts';

interface About {
  id: number;
  email: string;
  givenName: string;
  title: string;
  venue: string;
  startsAt: Date;
  url: string;
}

const mailOf = (template: string, { email, title }: About, subject: string, key: string) => ({
  template,
  dedupeKey: `${template}:${key}`,
  recipient: email,
  memberId: null,
  subject,
  values: { 活動: title },
});
const factsOf = ({ startsAt, venue }: About): [string, string][] => [
  ['時間', momentOf(startsAt)],
  ['地點', venue],
];

export const invitedMail = (about: About, replyBy: Date): MemberMail => ({
  ...mailOf('invitation', about, '邀請：{活動}', String(about.id)),
  facts: [...factsOf(about), ['回覆限期', momentOf(replyBy)]],
  ...body([greeting(about.givenName), '誠邀你出席。請由以下連結回覆；限期前可隨時更改。連結只供你使用，請勿轉寄。'], {
    words: '回覆邀請',
    url: about.url,
  }),
});

export const answeredMail = (about: About, answer: { seats: number; answeredAt: Date }): MemberMail => ({
  ...mailOf('invitation-yes', about, '已確認出席：{活動}', `${about.id}:${answer.answeredAt.getTime()}`),
  facts: [...factsOf(about), ['人數', `${answer.seats}位`]],
  ...body([greeting(about.givenName), '我們已收到你的回覆，屆時見。'], { words: '更改回覆', url: about.url }),
});

export const offeredMail = (about: About, { seats, until }: { seats: number; until: Date }): MemberMail => ({
  ...mailOf('invitation-offer', about, '候補有位：{活動}', `${about.id}:${until.getTime()}`),
  facts: [...factsOf(about), ['人數', `${seats}位`], ['保留至', momentOf(until)]],
  ...body([greeting(about.givenName), '候補現有座位，已為你保留。請在限期前確認，否則會轉給下一位。'], {
    words: '確認出席',
    url: about.url,
  }),
});

export const cancelledMail = (about: About, why: string): MemberMail => ({
  ...mailOf('invitation-cancelled', about, '活動取消：{活動}', String(about.id)),
  values: { 活動: about.title, 原因: why },
  facts: factsOf(about),
  ...body([greeting(about.givenName), '活動取消。原因：{原因}']),
});
