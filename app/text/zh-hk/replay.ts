import type { PlayerErrorCode } from '#app/player/player.state.ts';
import { recordingReasons } from './player.ts';

/** What a code of the player means of a replay. */
const replayReasons: Record<PlayerErrorCode, string> = {
  ...recordingReasons,
  '120007': '呢段節目開唔到',
  '120010': '呢段節目開唔到',
  '121001': '呢段節目聽唔返',
};

/** Words of the player that come with the first replay. */
export const replayText = {
  section: (no: number, title: string) => `第 ${no} 節${title === '' ? '' : ` ${title}`}`,
  sleepSection: '呢節完咗就停',
  sleepBackToSet: '由較計時嗰度聽返',
  reason: (code: PlayerErrorCode) => `${replayReasons[code]}（${code}）。`,
  takenOver: (device: string) => `轉咗去「${device || '另一部裝置'}」聽，位置已經記低`,
  endedElsewhere: '呢度嘅播放喺另一部裝置停咗',
  removed: '有一段因為版權聽唔返，已經跳過',
  needsPlan: '呢段要有節目重溫計劃先聽到',
  freeOver: '免費嗰段聽完，有節目重溫計劃就聽到全部',
  forward30: '前進 30 秒',
  previous: '之前嗰節',
  following: '跟住嗰節',
  parts: '節',
  speed: '速度',
  speedOf: (speed: number) => `${speed}×`,
  quality: '音質',
  qualities: { auto: '自動', hd: 'HD', sd: 'SD' },
  airTime: (clock: string) => `大氣時間 ${clock}`,
  open: '展開播放器',
  collapse: '收起播放器',
  elsewhere: {
    choose: '喺其他裝置播放',
    playing: '喺另一部裝置播緊',
    none: '附近搵唔到播得到嘅裝置',
    again: '準備好喇，再撳一次揀裝置',
  },
  takeOver: {
    title: (device: string) => `你喺「${device || '另一部裝置'}」聽緊`,
    titleMany: '你喺其他裝置聽緊',
    words: '同一時間播緊嘅裝置夠數。轉到呢度聽，嗰邊就會停，位置會記低。',
    here: (device: string) => `停「${device || '另一部裝置'}」，喺呢度聽`,
    later: '遲啲先',
  },
  places: {
    title: '由邊度聽落去？',
    words: '兩部裝置停喺唔同嘅位置。',
    at: (clock: string, device: string) => `${clock}（${device || '另一部裝置'}）`,
  },
} as const;
