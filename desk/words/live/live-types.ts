import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { dateTimeHk, dayHkOf, addDaysHk } from '#shared/hk-time.ts';

export interface EntryPicture {
  picture: string;
  alt: string;
  caption?: string;
  credit?: string;
}

interface Sound {
  channel: ChannelId;
  at_ts: number;
}

/** What an entry says. */
export interface Written {
  html: string;
  picture: EntryPicture | null;
  sound: Sound | null;
}

export interface DeskEntry extends Written {
  id: number;
  revision: number;
  posted_ts: number;
  posted_by: string;
  byline: string;
  is_pinned: boolean;
  corrections: { at_ts: number; note: string }[];
  withdrawn: { at_ts: number; note: string } | null;
}

export interface DeskLiveBlog {
  article_id: number;
  title: string;
  url: string;
  is_public: boolean;
  opened_ts: number | null;
  closed_ts: number | null;
  entries: DeskEntry[];
  older_id: number | null;
}

export const EMPTY: Written = { html: '', picture: null, sound: null };

/** Only what the action takes; a picture that is not described yet is not sent. */
export const inputOf = ({ html, picture, sound }: Written) => ({
  html,
  picture: picture && picture.picture !== '' ? picture : null,
  sound,
});

export const hasText = ({ html }: Written): boolean => html.replaceAll(/<[^>]*>|&nbsp;/g, '').trim() !== '';

/** `14:26:10` in Hong Kong, as an input of seconds has it. */
export const clockOf = (seconds: number): string => dateTimeHk(new Date(seconds * 1000)).slice(11, 19);

/** The last such time before now, in Unix seconds; null if it is no time. */
export function secondsOfClock(clock: string, now: Date): number | null {
  const whole = clock.length === 5 ? `${clock}:00` : clock;
  const today = dayHkOf(now);
  const on = (day: string) => Date.parse(`${day}T${whole}+08:00`) / 1000;
  const at = on(today);
  if (Number.isNaN(at)) return null;
  return at * 1000 <= now.getTime() ? at : on(addDaysHk(today, -1));
}

export const channelOf = (value: string): ChannelId | null =>
  CHANNEL_IDS.find((channel) => String(channel) === value) ?? null;
