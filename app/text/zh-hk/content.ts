import type { NewsSection } from '#shared/enums.ts';

/** Texts for content: cards, lists, types. */
export const content = {
  kinds: {
    200: '節目',
    202: '節目重溫',
    301: '最新熱話',
    302: 'DJ 專欄',
    303: '節目精選',
    304: '新聞',
    305: '社論',
    306: '路況消息',
    307: '交通精選',
    308: '馬路留聲機',
    500: '影視',
  } as Readonly<Record<number, string>>,
  /** Card label of an external item. */
  elsewhere: '外部連結',
  /** Title of an editorial by its category. */
  editorialOn: (category: string) => `社論：${category}`,
  sections: {
    local: '本地',
    greaterchina: '大中華',
    international: '國際',
    finance: '財經',
    sports: '體育',
    editorial: '社論',
    traffic: '交通',
  } satisfies Record<NewsSection, string>,
  live: '直播中',
  hasAudio: '有聲',
  hasVideo: '有片',
  justNow: '啱啱',
  minutesAgo: (minutes: number) => `${minutes} 分鐘前`,
} as const;
