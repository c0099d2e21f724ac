import { timeText } from './time.ts';

const MB = 1_000_000;
const size = (bytes: number): string =>
  bytes >= 1_000 * MB ? `${(bytes / MB / 1_000).toFixed(1)} GB` : `${Math.max(1, Math.round(bytes / MB))} MB`;

/** Replays stored in the browser. */
export const downloadsText = {
  title: '留低咗嘅重溫',
  description: '將重溫留低喺電話，入隧道、上飛機都聽到。',
  lead: '留低咗嘅重溫，冇網絡都聽到。每段留 7 日，最多 10 段。',
  noScripts: '呢版要用 JavaScript 先睇到留低咗咩。',
  box: {
    lead: '留低之後，冇網絡都聽到。每段留 7 日，最多 10 段；登出就會全部刪走。',
    hd: '音質好啲',
    sd: '慳位啲',
    quality: '音質',
    press: (part: string) => `留低${part}`,
    pressed: '留緊落嚟…',
    started: '開始留低，去「留低咗嘅重溫」睇進度。',
    failed: '暫時留唔低，請等一陣再試。',
    full: '已經留低咗 10 段，刪走一段先可以再留。',
    open: '睇留低咗嘅重溫',
    close: '閂咗佢',
  },
  unsupported: { title: '呢個瀏覽器留唔低重溫', words: '私密瀏覽嘅視窗都留唔低。換個新啲嘅瀏覽器，或者用電台嘅 App。' },
  empty: { title: '未留低任何重溫', words: '去重溫頁，揀一集，撳「留低喺電話」。', press: '睇節目重溫' },
  failed: { title: '開唔到留低咗嘅重溫', words: '呢個瀏覽器嘅儲存有問題，請重新載入再試。' },
  loading: '睇緊留低咗咩…',
  play: (name: string) => `播放${name}`,
  playWords: '播放',
  remove: '刪走',
  removeOf: (name: string) => `刪走${name}`,
  removeAll: '全部刪走',
  goOn: '繼續留低',
  day: (day: string) => timeText.date(day),
  left: (days: number) => (days <= 1 ? '今日到期' : `仲有 ${days} 日`),
  size,
  progress: (percent: number) => `留低咗 ${percent}%`,
  suspended: '重溫暫停緊，遲啲先聽得返。',
  room: (used: number, free: number) => `用咗 ${size(used)}，呢部裝置仲有大約 ${size(free)}`,
  wifi: '只用 Wi-Fi 留低',
  noWifi: '呢個瀏覽器分唔到 Wi-Fi 同流動數據，用流動數據都會留低。',
  outcome: {
    waiting: '未留低晒，有合適嘅網絡就會繼續。',
    full: '裝置唔夠位，刪走啲嘢再試。',
    failed: '斷咗線，連返線就會由停低嗰度繼續。',
  },
};
