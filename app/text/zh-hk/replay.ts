import type { MissingWhy } from '#domain/archive/playing/sound-spans.rules.ts';
import type { PlayerErrorCode } from '#app/player/player.state.ts';
import { clockHk } from '#shared/hk-time.ts';
import { recordingReasons } from './player.ts';

/** Texts for player error codes, for replays. */
const replayReasons: Record<PlayerErrorCode, string> = {
  ...recordingReasons,
  '120007': '呢段節目開唔到',
  '120010': '呢段節目開唔到',
  '121001': '呢段節目聽唔返',
};

/** Player texts that are loaded with the first replay. */
export const replayText = {
  section: (no: number, title: string) => `第 ${no} 節${title === '' ? '' : ` ${title}`}`,
  sleepSection: '呢節完咗就停',
  sleepBackToSet: '由較計時嗰度聽返',
  reason: (code: PlayerErrorCode) => `${replayReasons[code]}（${code}）。`,
  takenOver: (device: string) => `轉咗去「${device || '另一部裝置'}」聽，位置已經記低`,
  endedElsewhere: '呢度嘅播放喺另一部裝置停咗',
  /** When a gap is skipped. */
  passed: {
    gap: '有一段冇訊號，已經跳過',
    rights: '有一段因為版權聽唔返，已經跳過',
    law: '有一段因為法律原因聽唔返，已經跳過',
    error: '有一段已經抽起，跳過咗',
  } satisfies Record<MissingWhy, string>,
  /** A missing part with its times. */
  missing: {
    gap: '嗰陣冇訊號，冇錄到聲',
    rights: '因為版權聽唔返',
    law: '因為法律原因聽唔返',
    error: '已經抽起',
  } satisfies Record<MissingWhy, string>,
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
  words: { title: '講咗啲乜' },
  share: {
    moment: '分享呢一刻',
    titleOf: (title: string, date: string, clock: string) => `${title} ${date}，由 ${clock} 聽起`,
    copied: (clock: string) => `已複製連結，由 ${clock} 聽起`,
    failed: '複製唔到連結，請再試一次。',
  },
  bookmark: {
    add: '加書籤',
    ofWords: (words: string) => `已經加書籤：「${words}」`,
    atMoment: (ms: number) => `已經喺 ${clockHk(new Date(ms))} 加書籤。`,
    before: '呢度之前已經加咗書籤。',
    gone: '已經移除書籤。',
    undo: '復原',
    putAway: '收起',
    forGuests: '登入之後就可以加書籤。',
    forPlans: '書籤是收費功能，訂閱節目重溫計劃便可使用。',
  },
  unheard: {
    of: (ms: number) => `聽漏咗 ${Math.max(1, Math.round(ms / 60_000))} 分鐘`,
    only: '只播聽漏咗嘅',
  },
  catchUp: {
    offer: (clock: string) => `追返直播，${clock} 追到`,
    now: (clock: string) => `加快緊，${clock} 追到直播`,
  },
  sameMinute: {
    title: '同一刻，其他台',
    on: (channel: string) => `聽 ${channel} 同一刻`,
    none: (channel: string, clock: string) => `${channel} ${clock} 嗰陣聽唔返。`,
    failed: '暫時轉唔到台，請再試一次。',
  },
  keys: {
    toggle: '播放',
    skip: '15 秒／30 秒',
    bookmark: '書籤',
    otherChannel: '同一刻，轉台',
    speed: '速度',
  },
  keyNames: { ' ': '空白鍵', ArrowLeft: '←', ArrowRight: '→', b: 'B', c: 'C', '<': '<', '>': '>' },
  aired: (date: string, range: string) => `${date} ${range} 播出`,
  missingTitle: '聽唔返嘅部分',
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
    here: '喺呢度聽',
    /** Two devices with the same name are distinguished by start time. */
    hereFor: (device: string, clock: string) => `停「${device || '另一部裝置'}」（${clock} 開始）`,
    later: '遲啲先',
  },
  familyPlays: {
    title: '屋企人用緊晒啲裝置',
    words: (devices: readonly { name: string; device: string }[]) =>
      `${devices.map(({ name, device }) => `${name || '家庭成員'}（${device || '一部裝置'}）`).join('、')}聽緊。等其中一部停咗，你就可以聽。`,
  },
  positions: {
    title: '由邊度聽落去？',
    words: '兩部裝置停喺唔同嘅位置。',
    at: (clock: string, device: string) => `${clock}（${device || '另一部裝置'}）`,
  },
} as const;
