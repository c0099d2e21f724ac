import { bodiesOf, type Mail } from '#domain/mail/mail.ts';
import type { ChannelId } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';
import { exactHk } from '#shared/money.ts';

/** Figures of a day, each part for who may see it. */
export interface MorningFigures {
  listening: {
    channels: {
      channel: ChannelId;
      average: number;
      peak: { minute: number; listeners: number } | null;
      /** Percentage of players that reported. Null: unknown. */
      coverage: number | null;
    }[];
    programmes: { title: string; average: number }[];
    articles: { title: string; views: number }[];
    /** Searches without a result. */
    searches: { words: string; times: number }[];
  } | null;
  takings: { receivedCents: number; refundedCents: number } | null;
  letters: { open: number } | null;
}

const CHANNEL_NAMES: Record<ChannelId, string> = { 881: '雷霆881', 903: '叱咤903', 864: 'AM864' };

const count = (n: number) => Math.round(n).toLocaleString('en');
const two = (n: number) => String(n).padStart(2, '0');
const clockOf = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const dayText = (day: DayHk) => `${Number(day.slice(5, 7))} 月 ${Number(day.slice(8))} 日`;

type Fact = [name: string, value: string];

function listeningFacts({
  channels,
  programmes,
  articles,
  searches,
}: NonNullable<MorningFigures['listening']>): Fact[] {
  const list = (lines: string[]) => lines.map((line, i) => `${i + 1}. ${line}`).join('\n');
  const facts = channels.map(({ channel, average, peak, coverage }): Fact => {
    const most = peak ? `，最多 ${count(peak.listeners)} 人（${clockOf(peak.minute)}）` : '';
    const known = coverage === null ? '' : `，覆蓋率 ${coverage}%`;
    return [CHANNEL_NAMES[channel], `平均 ${count(average)} 人${most}${known}`];
  });
  if (programmes.length > 0)
    facts.push(['節目', list(programmes.map(({ title, average }) => `${title}：平均 ${count(average)} 人`))]);
  if (articles.length > 0)
    facts.push(['文章', list(articles.map(({ title, views }) => `${title}：${count(views)} 次`))]);
  if (searches.length > 0)
    facts.push(['沒有結果的搜尋', list(searches.map(({ words, times }) => `${words}：${count(times)} 次`))]);
  return facts;
}

/** The mail of a morning about the day before. Null if its reader may see none of it. */
export function morningMail(
  { accountId, email, name }: { accountId: number; email: string; name: string },
  day: DayHk,
  { listening, takings, letters }: MorningFigures,
  deskUrl: string,
): Mail | null {
  const facts: Fact[] = [
    ...(listening ? listeningFacts(listening) : []),
    ...(takings
      ? [['收款', `${exactHk(takings.receivedCents)}，退款 ${exactHk(takings.refundedCents)}`] satisfies Fact]
      : []),
    ...(letters ? [['未完的來信', `${count(letters.open)} 封`] satisfies Fact] : []),
  ];
  if (facts.length === 0) return null;
  return {
    template: 'morning',
    dedupeKey: `morning:${day}:${accountId}`,
    recipient: email,
    subject: `CR電台早報：${dayText(day)}`,
    ...bodiesOf({
      title: `${dayText(day)}的數字`,
      lead: [`${name}，早晨。以下是昨日的數字；收聽由收聽者的報告計算，三日後才確定。`],
      facts,
      button: { words: '打開工作台', url: listening ? `${deskUrl}/figures?day=${day}` : deskUrl },
      foot: [`不想再收到，請在工作台的「我的帳戶」關閉：${deskUrl}/account`],
    }),
  };
}
