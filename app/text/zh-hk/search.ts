import { exactClock } from './exact-clock.ts';
import { timeText } from './time.ts';
import type { DayHk } from '#shared/hk-time.ts';
import type { DayHeading } from '#shared/station-day.ts';

/** Search: the box, its suggestions, results. */
export const searchText = {
  title: '搜尋',
  resultsTitle: '搜尋結果',
  titleOf: (keyword: string) => `搜尋：${keyword}`,
  description: '搜尋新聞、節目、主持、專欄同交通資訊。',
  label: '搜尋節目、新聞、主持',
  short: '搜尋',
  placeholder: '節目、新聞、主持、歌名',
  submit: '搜尋',
  clear: '清除',
  ask: '請輸入關鍵字',
  askMore: '節目、主持、新聞標題，打一個名或者兩個字就搵到；粵拼、簡體都得。',
  suggestions: '建議',
  suggestionCount: (count: number) => (count === 0 ? '' : `有 ${count} 個建議，用上下鍵揀`),
  recent: '最近搜尋',
  clearRecent: '清除最近搜尋',
  keyword: (keyword: string) => `「${keyword}」`,
  count: (total: number, isFloor: boolean) => (isFloor ? `有超過 ${total} 個結果` : `有 ${total} 個結果`),
  sort: '排序',
  sorts: { relevant: '最相關', latest: '最新' },
  types: '種類',
  all: '全部',
  type: {
    program: '節目',
    host: '主持',
    replay: '重溫',
    premium: '影片',
    news: '新聞',
    article: '最新熱話',
    column: 'DJ 專欄',
    highlight: '節目精選',
    traffic: '交通',
    page: '資訊',
  },
  /** What was said in replays. */
  said: '聽返嗰句',
  saidMore: '搵多啲',
  saidPlay: '播放',
  saidSection: '環節：',
  /** 尋晚 22:10:05, 今日 07:30, 2025年11月25日 07:30 */
  saidAt: (heading: DayHeading, today: DayHk, atMs: number) =>
    `${heading.day.slice(0, 4) === today.slice(0, 4) ? '' : timeText.year(heading.day.slice(0, 4))}${timeText.dayHeading(heading, today)} ${exactClock(atMs)}`,
  /** Types without a ContentType. */
  untyped: { host: '主持', page: '資訊' } as Readonly<Record<string, string>>,
  pages: '分頁',
  page: (page: number) => `第 ${page} 頁`,
  previous: '上一頁',
  next: '下一頁',
  none: '冇相關搜尋結果',
  noneHint: '試吓用短啲嘅字眼，或者睇吓有冇打錯字。',
  noneOfType: (type: string) => `「${type}」入面搵唔到，試吓睇全部種類。`,
  allTypes: '睇全部種類',
  near: '係咪想搵',
  listen: '不如聽住呢啲先',
  allPrograms: '所有節目',
} as const;
