import { timeText } from './time.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';

/** 6 分 40 秒. */
function length(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = seconds % 60;
  return [
    hours > 0 ? `${hours}\u00a0小時` : '',
    minutes > 0 ? `${minutes}\u00a0分` : '',
    rest > 0 && hours === 0 ? `${rest}\u00a0秒` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

const fullTime = (atMs: number) => {
  const at = new Date(atMs);
  const day = dayHkOf(at);
  return `${day.slice(0, 4)}年${timeText.date(day)} ${clockHk(at)}`;
};

export const articleText = {
  breadcrumb: '目前位置',
  news: '新聞',
  roadCoop: '路訊合作社',
  publishedAt: fullTime,
  /** On the day of publication only the time of the update is shown. */
  updatedAt: (publishedAtMs: number, updatedAtMs: number) =>
    dayHkOf(new Date(publishedAtMs)) === dayHkOf(new Date(updatedAtMs))
      ? `更新 ${clockHk(new Date(updatedAtMs))}`
      : `更新 ${fullTime(updatedAtMs)}`,
  minutesToRead: (minutes: number) => `閱讀約\u00a0${minutes}\u00a0分鐘`,
  station: '本台記者',
  keyArtOf: (title: string) => `《${title}》配圖`,
  credit: (words: string) => `（圖：${words}）`,
  length,
  table: '表格',

  preview: {
    note: (untilMs: number) => `預覽：未出街，條連結 ${clockHk(new Date(untilMs))} 失效`,
    gone: '睇唔到預覽',
    goneHint: '條連結過咗期、唔完整，或者份稿未填好。請返編採室再撳「預覽」。',
  },

  share: '分享',
  shareFacebook: '分享去 Facebook',
  shareWhatsapp: '分享去 WhatsApp',
  copy: '複製連結',
  copied: '已複製連結',
  copyFailed: '複製唔到，請喺網址列複製',

  play: (title: string) => `播放：${title}`,
  pause: (title: string) => `暫停：${title}`,
  retry: (title: string) => `再試播放：${title}`,
  fullscreen: '全螢幕',
  video: '影片',
  audio: '錄音',

  loadYoutube: '載入 YouTube 影片：',
  loadFacebook: '載入 Facebook 貼文：',
  youtubeNote: '撳咗先會連去 YouTube，YouTube 或會收集你嘅資料。',
  facebookNote: '撳咗先會連去 Facebook，Facebook 或會收集你嘅資料。',
  openYoutube: '去 YouTube 睇',
  openFacebook: '去 Facebook 睇',

  gallery: (title: string) => `相集：${title}`,
  pictureOf: (at: number, count: number) => `第 ${at} 張，共 ${count} 張`,
  enlarge: (alt: string) => `放大：${alt}`,
  closeGallery: '關閉相集',
  previousPicture: '上一張',
  nextPicture: '下一張',

  more: (kind: string) => `更多「${kind}」`,
  all: '全部',
  program: '相關節目',
} as const;
