import type { DayHk } from '#shared/hk-time.ts';
import { timeText } from './time.ts';

/** Replays in podcast apps: the page where a member creates a feed, and texts of feeds. */
export const podcastText = {
  lead: '貼一條私人連結入 Podcast 程式，節目一播完，新一集就會自動出現，仲可以下載咗先聽。',
  secret: '有連結就聽到，好似密碼噉，唔好畀人。漏咗出去就換一條，舊嗰條即刻失效。',

  // EXISTING FEEDS
  mine: '你嘅連結',
  none: '未有連結',
  noneWords: '喺下面整一條，貼入 Podcast 程式就得。',
  favourites: '所有收藏',
  qualityLabel: '音質',
  qualities: [
    ['11', '高清'],
    ['12', '標準（慳數據）'],
  ],
  used: (at: string) => `上次讀取：${at}`,
  unused: '未用過',
  made: (at: string) => `新增：${at}`,
  manage: '管理',
  rename: '改名',
  renamed: '已經改名。',
  renew: '換連結',
  renewOf: (name: string) => `換「${name}」嘅連結`,
  revoke: '停用',
  revokeOf: (name: string) => `停用「${name}」`,
  revoked: '已經停用，條連結即刻失效。',

  // NEW FEED
  add: '新增連結',
  name: '名稱',
  nameHint: '例如「部電話」，最多 50 個字',
  program: '聽邊個節目',
  full: (most: number) => `最多 ${most} 條連結，停用一條先可以再加。`,
  isThere: '連結整好喇，只會顯示呢一次，請即刻複製。',
  address: '私人連結',
  copy: '複製',
  copied: '已複製連結',
  copyFailed: '複製唔到，請揀晒成條連結自己複製。',

  // IN FEEDS: formal written Chinese, as they are read outside the site
  feedTitle: (name: string) => `${name}（私人）`,
  feedDescription: 'CR電台節目重溫，只供會員本人收聽。',
  freeDescription: (tagline: string) => [tagline, '可免費收聽每集開頭。'].filter(Boolean).join('｜'),
  episode: (title: string, day: DayHk, clock: string) => `${title}　${timeText.date(day)} ${clock}`,
  part: (no: number) => `第 ${no} 節`,
  free: (minutes: number) => `免費收聽開頭 ${minutes} 分鐘。訂閱節目重溫計劃，便可收聽全集。`,
} as const;
