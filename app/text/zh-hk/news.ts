import { content } from './content.ts';

/** News, in formal written Chinese. */
export const newsText = {
  title: '新聞財經',
  description: '雷霆881新聞部報道：熱門、即時、財經、國際、體育及交通消息。',
  tabs: '新聞分類',
  hot: '熱門',
  recent: '最新',
  hotTitle: '熱門新聞',
  recentTitle: '即時新聞',
  traffic: '交通消息',
  editorial: '社論',
  finance: '財經',
  allRecent: '全部即時新聞',
  allEditorial: '更多',
  sectionTitle: content.sections,
  titleOf: (section: string) => `${section}新聞`,
  categoryTitle: (category: string) => `${category}：社論`,
  mostViewed: '最多人閱讀',
} as const;
