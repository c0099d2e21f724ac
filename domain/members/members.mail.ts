import { bodiesOf, type Mail } from '#domain/mail/mail.ts';
import { assertUnreachable } from '#shared/assert-unreachable.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import type { SecurityEventKind } from '#domain/auth/security-events.rules.ts';
import { deviceName } from '#domain/auth/user-agent.rules.ts';

/** Mails of this template are forgotten as soon as they are sent: nothing else is left of their reader. */
export const MEMBER_ERASED = 'member-erased';

const SIGN_OFF = 'CR電台會員服務';
const NO_REPLY = '此電郵由系統自動發出，請勿回覆。';

/** A mail to a member as its words are written down; `lettered` gives it the station's look. */
interface MemberMail extends Omit<Mail, 'textBody' | 'htmlBody'> {
  /** The link stands behind the second. */
  paragraphs: readonly string[];
  link: { words: string; url: string } | undefined;
  facts?: readonly (readonly [name: string, value: string])[];
}

const body = (paragraphs: readonly string[], link?: MemberMail['link']) => ({ paragraphs, link });

/** The mail as it goes out, titled as it is named. */
export function lettered({ paragraphs, link, facts, ...mail }: MemberMail): Mail {
  const [lead, rest] = [paragraphs.slice(0, 2), paragraphs.slice(2)];
  return { ...mail, ...bodiesOf({ title: mail.subject, lead, button: link, facts, rest, foot: [SIGN_OFF, NO_REPLY] }) };
}

/** 2026年11月21日 14:05 */
function momentOf(at: Date): string {
  const [year, month, day] = dayHkOf(at).split('-').map(Number);
  return `${year}年${month}月${day}日 ${clockHk(at)}`;
}

const greeting = (name: string) => (name ? `${name}，你好：` : '你好：');

interface LinkMail {
  /** A second mail of the same key is not written. */
  key: string;
  recipient: string;
  name: string;
  url: string;
}

/** To a mailbox that nobody proved yet. No name in it: a stranger may have written it, to be read there. */
type UnprovedMail = Omit<LinkMail, 'name'>;

/** To who registered: the link that sets the password and makes the account. */
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

/** To who registered with an address that has an account: nothing was changed. */
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

/** To a member who forgot the password. */
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

/** To an address that somebody thinks has an account. */
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

/** Proves the address of an account. */
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

/** To the new address of an account: it counts once its link is used. */
export const changeEmailMail = ({ key, recipient, url, until }: UnprovedMail & { until: Date }): MemberMail => ({
  template: 'member-change',
  dedupeKey: `member-change:${key}`,
  recipient,
  subject: '確認更改登入電郵',
  ...body(
    [
      greeting(''),
      `有會員要求將登入電郵改為此地址。請於${momentOf(until)}（香港時間）前按以下連結確認：`,
      '連結只可使用一次。如不是你本人提出，毋須理會此電郵，登入電郵不會更改。',
    ],
    { words: '確認更改', url },
  ),
});

/** What happened, and what to do where it was somebody else. */
function eventWords(
  kind: SecurityEventKind,
  detail: Readonly<Record<string, string>>,
): { subject: string; what: string } {
  const named = detail['name'] ? `「${detail['name']}」` : '';
  // Keys stay: who changes a password may well use one. But somebody else's must be seen now.
  const keys = detail['passkeys']
    ? `以下通行密鑰仍可登入帳戶：${detail['passkeys']}。如有不認得的，請在帳戶的「登入與保安」頁移除。`
    : '';
  switch (kind) {
    case 'login-new-device':
      return { subject: '有新裝置登入你的帳戶', what: '你的帳戶在一部新裝置登入。' };
    case 'password-changed':
      return { subject: '你的密碼已更改', what: `你的帳戶密碼已更改，其他瀏覽器已登出。${keys}` };
    case 'password-reset':
      return { subject: '你的密碼已重設', what: `你的帳戶密碼已經由電郵連結重設，所有瀏覽器已登出。${keys}` };
    case 'email-change-asked':
      return {
        subject: '有人要求更改你的登入電郵',
        what: `你的帳戶收到要求，將登入電郵改為${detail['email'] ?? '另一個地址'}。新地址確認之前，登入電郵不會更改。如不是你本人提出，請按以下連結取消，所有瀏覽器會即時登出：`,
      };
    case 'email-change-cancelled':
      return {
        subject: '更改登入電郵的要求已取消',
        what:
          detail['by'] === 'mail'
            ? '更改登入電郵的要求已經由電郵連結取消，所有瀏覽器已登出。請到登入頁用「忘記密碼」重設密碼。'
            : '更改登入電郵的要求已經取消，登入電郵沒有更改。',
      };
    case 'email-changed':
      return { subject: '你的登入電郵已更改', what: '你的帳戶登入電郵已更改。' };
    case 'phone-changed':
      return { subject: '你的電話號碼已更改', what: '你的帳戶電話號碼已更改。' };
    case 'passkey-added':
      return { subject: '帳戶已加入通行密鑰', what: `你的帳戶已加入通行密鑰${named}。` };
    case 'passkey-removed':
      return { subject: '帳戶已移除通行密鑰', what: `你的帳戶已移除通行密鑰${named}。` };
    case 'sessions-ended':
      return { subject: '其他瀏覽器已登出', what: '你的帳戶已在其他瀏覽器登出。' };
    case 'deletion-asked':
      return {
        subject: '已收到刪除帳戶的申請',
        what: '你的帳戶將於30日後刪除。期間你可隨時登入，在「我的帳戶」的「資料與私隱」收回申請；單是登入並不會收回。',
      };
    case 'deletion-taken-back':
      return { subject: '已收回刪除帳戶的申請', what: '你的帳戶不會刪除。' };
    default:
      return assertUnreachable(kind);
  }
}

/** Tells a member what happened to the account's safety. No link but one that undoes it: a mail that asks to be clicked teaches to click. */
export function securityMail({
  id,
  at,
  kind,
  detail,
  userAgent,
  remoteIp,
  place,
  now,
  recipient,
  name,
  link,
}: {
  id: number;
  /** Number among the mails of one event. */
  at: number;
  kind: SecurityEventKind;
  detail: Readonly<Record<string, string>>;
  userAgent: string;
  remoteIp: string;
  place: string | null;
  now: Date;
  recipient: string;
  name: string;
  link?: string | undefined;
}): MemberMail {
  const { subject, what } = eventWords(kind, detail);
  const device = deviceName(userAgent);
  const facts: [string, string][] = [['時間', `${momentOf(now)}（香港時間）`]];
  if (device) facts.push(['裝置', device]);
  if (place) facts.push(['地點', place]);
  if (remoteIp) facts.push(['IP 地址', remoteIp]);
  return {
    template: 'member-security',
    dedupeKey: `member-security:${id}:${at}`,
    recipient,
    facts,
    subject: `CR電台會員：${subject}`,
    ...body(
      [
        greeting(name),
        what,
        // To the mailbox of before no link would come.
        kind === 'email-changed' && at > 0
          ? '如不是你本人所為，請立即到本台網站「聯絡我們」通知我們：重設密碼的電郵已不會寄到這個地址。'
          : '如不是你本人所為，請立即到登入頁用「忘記密碼」重設密碼，並到本台網站「聯絡我們」通知我們。',
      ],
      link === undefined ? undefined : { words: '取消更改', url: link },
    ),
  };
}

/** The last word: the account is erased. */
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
