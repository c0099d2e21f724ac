import type { SoundMark } from '#domain/songs/marks.rules.ts';

/** Title and artist in one line. */
const named = ({ title, artist }: Pick<SoundMark, 'title' | 'artist'>): string =>
  artist === '' ? title : `${title} · ${artist}`;

/** Songs, bulletins and breaks. */
export const soundText = {
  now: '正在播',
  of: (mark: SoundMark): string =>
    mark.kind === 'song' ? named(mark) : mark.title || (mark.kind === 'bulletin' ? '新聞' : '廣告時間'),
  whatWasThat: '剛才播過乜歌？',
  keep: '記低呢首',
  keepOf: (title: string) => `記低呢首：《${title}》`,
  kept: '記低咗，喺「我的歌曲」睇返',
  keptBefore: '之前已經記低咗',
  keepFailed: '而家記低唔到，請遲啲再試',
  keepFull: '記低咗太多歌，請先移除一啲',
  logInToKeep: '登入之後，可以將聽到嘅歌記低。',
  toPage: '返去',
} as const;

/** The songs page of a channel. */
export const songsText = {
  titleOf: (channel: string) => `${channel} 播過嘅歌`,
  description: (channel: string, day: string) => `${channel} ${day}播過嘅歌，按鐘數搵返歌名同歌手，一撳就聽返嗰一刻。`,
  intro: '撳一下就聽返嗰一刻：8 小時內由直播聽返，之後由節目重溫聽。',
  latest: '剛才播過嘅歌',
  all: '睇晒',
  channels: '頻道',
  days: '日子',
  dayBefore: '前一日',
  dayAfter: '後一日',
  hours: '鐘數',
  hour: (hour: number) => `${String(hour % 24).padStart(2, '0')} 時`,
  /** After midnight, within the same broadcast day. */
  smallHours: '凌晨',
  newest: '最新',
  search: '搵呢日嘅歌',
  searchHint: '歌名或者歌手',
  found: (q: string, count: number) => `「${q}」：${count} 次`,
  notFound: (q: string) => `呢日冇播過「${q}」。`,
  wholeDay: '睇返成日',
  none: '呢段時間冇播歌。',
  hear: '聽呢段',
  hearOf: (title: string, clock: string) => `聽呢段：${clock}《${title}》`,
  notKept: '未有重聽',
  song: (title: string) => `《${title}》`,
  count: (count: number) => `${count} 首`,
} as const;

/** A member's song list. */
export const mySongsText = {
  title: '我的歌曲',
  description: '睇返你記低同埋聽過嘅歌，去返播嗰一刻。',
  lead: '你記低嘅歌，同埋登入咗收聽時播過半分鐘或以上嘅歌。',
  which: '種類',
  all: '全部',
  kept: '記低咗',
  heard: '聽過',
  tagKept: '記低咗',
  tagHeard: '聽過',
  onAir: (channel: string, moment: string) => `${channel}，${moment}`,
  none: '未有歌曲。聽直播時撳「記低呢首」，就會留喺度。',
  look: '睇吓播過乜歌',
  paused: '收聽紀錄暫停咗，聽過嘅歌唔會加入。',
  remove: '移除',
  removeOf: (title: string) => `移除《${title}》`,
  removed: '已經移除',
  clear: '全部移除',
  clearTitle: '移除全部歌曲',
  clearWords: '記低咗同聽過嘅歌會全部刪除，救唔返。',
  cleared: '已經全部移除',
  later: '較新',
  earlier: '較早',
  paging: '歌曲',
} as const;
