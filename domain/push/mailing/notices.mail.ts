import { greeting, type MemberMail } from '#domain/mail/member-letter.ts';
import type { NotificationKind } from '#shared/notification-kinds.ts';

// Written Chinese, like all mails.

export interface Notice {
  kind: NotificationKind;
  title: string;
  body: string;
  path: string;
}

/** Notifications are in Cantonese. */
const songOf = (title: string): string => title.replace(/就嚟播$/, '');

const headOf = ({ kind, title, body }: Notice): string =>
  kind === 'news' ? body : kind === 'song' ? songOf(title) : title;

/** What a message says in a mail. Breaking news and the weather are in the words of their editor. */
function mailWords({ kind, title, body }: Notice): string {
  switch (kind) {
    case 'replay':
      return `「${title}」有新重溫，現在可以收聽。`;
    case 'on_air':
      return `「${title}」在十分鐘內開始直播。`;
    case 'song':
      return `${songOf(title)}即將在電台播出。`;
    case 'tunnel':
      return `${title}。出車前請先看最新路況。`;
    case 'sale':
      return `「${title}」的門票現已開售。`;
    case 'news':
    case 'weather':
      return body;
  }
}

const NAMES: Record<NotificationKind, string> = {
  replay: '新重溫',
  on_air: '即將直播',
  song: '即將播出的歌',
  tunnel: '隧道',
  sale: '門票',
  news: '突發新聞',
  weather: '天氣',
};

/** One message, or all that waited through quiet hours, which are one mail. */
export function noticeMail(
  to: { key: string; recipient: string; name: string; memberId: number },
  notices: readonly Notice[],
  { siteUrl, stopUrl, settingsUrl }: { siteUrl: string; stopUrl: string; settingsUrl: string },
): MemberMail {
  const { key, recipient, name, memberId } = to;
  const common = {
    template: 'notice',
    dedupeKey: `notice:${key}`,
    recipient,
    memberId,
    unsubscribeUrl: stopUrl,
    aside: { words: '不再收到這類電郵', url: stopUrl },
  };
  const [first, ...more] = notices;
  if (first !== undefined && more.length === 0)
    return {
      ...common,
      variant: 'one',
      subject: '{種類}：{標題}',
      paragraphs: [greeting(name), '{內容}', '你選了以電郵收到這類消息。時間和次數可以在「通知」頁更改。'],
      values: { 種類: NAMES[first.kind], 標題: headOf(first), 內容: mailWords(first) },
      link: { words: '前往查看', url: siteUrl + first.path },
    };
  return {
    ...common,
    variant: 'several',
    subject: '你跟開的有 {數目} 個新消息',
    paragraphs: [
      greeting(name),
      '以下消息在靜音時間內發生：',
      '你選了以電郵收到這些消息。時間和次數可以在「通知」頁更改。',
    ],
    values: { 數目: String(notices.length) },
    link: { words: '更改通知', url: settingsUrl },
    facts: notices.map((notice) => [NAMES[notice.kind], `${mailWords(notice)}\n${siteUrl}${notice.path}`] as const),
  };
}
