import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';
import { digitsId, offset } from '#shared/query.ts';
import { wireImageSchema } from '#shared/wire-image.ts';

/** The longest keyword; a longer one is cut there. */
const KEYWORD_CHARS = 60;

const id = z.number().int();
const ts = (about: string) => z.number().describe(`Unix seconds: ${about}`);

export const filmParamsSchema = z.object({ id: digitsId('Film') });

export const filmsQuerySchema = z.object({
  category_id: digitsId('Category').optional(),
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

/** A browser's own random name for itself, and what a person calls it. */
export const playFilmQuerySchema = z.object({
  device_key: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional()
    .describe('What the device calls itself; without it the session is the device'),
  device_name: z
    .string()
    .max(80)
    // PostgreSQL text holds no NUL
    .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), 'control characters')
    .default('')
    .describe('What a person calls it, such as Chrome · Windows'),
  take_over_lease: z.uuid().optional().describe('The lease whose place is to be taken, as a refusal named it'),
  take_over_epoch: z.coerce.number().int().min(1).max(MAX_ID).optional().describe('Its epoch'),
});

const categorySchema = z
  .object({ category_id: id.describe('Category'), category_name: z.string().describe('Its name') })
  .describe('Category of premium content (R-215)');

/** An item of a list: what only articles have is null or empty. */
const filmSchema = z
  .object({
    content_type: id.describe('500'),
    item_id: id.describe('Film'),
    article_id: z.null(),
    title: z.string(),
    caption: z.string().describe('A line under the title'),
    preview_content: z.string().describe('What happens in it'),
    program_name: z.string().nullable().describe('Programme it came of'),
    section_no: z.null(),
    keyart_url: wireImageSchema,
    display_ts: ts('when it came out'),
    display_date: z.string().describe('The Hong Kong day of it, YYYY-MM-DD'),
    last_update_datetime: z.null(),
    article_column: z.null(),
    parent_article_column: z.null(),
    program_id: id.nullable(),
    channel_bitwise: id,
    has_audio: z.boolean(),
    has_video: z.boolean(),
    highlight: z.string().nullable(),
    url: z.string().describe('Its page, from the root of the site'),
    type: z.literal('premium'),
    premium_content_category: categorySchema,
    price: z.number().describe('HK$'),
    duration: z.number().int().nullable().describe('Seconds; null: there is nothing to watch yet'),
    is_full_movie: z.boolean().describe('The whole film, where others are trailers (R-250)'),
    is_performer_show: z.boolean().describe('Of a programme whose guests perform (R-466)'),
    may_be_rented: z.boolean(),
    rent_days: id.describe('Days in which it is to be watched'),
    watch_hours: id.describe('Hours from the first moving picture'),
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
  spoken: z.string().describe('Language'),
  trailer: z.string().nullable().describe('Playlist of its trailer, which is everybody’s'),
  trailer_duration: id.nullable().describe('Seconds'),
});

const ownFilmSchema = filmSchema.extend({
  rental_id: id,
  state: z.enum(['not_started', 'in_use', 'over']),
  source: z.enum(['order', 'code', 'hand']),
  order_id: id.nullable(),
  paid: z.number().describe('HK$'),
  rented_ts: ts('when it was rented'),
  started_ts: ts('when its picture first moved').nullable(),
  expires_ts: ts('when it ends, or ended; of what is not begun the last instant to watch it'),
  must_finish_ts: ts('by when it must be seen to its end, if it is begun now or was begun'),
  left_s: z.number().describe('What is left by the station’s clock, seconds'),
  is_too_long: z.boolean().describe('It is longer than what is left'),
  given_back_s: z.number().describe('Seconds that were lost by our fault, given back behind its end'),
  place_s: z.number().nullable().describe('How far it was watched; null: never'),
  was_refunded: z.boolean(),
});
export type OwnFilmWire = z.infer<typeof ownFilmSchema>;

export const ownFilmsReplySchema = z.object({
  items: z.array(ownFilmSchema).describe('What may be watched now; what ends first in front'),
  history: z.array(ownFilmSchema).describe('What is over, the last rented first'),
  has_more: z.boolean().describe('More of the history follows'),
  currentTimestamp: ts('the station’s clock'),
});

const placeSchema = z.object({ at_ts: ts('the place'), heard_ts: ts('when it was there'), device_name: z.string() });

export const playbackReplySchema = z
  .object({
    film: filmSchema,
    stream_id: id,
    start_ts: ts('begin of the film on its stream'),
    end_ts: ts('its end'),
    is_over: z.literal(true).describe('All of it is there'),
    missing: z.array(z.never()),
    items: z
      .array(z.object({ default_encode_profile_output_id: id, path: z.string() }))
      .describe('A playlist for each quality: 21, 24, 25, and 11 for its sound alone'),
    grant_expires_ts: ts('when these addresses end; the next come with the lease'),
    lease: z.object({ id: z.string(), epoch: id, renew_s: z.number() }),
    place: placeSchema.extend({ other: placeSchema.nullable() }).nullable(),
    free_until_ts: z.null(),
    captions: z.array(z.object({ lang: z.string(), label: z.string(), src: z.string() })),
    chapters: z.array(z.object({ at: z.number().describe('Seconds from the beginning'), title: z.string() })),
    stills: z
      .object({
        src: z.string(),
        width: id,
        height: id,
        columns: id,
        stepMs: id,
      })
      .nullable()
      .describe('Small pictures of it on one sheet'),
    window: z
      .object({
        startsAt: ts('when the hours began').nullable().describe('null: the picture has not moved yet'),
        mustFinishBy: ts('by when it must be seen to its end'),
        endsAt: ts('when the right ends'),
      })
      .describe('Until the hours have begun the addresses open one minute'),
    qualities: z.array(id).describe('Output profiles that there are'),
    currentTimestamp: ts('the station’s clock'),
  })
  .describe('What plays a film');
export type PlaybackWire = z.infer<typeof playbackReplySchema>;
