import { DAY_PARTS, ENDLESS_DAYS, type DayPart } from '#domain/songs/figures/endless.rules.ts';
import { addDaysHk, isDayHk } from '#shared/hk-time.ts';
import { MAX_ID } from '#shared/ids.ts';
import { stationDayOf } from '#shared/station-day.ts';
import { z } from 'zod';

const MAX_PAGES = 100;
const PARTS = Object.keys(DAY_PARTS) as [DayPart, ...DayPart[]];

export const turnQuerySchema = z.object({
  category_id: z.coerce.number().int().min(1).max(MAX_ID).describe('Category of programmes'),
  type: z.enum(PARTS).optional().describe('Part of the day; all of it by default'),
  day: z.string().refine(isDayHk).describe('Station day of the list, YYYY-MM-DD'),
  page: z.coerce.number().int().min(1).max(MAX_PAGES).default(1),
});

/** Whether there is a list of a day: of this one and those not long ago. */
export const hasEndless = (day: string, now: Date): boolean => {
  const today = stationDayOf(now);
  return day <= today && day >= addDaysHk(today, -ENDLESS_DAYS);
};

export const turnReplySchema = z.object({
  items: z
    .array(
      z.object({
        mark_id: z.number().int(),
        song_id: z.number().int(),
        title: z.string(),
        artist: z.string(),
        program_archive_id: z.number().int().describe('The broadcast that contains it'),
        program_archive_section_id: z.number().int().describe('The part of it that is played'),
        start_ts: z.number().describe('First instant of the song, Unix seconds'),
        end_ts: z.number().describe('Last instant of the song, Unix seconds'),
        is_free: z.boolean().describe('Whether guests hear it, in the free beginning of the broadcast'),
      }),
    )
    .describe('Songs to play one after another, in order'),
  has_more: z.boolean().describe('Whether there is another page'),
});
export type TurnReplyWire = z.output<typeof turnReplySchema>;

export const missedReplySchema = z.object({
  items: z
    .array(
      z.object({
        kind: z.enum(['section', 'bulletin', 'song']).describe('A part of the programme, a bulletin or a song'),
        title: z.string().describe('Its title; empty for a bulletin without one'),
        artist: z.string().describe('Of a song; empty otherwise'),
        start_ts: z.number().describe('When it began, Unix seconds; live can be rewound to it'),
      }),
    )
    .describe('Moments of the programme on air, at most five, in order of time'),
});
