import type { DayHk } from '#shared/hk-time.ts';
import { exactClock } from './exact-clock.ts';
import { timeText } from './time.ts';

/** Minutes and seconds, with hours if any: 52:14, 1:02:30. */
function length(seconds: number): string {
  const whole = Math.round(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Replays. */
export const archiveText = {
  titleOf: (date: string) => `${date}重溫`,
  description: '雷霆881、叱咤903、AM864 播過嘅節目，跟日子、跟節目搵返嚟聽。',
  lead: '節目播完就有得聽，三台任你揀。',
  leadFree: (minutes: number) => `節目播完就有得聽。每個節目頭 ${minutes} 分鐘，任何人都聽得。`,
  searchLabel: '搜尋重溫',
  searchHint: '節目、環節、嗰日講過嘅嘢',
  offer: {
    title: '錯過咗？由頭聽返。',
    points: ['三台節目，播完就有', '由上次停低嗰度繼續聽', '播放清單、書籤、播放速度'],
    plans: '睇計劃',
    guide: '使用指南',
  },
  begun: {
    title: '繼續聽',
    none: '聽過一陣、又未聽完嘅節目，會喺呢度等你返嚟。',
    failed: '暫時攞唔到你聽到邊度，請等一陣再試。',
    heard: '聽到邊度',
    left: (minutes: number) => `仲有 ${minutes} 分鐘`,
    goOn: (title: string, clock: string) => `繼續聽：${title}，由 ${clock} 開始`,
    shelf: { back: '向前', forward: '向後' },
  },
  byDay: '跟住日子聽',
  days: '日期',
  earlierDays: '早啲嘅日子',
  laterDays: '遲啲嘅日子',
  channels: '頻道',
  now: '而家',
  parts: (count: number) => `${count} 節`,
  onAir: '直播中',
  ended: '重溫期已過',
  noneOfDay: '呢日未有重溫。',
  next: (clock: string) => `${clock} 播出`,
  play: (title: string, clock: string) => `播放：${title}，${clock}`,
  pause: (title: string) => `暫停：${title}`,
  listenTo: (title: string) => `收聽直播：${title}`,
  byProgram: '跟住節目聽',
  allPrograms: (count: number) => `全部 ${count} 個節目`,
  newest: (day: string) => `最新：${day}`,
  classics: '經典重溫',
  newestNote: '按播出時間排',
  more: (count: number) => `睇多 ${count} 個`,

  // REPLAY
  breadcrumb: '目前位置',
  replayTitle: (title: string, date: string) => `${title} ${date}重溫`,
  replayAt: (title: string, date: string, clock: string) => `${title} ${date}，由 ${clock} 聽起`,
  replayDescription: (title: string, date: string, range: string) => `${date} ${range} 播出嘅《${title}》，由頭聽返。`,
  playAll: '由頭聽',
  playFrom: (clock: string) => `由 ${clock} 聽起`,
  /** With the year if it is not the current one. */
  until: (day: DayHk, today: DayHk) =>
    `${day.slice(0, 4) === today.slice(0, 4) ? '' : timeText.year(day.slice(0, 4))}${timeText.date(day)}前都聽得`,
  partsTitle: '分節',
  part: (no: number) => `第 ${no} 節`,
  partOf: (no: number, title: string) => (title ? `第 ${no} 節　${title}` : `第 ${no} 節`),
  playPart: (no: number, clock: string) => `播放第 ${no} 節，${clock} 開始`,
  pausePart: (no: number) => `暫停第 ${no} 節`,
  freeTag: (minutes: number) => `首 ${minutes} 分鐘`,
  planTag: '訂戶',
  heardTo: (clock: string) => `聽到 ${clock}`,
  goOnFrom: (clock: string) => `由 ${clock} 繼續`,
  length,
  spokenLength: (seconds: number) => {
    const minutes = Math.max(1, Math.round(seconds / 60));
    const [h, m] = [Math.floor(minutes / 60), minutes % 60];
    return [h > 0 ? `${h} 小時` : '', m > 0 ? `${m} 分鐘` : ''].filter(Boolean).join(' ');
  },
  /** 5 分鐘, 1 分鐘 30 秒 */
  clipLength: (seconds: number) =>
    [seconds >= 60 ? `${Math.floor(seconds / 60)} 分鐘` : '', seconds % 60 > 0 ? `${seconds % 60} 秒` : '']
      .filter(Boolean)
      .join(' '),
  growing: '節目仲喺度播，播過嘅部分已經聽得。',
  endedWords: '呢集嘅重溫期已過，唔可以再聽。',
  words: '講咗啲乜',
  transcriptOf: (no: number) => `第 ${no} 節講咗啲乜`,
  wordsMore: '跟住落去',
  others: '其他日子',

  // CLIP
  clipRange: (fromMs: number, toMs: number) => timeText.range(exactClock(fromMs), exactClock(toMs)),
  clip: (range: string) => `片段 ${range}`,
  clipOf: (title: string, date: string, range: string) => `${title} ${date}片段 ${range}`,
  playClip: '播放片段',
  wholeOf: '聽全集',
  sharePart: '分享一段',
  keep: '留低喺電話',
  share: {
    words: (length: string) => `揀由邊度聽起、聽到邊度。唔填「到」，就由嗰刻一路聽落去。片段最長 ${length}。`,
    from: '由',
    to: '到',
    hint: '例如 09:05:30',
    here: '而家聽到嘅位',
    hereAs: (field: string) => `${field}：而家聽到嘅位`,
    faults: {
      from: (range: string) => `「由」要喺 ${range} 之間。`,
      to: (range: string) => `「到」要喺 ${range} 之間。`,
      order: '「到」要喺「由」之後。',
      long: (length: string) => `片段最長 ${length}，請揀短啲。`,
    },
    cancel: '取消',
    /** If the device has a share sheet. */
    send: '分享',
  },

  // MOMENTS
  needle: '由邊個時間聽起',
  fromMoment: (clock: string) => `由 ${clock} 聽起`,
  playAt: (title: string, clock: string) => `由 ${clock} 播放：${title}`,
  sounding: '播放中',
  history: '收聽紀錄',
} as const;
