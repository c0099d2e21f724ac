import type { PlayerErrorCode } from '#app/player/player.state.ts';

/** 4:12, or 1:04:12 from an hour on. */
export function span(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`;
}

function spokenSpan(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const seconds = Math.floor(ms / 1000) % 60;
  return [minutes > 0 ? `${minutes} 分鐘` : '', seconds > 0 || minutes === 0 ? `${seconds} 秒` : '']
    .filter(Boolean)
    .join(' ');
}

export const playerReasons: Record<PlayerErrorCode, string> = {
  '120006': '網絡唔穩定，聲音斷咗',
  '120007': '呢個瀏覽器播唔到直播，請用另一個瀏覽器',
  '120008': '播放器出咗問題',
  '120009': '等咗好耐都連唔到直播。再試一次，或者檢查網絡',
  '120010': '直播訊號暫時中斷',
  '121001': '你嘅帳戶聽唔到呢個節目',
  '121002': '收聽裝置滿咗，請先移除一部',
  '121003': '另一部裝置播緊，請先停咗嗰部',
  '121004': '呢部裝置播唔到，請用另一部',
};

/** The same for files, which the station does not stream. */
export const recordingReasons: Record<PlayerErrorCode, string> = {
  ...playerReasons,
  '120007': '呢段錄音開唔到',
  '120009': '等咗好耐都開唔到',
  '120010': '呢段錄音開唔到',
};

export const playerText = {
  player: '播放器',
  replay: '節目重溫',
  controls: '播放控制',
  play: '播放',
  pause: '暫停',
  pauseChannel: (channel: string) => `暫停 ${channel}`,
  retry: '再試一次',
  connecting: '緩衝中',
  startOver: '由頭聽過',
  goLive: '返到直播',
  watch: '轉睇畫面',
  listen: '轉聽聲音',
  expand: (channel: string) => `展開播放器：去 ${channel} 直播頁`,
  close: '關閉播放器',
  dial: '節目進度',
  dialValue: (clock: string, elapsedMs: number, behindMs: number) =>
    `${clock}，節目已播 ${Math.floor(elapsedMs / 60_000)} 分鐘${behindMs > 0 ? `，落後直播 ${spokenSpan(behindMs)}` : ''}`,
  behind: (ms: number) => `落後直播 ${span(ms)}`,
  volume: '音量',
  volumeValue: (percent: number, muted: boolean) => (muted ? `靜音（${percent}%）` : `${percent}%`),
  mute: '靜音',
  unmute: '取消靜音',
  sleep: '瞓覺計時',
  sleepLeft: (ms: number) => `瞓覺計時，仲有 ${spokenSpan(ms)}`,
  sleepMinutes: (minutes: number) => `${minutes} 分鐘後停`,
  sleepProgramme: '節目完咗就停',
  sleepOff: '唔計時',
  sleepBack: '由停低嗰度聽返',
  span,
  failed: '播唔到',
  reason: (code: PlayerErrorCode) => `${playerReasons[code]}（${code}）。`,
  recordingReason: (code: PlayerErrorCode) => `${recordingReasons[code]}（${code}）。`,
  position: '播放位置',
  positionValue: (positionMs: number, durationMs: number) =>
    `${spokenSpan(positionMs)}，全長 ${spokenSpan(durationMs)}`,
  back15: '後退 15 秒',
  forward15: '前進 15 秒',
  openPage: (title: string) => `打開文章：${title}`,
  status: {
    replay: (title: string) => `播緊重溫 ${title}`,
    song: (title: string, artist: string) => `播緊《${title}》${artist}`,
    recording: (title: string) => `播緊錄音 ${title}`,
    picture: (title: string) => `播緊 ${title}`,
    ended: '播完咗',
    connecting: '連線緊…',
    reconnecting: '重新連線緊…',
    onAir: '直播中',
    paused: '已暫停',
    otherTab: '另一個分頁播緊，呢度已經停咗',
    slept: '夠鐘瞓覺，已經停咗',
    blocked: '瀏覽器要你再撳一下先可以播',
    clipOver: '片段播完，撳播放就聽落去',
    notices: {
      'window-passed': '停咗超過 8 個鐘，由最早聽得返嘅位繼續播',
      'not-kept': '嗰段聽唔返，由之後最近嘅位開始播',
    },
    playing: (channel: string, title: string) => `播緊 ${channel} ${title}`,
  },
} as const;
