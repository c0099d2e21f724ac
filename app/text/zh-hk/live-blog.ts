import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { timeText } from './time.ts';

/** `14:05`; on another day than the page's first `11月28日 14:05`. */
const when = (seconds: number, sinceSeconds: number): string => {
  const at = new Date(seconds * 1000);
  const day = dayHkOf(at);
  return day === dayHkOf(new Date(sinceSeconds * 1000)) ? clockHk(at) : `${timeText.date(day)} ${clockHk(at)}`;
};

export const liveBlogText = {
  title: '文字直播',
  on: '直播中',
  closed: (atTs: number, sinceTs: number) => `${when(atTs, sinceTs)} 完結`,
  when,
  empty: '未有內容，一有就會喺呢度出現。',
  pinned: '置頂',
  linkOf: (clock: string) => `${clock} 嘅連結`,
  hear: (channel: string, clock: string) => `聽返 ${channel} ${clock}`,
  correction: '更正',
  withdrawn: '呢則已經收回。',
  fresh: (n: number) => `${n} 則新內容`,
  again: '有新內容，撳呢度載入',
  gone: '呢篇文章已經收回。',
  refresh: '撳呢度睇最新內容',
  newest: '睇最新',
  older: '睇之前嘅',
};
