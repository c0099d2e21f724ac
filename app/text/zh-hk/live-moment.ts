import { timeText } from './time.ts';
import { dateTimeHk, dayHkOf, type DayHk } from '#shared/hk-time.ts';
import { dayHeadingOf } from '#shared/station-day.ts';

/** 14:26:10, 尋晚 22:00:00, 11月20日 14:26:10 */
const when = (at: Date, now: Date) => timeText.clockOf(dayHeadingOf(at, now), dayHkOf(now), dateTimeHk(at).slice(11));

/** A shared moment of live. */
export const liveMomentText = {
  when,
  titleOf: (channel: string, programme: string | null, at: string) =>
    programme === null ? `${channel} ${at}` : `${channel}《${programme}》${at}`,
  description: (channel: string, at: string) => `由 ${at} 聽起：${channel} 嗰一刻播緊乜，一撳就聽到。`,
  said: (words: string) => `「${words}」`,
  song: (title: string, artist: string) => `♪ ${title}${artist === '' ? '' : ` · ${artist}`}`,
  heading: { live: '有人分享咗呢一刻', none: '呢一刻聽唔返', future: '呢一刻未到' },
  play: (at: string) => `由 ${at} 聽起`,
  none: (at: string) => `${at} 嗰一刻冇錄到，或者已經唔可以再聽。可以聽住直播先，或者揀嗰日其他節目。`,
  future: (at: string) => `${at} 仲未播出。可以聽住直播先。`,
  listen: '聽直播',
  dayOf: (day: DayHk) => `睇 ${timeText.date(day)}嘅重溫`,
  shareTitle: (title: string, at: string) => `${title}，由 ${at} 聽起`,
  shared: (at: string) => `已複製連結，由 ${at} 聽起`,
} as const;
