import { z } from 'zod';
import { PAGE_LIMITS } from '#shared/page-limits.ts';
import { digitsId, offset } from '#shared/http/query.ts';
import { wireImageSchema } from '#shared/media/wire-image.ts';

/** Maximum keyword length; longer ones are truncated. */
const KEYWORD_CHARS = 60;

const id = z.number().int();
const ts = (about: string) => z.number().describe(`Unix seconds: ${about}`);

export const filmParamsSchema = z.object({ id: digitsId('ID of the film') });

export const filmsQuerySchema = z.object({
  category_id: digitsId('ID of the category').optional(),
  q: z
    .string()
    .max(2_000)
    .default('')
    .transform((text) => text.slice(0, KEYWORD_CHARS))
    .describe(
      `Keyword, among all categories: ${PAGE_LIMITS.premiumSearch} at a time, else ${PAGE_LIMITS.allPremiumVideoList}`,
    ),
  offset: offset(),
});

export const ownFilmsQuerySchema = z.object({ offset: offset() });

const categorySchema = z
  .object({
    category_id: id.describe('ID of the category'),
    category_name: z.string().describe('Name of the category'),
  })
  .describe('Category of premium content (R-215)');

/** A list item; fields that only articles have are null or empty. */
const filmSchema = z
  .object({
    content_type: id.describe('ContentType; always 500'),
    item_id: id.describe('ID of the film'),
    article_id: z.null(),
    title: z.string(),
    caption: z.string().describe('One line shown below the title'),
    preview_content: z.string().describe('Synopsis'),
    program_name: z.string().nullable().describe('Name of the programme from which the film originates'),
    section_no: z.null(),
    keyart_url: wireImageSchema,
    display_ts: ts('publication'),
    display_date: z.string().describe('Hong Kong date of display_ts, YYYY-MM-DD'),
    last_update_datetime: z.null(),
    article_column: z.null(),
    parent_article_column: z.null(),
    program_id: id.nullable(),
    channel_bitwise: id,
    has_audio: z.boolean(),
    has_video: z.boolean(),
    highlight: z.string().nullable(),
    url: z.string().describe('Root-relative URL of its page'),
    type: z.literal('premium'),
    premium_content_category: categorySchema,
    price: z.number().describe('Price in HK$'),
    duration: z.number().int().nullable().describe('Duration in seconds; null if the film cannot be watched yet'),
    is_full_movie: z.boolean().describe('Whether this is the full film rather than a trailer (R-250)'),
    is_performer_show: z.boolean().describe('Whether the film belongs to a programme with guest performers (R-466)'),
    may_be_rented: z.boolean(),
    rent_days: id.describe('Days within which a rental must be started and watched'),
    watch_hours: id.describe('Viewing period in hours, from the start of playback'),
  })
  .describe('A film');
export type FilmWire = z.infer<typeof filmSchema>;

export const filmsReplySchema = z.object({
  items: z.array(filmSchema),
  total: id,
  has_more: z.boolean(),
});

export const filmReplySchema = filmSchema.extend({
  credits: z.array(z.object({ role: z.string(), names: z.array(z.string()) })),
  spoken: z.string().describe('Spoken language'),
  trailer: z.string().nullable().describe('Playlist of the trailer, which is public; null if there is none'),
  trailer_duration: id.nullable().describe('Duration of the trailer in seconds'),
});

const ownFilmSchema = filmSchema.extend({
  rental_id: id,
  state: z.enum(['not_started', 'in_use', 'over']),
  source: z.enum(['order', 'code', 'hand']),
  order_id: id.nullable(),
  paid: z.number().describe('Amount paid, in HK$'),
  rented_ts: ts('time of rental'),
  started_ts: ts('start of playback').nullable(),
  expires_ts: ts(
    'end of the rental, past or future; if not started, the last instant at which the film can be watched',
  ),
  must_finish_ts: ts('deadline for finishing the film, if it is started now or was started'),
  left_s: z.number().describe('Remaining seconds, by the server’s clock'),
  is_too_long: z.boolean().describe('Whether the rest of the film is longer than the remaining time'),
  given_back_s: z.number().describe('Seconds lost through the station’s fault and added to the end of the rental'),
  place_s: z.number().nullable().describe('Playback position in seconds; null if never watched'),
  was_refunded: z.boolean(),
});
export type OwnFilmWire = z.infer<typeof ownFilmSchema>;

export const ownFilmsReplySchema = z.object({
  items: z.array(ownFilmSchema).describe('Current rentals, the earliest to end first'),
  history: z.array(ownFilmSchema).describe('Past rentals, the most recent first'),
  has_more: z.boolean().describe('Whether the history has more rentals'),
  currentTimestamp: ts('the server’s clock'),
});

const positionSchema = z.object({
  at_ts: ts('playback position, as an instant of the stream'),
  heard_ts: ts('when that position was reached'),
  device_name: z.string(),
});

export const playbackReplySchema = z
  .object({
    film: filmSchema,
    stream_id: id,
    start_ts: ts('start of the film on its stream'),
    end_ts: ts('end of the film on its stream'),
    is_over: z.literal(true).describe('Whether the playlist is complete; always true for a film'),
    missing: z.array(z.never()),
    items: z
      .array(z.object({ default_encode_profile_output_id: id, path: z.string() }))
      .describe('One playlist per quality: 21, 24, 25, and 11 for audio only'),
    grant_expires_ts: ts('expiry of these URLs; new ones are issued when the lease is renewed'),
    lease: z.object({ id: z.string(), epoch: id, renew_s: z.number() }),
    place: positionSchema.extend({ other: positionSchema.nullable() }).nullable(),
    free_until_ts: z.null(),
    captions: z.array(z.object({ lang: z.string(), label: z.string(), src: z.string() })),
    chapters: z.array(z.object({ at: z.number().describe('Seconds from the start'), title: z.string() })),
    stills: z
      .object({
        src: z.string(),
        width: id,
        height: id,
        columns: id,
        stepMs: id,
      })
      .nullable()
      .describe('Sprite sheet of preview thumbnails; null if there is none'),
    window: z
      .object({
        startsAt: ts('start of the viewing period')
          .nullable()
          .describe('Unix seconds: start of the viewing period; null if playback has not started'),
        mustFinishBy: ts('deadline for finishing the film'),
        endsAt: ts('end of the rental'),
      })
      .describe('Viewing period; before it starts, the URLs are valid for one minute'),
    qualities: z.array(id).describe('Available output profiles'),
    currentTimestamp: ts('the server’s clock'),
  })
  .describe('Playback information of a film');
export type PlaybackWire = z.infer<typeof playbackReplySchema>;
