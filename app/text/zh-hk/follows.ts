import type { FollowKind } from '#shared/follow-kinds.ts';

/** Refused presses. */
export const followRefused = {
  failed: '而家改唔到，請遲啲再試。',
  full: '你已經跟緊 500 樣，請先停跟一啲。',
  fullForGuests: '呢個瀏覽器跟唔到更多，登入之後可以跟多啲。',
} as const;

/** What is new: on the home page, and on the page of everything followed. */
export const followedText = {
  title: '你跟開嘅',
  all: '睇晒',
  quiet: '你跟開嘅暫時未有新嘢。',
  none: '你未跟開任何嘢。',
  failed: '暫時載入唔到你跟開嘅。',
  retry: '再試一次',
  loading: '載入緊…',
  emptyTitle: '仲未跟開任何嘢',
  emptyWords: '搵個鍾意嘅節目，撳「跟」就會喺呢度見到佢嘅新消息。',
  toPrograms: '揀節目',
  count: (n: number) => `${n} 樣`,
  kinds: {
    program: '節目',
    host: '主持',
    singer: '歌手',
    song: '歌曲',
    district: '地區路況',
    tunnel: '隧道',
    event: '網上直播',
  } satisfies Record<FollowKind, string>,
  noNews: '暫時未有新嘢',
} as const;

/** One piece of news in words. */
export const newsText = {
  replay: (when: string) => `最新重溫　${when}`,
  onAir: (until: string) => `直播中，到 ${until}`,
  next: (when: string) => `下次播　${when}`,
  played: (when: string) => `${when} 播過`,
  playedOf: (title: string, when: string) => `《${title}》${when} 播過`,
  ofProgram: (title: string, words: string) => `《${title}》${words}`,
  tunnel: { clear: '暢順', slow: '緩慢', jammed: '擠塞', closed: '封閉' },
  minutes: (state: string, minutes: number) => `${state}，${minutes} 分鐘`,
  starts: (when: string) => `${when} 開始`,
  event: {
    open: '入得場喇',
    live: '直播中',
    hold: '直播暫停',
    replay: '有得重溫',
    ended: '已經完咗',
    cancelled: '已經取消',
  },
} as const;
