import type { NewsSection } from '#shared/enums.ts';

const sections: Record<NewsSection, string> = {
  local: '本地新聞',
  greaterchina: '大中華新聞',
  international: '國際新聞',
  finance: '財經新聞',
  sports: '體育新聞',
  editorial: '社論',
  traffic: '交通消息',
};

/** Feed titles. */
export const feedText = {
  articles: '最新熱話',
  columns: 'DJ 專欄',
  highlights: '節目精選',
  news: '即時新聞',
  trafficInfo: '路況消息',
  trafficHighlights: '交通精選',
  phonograph: '馬路留聲機',
  section: (section: NewsSection) => sections[section],
  replays: '節目重溫',
  description: (title: string) => `${title}的最新內容`,
} as const;
