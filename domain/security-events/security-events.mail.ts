import { body, greeting, momentOf, type MemberMail } from '#domain/mail/member-letter.ts';
import { assertUnreachable } from '#shared/assert-unreachable.ts';
import type { SecurityEventKind } from './security-events.rules.ts';
import { deviceName } from './user-agent.rules.ts';

interface EventText {
  subject: string;
  what: string;
  /** Variant of the kind's text. */
  variant?: string;
  values?: Record<string, string>;
}

/** What happened, and what to do if it was somebody else. */
function eventText(kind: SecurityEventKind, detail: Readonly<Record<string, string>>): EventText {
  const named = { 名稱: detail['name'] ? `「${detail['name']}」` : '' };
  // Passkeys survive a password change, as the owner may use them. They are listed so that an intruder's key is
  // noticed.
  const keys = {
    仍有密鑰: detail['passkeys']
      ? `以下通行密鑰仍可登入帳戶：${detail['passkeys']}。如有不認得的，請在帳戶的「登入與保安」頁移除。`
      : '',
  };
  switch (kind) {
    case 'login-new-device':
      return { subject: '有新裝置登入你的帳戶', what: '你的帳戶在一部新裝置登入。' };
    case 'password-changed':
      return { subject: '你的密碼已更改', what: '你的帳戶密碼已更改，其他瀏覽器已登出。{仍有密鑰}', values: keys };
    case 'password-reset':
      return {
        subject: '你的密碼已重設',
        what: '你的帳戶密碼已經由電郵連結重設，所有瀏覽器已登出。{仍有密鑰}',
        values: keys,
      };
    case 'email-change-asked':
      return {
        subject: '有人要求更改你的登入電郵',
        what: '你的帳戶收到要求，將登入電郵改為{電郵}。新地址確認之前，登入電郵不會更改。如不是你本人提出，請按以下連結取消，所有瀏覽器會即時登出：',
        values: { 電郵: detail['email'] ?? '另一個地址' },
      };
    case 'email-change-cancelled':
      return detail['by'] === 'mail'
        ? {
            subject: '更改登入電郵的要求已取消',
            variant: 'by-mail',
            what: '更改登入電郵的要求已經由電郵連結取消，所有瀏覽器已登出。請到登入頁用「忘記密碼」重設密碼。',
          }
        : { subject: '更改登入電郵的要求已取消', what: '更改登入電郵的要求已經取消，登入電郵沒有更改。' };
    case 'email-changed':
      return { subject: '你的登入電郵已更改', what: '你的帳戶登入電郵已更改。' };
    case 'phone-change-cancelled':
      return { subject: '更改電話號碼的要求已取消', what: '更改電話號碼的要求已經取消，電話號碼沒有更改。' };
    case 'phone-changed':
      return { subject: '你的電話號碼已更改', what: '你的帳戶電話號碼已更改。' };
    case 'passkey-added':
      return { subject: '帳戶已加入通行密鑰', what: '你的帳戶已加入通行密鑰{名稱}。', values: named };
    case 'passkey-removed':
      return { subject: '帳戶已移除通行密鑰', what: '你的帳戶已移除通行密鑰{名稱}。', values: named };
    case 'feed-made':
      return {
        subject: '帳戶已建立 Podcast 私人連結',
        what: '你的帳戶已建立 Podcast 私人連結{名稱}。任何人有這條連結，都可以用 Podcast 程式收聽你計劃內的節目重溫，請勿轉給他人。',
        values: named,
      };
    case 'feed-revoked':
      return {
        subject: '帳戶已停用 Podcast 私人連結',
        what: '你的 Podcast 私人連結{名稱}已停用。',
        values: named,
      };
    case 'sessions-ended':
      if (detail['by'] === 'staff')
        return { subject: '所有瀏覽器已登出', variant: 'by-staff', what: '本台職員已將你的帳戶在所有瀏覽器登出。' };
      return { subject: '其他瀏覽器已登出', what: '你的帳戶已在其他瀏覽器登出。' };
    case 'deletion-asked':
      return {
        subject: '已收到刪除帳戶的申請',
        what: '你的帳戶將於30日後刪除。期間你可隨時登入，在「我的帳戶」的「資料與私隱」收回申請；單是登入並不會收回。',
      };
    case 'deletion-taken-back':
      return { subject: '已收回刪除帳戶的申請', what: '你的帳戶不會刪除。' };
    case 'account-merged':
      return detail['into']
        ? {
            subject: '你的帳戶已併入另一個帳戶',
            variant: 'into-another',
            what: '應你的要求，這個帳戶的計劃、訂單、門票和收聽紀錄已移到以{電郵}登記的帳戶，這個帳戶不能再登入。如非你提出，請於7日內聯絡本台，可以還原。',
            values: { 電郵: detail['into'] },
          }
        : {
            subject: '另一個帳戶已併入你的帳戶',
            what: '應你的要求，以{電郵}登記的帳戶，其計劃、訂單、門票和收聽紀錄已移到這個帳戶。如非你提出，請於7日內聯絡本台，可以還原。',
            values: { 電郵: detail['from'] ?? '' },
          };
    case 'account-unmerged':
      return { subject: '合併帳戶已還原', what: '兩個帳戶的合併已還原。合併之後更改過的項目留在原處。' };
    case 'lock-lifted':
      return { subject: '帳戶的限制已解除', what: '本台職員已停止你的裝置播放，並解除登入次數的限制。' };
    default:
      return assertUnreachable(kind);
  }
}

/**
 * Notifies a member of an event about account security. Contains no link except one that undoes the change, so as not
 * to train members to click links in mails.
 */
export function securityMail({
  id,
  at,
  kind,
  detail,
  userAgent,
  remoteIp,
  location,
  now,
  recipient,
  name,
  link,
}: {
  id: number;
  /** Index among the mails of one event. */
  at: number;
  kind: SecurityEventKind;
  detail: Readonly<Record<string, string>>;
  userAgent: string;
  remoteIp: string;
  location: string | null;
  now: Date;
  recipient: string;
  name: string;
  link?: string | undefined;
}): MemberMail {
  const { subject, what, variant, values } = eventText(kind, detail);
  // A reset link would not be sent to the former mailbox, so that mail refers to the station instead.
  const isFormer = kind === 'email-changed' && at > 0;
  const kindOfText = variant ?? (isFormer ? 'former-address' : undefined);
  const device = deviceName(userAgent);
  const facts: [string, string][] = [['時間', `${momentOf(now)}（香港時間）`]];
  if (device) facts.push(['裝置', device]);
  if (location) facts.push(['地點', location]);
  if (remoteIp) facts.push(['IP 地址', remoteIp]);
  return {
    template: 'member-security',
    dedupeKey: `member-security:${id}:${at}`,
    recipient,
    variant: kindOfText === undefined ? kind : `${kind}.${kindOfText}`,
    ...(values && { values }),
    facts,
    subject: `CR電台會員：${subject}`,
    ...body(
      [
        greeting(name),
        what,
        isFormer
          ? '如不是你本人所為，請立即到本台網站「聯絡我們」通知我們：重設密碼的電郵已不會寄到這個地址。'
          : '如不是你本人所為，請立即到登入頁用「忘記密碼」重設密碼，並到本台網站「聯絡我們」通知我們。',
      ],
      link === undefined ? undefined : { words: '取消更改', url: link },
    ),
  };
}
