import type { NewsSection } from '#shared/enums.ts';

const sections: Record<NewsSection, string> = {
  local: '本地新聞',
  greaterchina: '兩岸新聞',
  international: '國際新聞',
  finance: '財經新聞',
  sports: '體育新聞',
  editorial: '社論',
  traffic: '交通消息',
};

/** Titles of the feeds. */
export const feedText = {
  articles: '熱門話題',
  columns: '主持專欄',
  highlights: '節目重點',
  news: '即時新聞',
  trafficInfo: '道路消息',
  trafficHighlights: '交通重點',
  phonograph: '留聲機',
  section: (section: NewsSection) => sections[section],
  description: (title: string) => `${title}的最新內容`,
} as const;
