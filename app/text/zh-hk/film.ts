import type { PlayerErrorCode } from '#app/player/player.state.ts';
import { span } from './player.ts';

/** A spoken duration, 1 小時 11 分 40 秒; without seconds if `isRough`. */
function spoken(ms: number, isRough = false): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const parts = [hours > 0 ? `${hours} 小時` : '', minutes > 0 ? `${minutes} 分` : ''];
  if (!isRough) parts.push(seconds % 60 > 0 ? `${seconds % 60} 秒` : '');
  return parts.filter(Boolean).join(' ') || (isRough ? '少過 1 分鐘' : '0 秒');
}

/** 2 日 3 小時 while days are left, 23 小時 12 分 on the last day. */
function left(ms: number): string {
  const days = Math.floor(ms / 86_400_000);
  if (days === 0) return spoken(ms, true);
  const hours = Math.floor(ms / 3_600_000) % 24;
  return hours > 0 ? `${days} 日 ${hours} 小時` : `${days} 日`;
}

const failures: Record<PlayerErrorCode, string> = {
  '120006': '網絡唔穩定，畫面斷咗。位置已經記低。',
  '120007': '呢個瀏覽器播唔到影片，請用另一個瀏覽器。',
  '120008': '播放器出咗問題。位置已經記低。',
  '120009': '等咗好耐都播唔到。請檢查網絡，再試一次。',
  '120010': '暫時連唔到。位置已經記低，請再試一次。',
  '121001': '你嘅帳戶未有呢套影片。',
  '121002': '播放裝置滿咗，請先移除一部。',
  '121003': '另一部裝置播緊，請先停咗嗰部。',
  '121004': '呢部裝置播唔到，請用另一部。',
};

/** Video: films, trailers, and what the event player shares with them. */
export const filmText = {
  player: (title: string) => `影片：${title}`,
  picture: (title: string) => `《${title}》嘅畫面`,
  span,
  spoken,
  play: '播放',
  playFilm: '播放影片',
  playTrailer: '播放預告',
  trailer: '預告',
  trailerOver: { title: '預告播完', words: '租看之後可以睇全套。', again: '再睇預告' },
  pause: '暫停',
  again: '由頭睇過',
  goOn: (ms: number) => `由 ${span(ms)} 繼續`,
  back: (seconds: number) => `後退 ${seconds} 秒`,
  on: (seconds: number) => `前進 ${seconds} 秒`,
  position: '播放位置',
  positionValue: (ms: number, durationMs: number, chapter: string) =>
    `${spoken(ms)}，全長 ${spoken(durationMs)}${chapter === '' ? '' : `，章節：${chapter}`}`,
  times: (ms: number, durationMs: number) => `${span(ms)} / ${span(durationMs)}`,
  mute: '靜音',
  unmute: '取消靜音',
  volume: '音量',
  volumeValue: (percent: number, muted: boolean) => (muted ? `靜音（${percent}%）` : `${percent}%`),
  captions: '字幕',
  captionsOff: '唔要字幕',
  chapters: '章節',
  chapterNow: '播緊',
  beside: '章節、字幕同資料',
  words: {
    title: '字幕全文',
    none: '租看之後播放影片，字幕全文會喺呢度。',
    before: '播放影片之後，字幕全文會喺呢度。',
    closed: '影片開始播放之後，先會有全部字幕。',
    loading: '載入緊字幕…',
    failed: '字幕載入唔到，請再試一次。',
    retry: '再試一次',
    empty: '呢套影片未有字幕。',
  },
  about: '資料',
  settings: '設定',
  quality: '畫質',
  automatic: '自動',
  automaticNow: (lines: number) => `而家 ${lines}p`,
  lines: (lines: number) => `${lines}p`,
  soundAlone: '淨聲音',
  dataPerHour: (gigabytes: number) => `每小時約 ${gigabytes.toFixed(1)} GB`,
  speed: '播放速度',
  speedOf: (speed: number) => (speed === 1 ? '正常' : `${speed}×`),
  small: '子母畫面',
  smallEnds: '返返大畫面',
  full: '全螢幕',
  fullEnds: '離開全螢幕',
  elsewhere: { choose: '喺其他裝置播放', playing: '喺另一部裝置播緊' },
  keysTitle: '鍵盤',
  keys: [
    ['空白鍵', '播放'],
    ['← →', '10 秒'],
    ['J K L', '後退、播放、前進'],
    ['C', '字幕'],
    ['F', '全螢幕'],
    ['M', '靜音'],
    ['0 – 9', '跳去 0% – 90%'],
  ],
  waiting: '緩衝中',
  slower: (lines: number) => `網絡慢咗，轉做 ${lines}p`,
  hold: (lines: number) => `鎖定 ${lines}p`,
  left: (ms: number) => `尚餘 ${left(ms)}`,
  /** Before the first press: `clock` is a date and time. */
  mustFinish: (clock: string) => `而家開始睇，要喺 ${clock} 前睇完`,
  tooLong: '影片長過剩返嘅時間，未必睇得晒',
  endsSoon: (ms: number) => `租看時限尚餘 ${left(ms)}`,
  ended: {
    title: '睇完喇',
    words: (ms: number | null) => (ms === null ? '' : `尚餘 ${left(ms)} 可以再睇。`),
    nextIn: (seconds: number, title: string) => `${seconds} 秒後播《${title}》`,
    next: '播下一套',
    stay: '唔播住',
    more: '揀下一套',
  },
  over: { title: '租看時限到咗', words: '想再睇，可以再租。', rent: '再租一次' },
  failed: {
    title: '影片播唔到',
    words: (code: PlayerErrorCode) => `${failures[code]}（${code}）`,
    tried: '已經試咗 3 次。',
    retry: '再試一次',
    check: '檢查裝置',
    devices: '管理裝置',
    devicesFull: { title: '播放裝置滿咗', words: '清除過 Cookie 或者用私密視窗，同一部機會當做新裝置。' },
    noRight: { title: '未有呢套影片', words: '你嘅帳戶而家睇唔到，租看之後就得。', rent: '去租看' },
    guest: { title: '請先登入', words: '登入之後會返到呢度。', logIn: '登入' },
    unverified: { title: '未驗證電郵', words: '驗證電郵之後先可以播放租看咗嘅影片。', verify: '驗證電郵' },
    notNow: { title: '未輪到你入場', words: '次序會留住，輪到就入得。' },
    paused: '暫停服務',
  },
  takeOver: {
    title: (device: string) => `你喺「${device || '另一部裝置'}」睇緊`,
    titleMany: '你喺其他裝置睇緊',
    words: '轉過嚟睇，嗰邊會停，位置會記低。',
    stay: '留返喺嗰邊',
    here: '轉到呢度睇',
    hereFor: (device: string, clock: string) => `停「${device || '另一部裝置'}」（${clock} 開始）`,
    takenTitle: '轉咗去另一部裝置睇',
    taken: (device: string) => `「${device || '另一部裝置'}」播緊，位置已經記低。`,
    back: '喺呢度睇返',
  },
  positions: {
    title: '由邊度睇落去？',
    words: '兩部裝置停喺唔同嘅位置。',
    at: (ms: number, device: string) => `${span(ms)}（${device || '另一部裝置'}）`,
  },
  blocked: '瀏覽器要你再撳一下先可以播',
  together: {
    share: '同步睇',
    shared: '已複製同步睇連結',
    failed: '複製唔到，請喺網址列複製',
    on: '同步睇緊',
    far: '追緊大家…',
    leave: '自己睇',
  },
} as const;
