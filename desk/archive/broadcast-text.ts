import { channelText } from '#app/text/zh-hk/channels.ts';
import { archiveText } from '#app/text/zh-hk/desk-archive.ts';
import { isChannelId } from '#shared/enums.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import type { Broadcast, ReplayState } from './archive.types.ts';

/** `14:02:30` of Unix seconds. */
export const clockOf = (seconds: number): string => dateTimeHk(new Date(seconds * 1000)).slice(11, 19);

/** `14:02`, `14:02:30` or `14:02:30.5` of Unix ms. */
export function clockTime(ms: number, { seconds = false, tenths = false } = {}): string {
  const whole = clockOf(ms / 1_000);
  if (tenths) return `${whole}.${Math.floor((ms % 1_000) / 100)}`;
  return seconds ? whole : whole.slice(0, 5);
}

/** `54:30` or `1:02:05` of a length in ms. */
export function lengthText(ms: number): string {
  const s = Math.round(ms / 1_000);
  const [hours, minutes, seconds] = [Math.floor(s / 3_600), Math.floor(s / 60) % 60, s % 60];
  const tail = `${String(minutes).padStart(2, '0')}:${String(seconds).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

export const spanText = ({ starts_ts: from, ends_ts: to }: { starts_ts: number; ends_ts: number }): string =>
  `${clockOf(from)} – ${clockOf(to)}`;

export const broadcastName = ({ title, program_title: program }: Broadcast): string => title ?? program;

export const channelName = (streamId: number): string =>
  isChannelId(streamId) ? channelText[streamId].name : archiveText.channelOf(streamId);

export const TONE_OF_STATE: Record<ReplayState, string> = { shown: 'good', ended: 'wait', taken_down: 'bad' };
