import { bodiesOf, type Mail } from '#domain/mail/mail.ts';
import { dateTimeHk } from '#shared/hk-time.ts';

/** The link by which an invited person registers authenticators. `key` identifies the link without revealing it. */
export function invitationMail(
  to: string,
  { name, url, expiresAt, key }: { name: string; url: string; expiresAt: Date; key: string },
): Mail {
  return {
    template: 'staff-invitation',
    dedupeKey: `staff-invitation:${key}`,
    recipient: to,
    subject: 'CR電台工作台：邀請你開設帳戶',
    ...bodiesOf({
      title: '邀請你開設工作台帳戶',
      lead: [
        `${name}，你好。請用以下連結登記兩個驗證工具：通行密鑰兩個，或通行密鑰與驗證程式各一個。連結只可使用一次。`,
      ],
      facts: [['有效至', dateTimeHk(expiresAt)]],
      button: { words: '開設帳戶', url },
      foot: ['如果你不認識發出邀請的人，請不要開啟連結，並通知電台的系統管理員。'],
    }),
  };
}

/** Informs an administrator that somebody has every permission for an hour. */
export function breakGlassMail(
  to: string,
  { name, why, until, deskUrl, key }: { name: string; why: string; until: Date; deskUrl: string; key: string },
): Mail {
  return {
    template: 'staff-break-glass',
    dedupeKey: `staff-break-glass:${key}`,
    recipient: to,
    subject: `CR電台工作台：${name} 已取得緊急權限`,
    ...bodiesOf({
      title: '有人取得緊急權限',
      lead: [`${name} 在電台的機器上取得所有權限，為時一小時。請查看紀錄，並覆核所做的事。`],
      facts: [
        ['原因', why],
        ['有效至', dateTimeHk(until)],
      ],
      button: { words: '查看紀錄', url: `${deskUrl}/audit` },
      foot: ['如果你不知道此事，請即時停用該帳戶。'],
    }),
  };
}
