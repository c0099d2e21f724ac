import { paths } from '#app/paths.ts';
import type { ChannelId } from '#shared/enums.ts';
import type { DayHk } from '#shared/hk-time.ts';

/** The replays of a day. The link to today has no day, so that it is the same tomorrow. */
export const dayHref = (which: DayHk, today: DayHk, channel: ChannelId | undefined): string =>
  `${paths.archives({ day: which === today ? undefined : which, channel })}#by-day`;
