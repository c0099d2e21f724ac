import { isPossibleId, MAX_ID } from '#shared/ids.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';
import { count, digitsId, offset } from '#shared/query.ts';
import { wireImageSchema } from '#shared/wire-image.ts';
import { z } from 'zod';
import { MISSING_WHYS } from './sound-spans.rules.ts';

/** ProgramClass. */
export const ProgramClass = { REGULAR: 1, CLASSIC: 2 } as const;

/** One broadcast that can be heard again, or could be. */
export interface Broadcast {
  id: number;
  programId: number;
  programTitle: string;
  programSlug: string;
  /** Name in the picture store. */
  keyart: string;
  channelBitwise: number;
  /** False for a programme that is switched off. */
  hasPage: boolean;
  streamId: number;
  /** The station's day, from 05:00 to 29:00. */
  dayHk: string;
  startsAt: Date;
  endsAt: Date;
  isOver: boolean;
  programClass: number;
  /** In place of the programme's title. */
  title: string | null;
  /** Of this broadcast, else of its programme. */
  notice: string | null;
  state: 'shown' | 'ended' | 'taken_down';
  availableUntil: Date | null;
  /** Minutes; null: as the station has it. */
  freeMinutes: number | null;
  hasPublicTranscript: boolean;
}

/** A part of a broadcast, by which it is played, listed and saved. */
export interface Section {
  id: number;
  sectionNo: number;
  title: string | null;
  startsAt: Date;
  endsAt: Date;
  broadcast: Broadcast;
}

const SECTIONS_COUNT = { default: PAGE_LIMITS.allProgram, max: 100 } as const;

export const sectionsQuerySchema = z.object({ limit: count(SECTIONS_COUNT), offset: offset() });
export const mostViewedQuerySchema = z.object({
  limit: count({ default: PAGE_LIMITS.mostViewedArchives, max: PAGE_LIMITS.mostViewedArchivesMax }),
});
export const programParamsSchema = z.object({ programId: digitsId('Programme') });
export const sectionParamsSchema = z.object({ id: digitsId('Section') });

/** A browser's own random name for itself, and what a person calls it. */
export const playQuerySchema = z.object({
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

export const instantPlaylistBodySchema = z.object({
  program_archive_id: z.number().int().describe('Broadcast'),
  program_archive_section_id: z.number().int().describe('Section to begin with'),
});

export const archiveSectionSchema = z
  .object({
    item_id: z.number().int().describe('Section'),
    program_archive_id: z.number().int().describe('Broadcast'),
    program_id: z.number().int().describe('Programme'),
    program_name: z.string().describe('Title of the broadcast, or of its programme'),
    title: z.string().nullable().describe('What the section is called, where it has a name'),
    display_date: z.string().describe('Hong Kong day it begins on, YYYY-MM-DD'),
    display_start_time: z.string().describe('HH:mm in Hong Kong'),
    display_end_time: z.string().describe('HH:mm in Hong Kong'),
    broadcast_day: z.string().describe('Day of the station, from 05:00 to 29:00, YYYY-MM-DD'),
    duration: z.number().int().describe('Seconds'),
    program_class: z.number().int().describe('1 regular, 2 classic'),
    section_no: z.number().int().describe('From 1'),
    stream_id: z.number().int().describe('Stream of the sound: a channel has its own number'),
    start_ts: z.number().describe('Start, Unix seconds'),
    end_ts: z.number().describe('End, Unix seconds; of what is on air as it is planned'),
    is_over: z.boolean().describe('All of it is there; else it grows'),
    is_ended: z.boolean().describe('Its rights have ended: it plays no more'),
    available_until_ts: z.number().nullable().describe('Until when it may be heard, Unix seconds; null: for good'),
    free_seconds: z.number().int().describe('Seconds from its beginning that everybody may hear'),
    keyart_url: wireImageSchema.describe('Key art of the programme'),
    channel_bitwise: z.number().int().describe('Channels of the programme'),
  })
  .describe('A section of a broadcast');
export type ArchiveSectionWire = z.infer<typeof archiveSectionSchema>;

export const sectionsReplySchema = z.object({
  items: z.array(archiveSectionSchema).describe('Newest broadcast first'),
});
export const noticedReplySchema = sectionsReplySchema.extend({
  notice: z.string().optional().describe('What the station has to say of these replays'),
});

const playlistItemSchema = archiveSectionSchema.extend({
  user_playlist_id: z.number().int().nullable().describe('Entry in the own list; null: it is in none'),
  program_archive_section_id: z.number().int().describe('Section'),
  path: z.string().describe('The call that plays it'),
  user_bookmark_id: z.number().int().nullable(),
  user_favourite_id: z.number().int().nullable(),
  user_history_id: z.number().int().nullable(),
});
export type PlaylistItemWire = z.infer<typeof playlistItemSchema>;
export const instantPlaylistReplySchema = z.object({ items: z.array(playlistItemSchema) });

const PLACES_AT_ONCE = 200;
export const placesQuerySchema = z.object({
  ids: z
    .string()
    .regex(/^\d{1,10}(,\d{1,10})*$/, 'numbers with commas between them')
    .transform((text) => text.split(',').map(Number))
    .refine((ids) => ids.length <= PLACES_AT_ONCE && ids.every(isPossibleId), `at most ${PLACES_AT_ONCE} sections`)
    .describe('Sections, with commas between them'),
});

/** Shown on one row (constant `favPrograms`); asked for by pages and apps alike. */
const BEGUN_COUNT = { default: 8, max: 30 } as const;
export const begunQuerySchema = z.object({ limit: count(BEGUN_COUNT) });

const placeSchema = z.object({ at_ts: z.number(), heard_ts: z.number(), device_name: z.string() });

const partSchema = archiveSectionSchema.pick({
  item_id: true,
  section_no: true,
  title: true,
  start_ts: true,
  end_ts: true,
});

export const playReplySchema = z.object({
  section: archiveSectionSchema,
  parts: z.array(partSchema).describe('All sections of its broadcast, in order'),
  items: z
    .array(
      z.object({
        default_encode_profile_output_id: z.number().int().describe('11 is HD, 12 is SD'),
        path: z.string().describe('Playlist, good until grant_expires_ts'),
      }),
    )
    .describe('One an encoding'),
  lease: z
    .object({ id: z.string(), epoch: z.number().int(), renew_s: z.number().int() })
    .nullable()
    .describe('What says that this device plays; null for a free beginning'),
  grant_expires_ts: z.number().describe('Unix seconds'),
  stream_id: z.number().int(),
  start_ts: z.number().describe('What may be heard begins, Unix seconds'),
  end_ts: z.number().describe('And ends'),
  is_over: z.boolean().describe('All of it is there; else its playlist grows'),
  place: placeSchema
    .extend({ other: placeSchema.nullable() })
    .nullable()
    .describe('Where this member was, and where on another device if that is far from it'),
  missing: z
    .array(z.object({ from_ts: z.number(), to_ts: z.number(), why: z.enum(MISSING_WHYS) }))
    .describe('Spans that are left out: gap is what no encoder sent, all else was taken out'),
  free_until_ts: z.number().nullable().describe('Where the free beginning ends; null: all may be heard'),
});
export type PlayReplyWire = z.infer<typeof playReplySchema>;

/** As the call answers: with the encoding that is played unless another is asked for, beside all of them. */
export const playCallReplySchema = playReplySchema.extend({
  default_encode_profile_output_id: z.number().int().optional().describe('Of the best encoding: 11 is HD, 12 is SD'),
  path: z.string().optional().describe('Its playlist'),
});

export const ownPlacesReplySchema = z.object({
  places: z
    .array(placeSchema.extend({ item_id: z.number().int().describe('Section'), other: placeSchema.nullable() }))
    .describe('Only of those in which the member was'),
});
export const begunReplySchema = z.object({
  items: z
    .array(archiveSectionSchema.extend({ at_ts: z.number().describe('Where to go on, Unix seconds') }))
    .describe('What was heard last first'),
});
export type BegunWire = z.infer<typeof begunReplySchema>['items'][number];
/** An instant of a stream, far enough either way for tapes. */
export const momentQuerySchema = z.object({
  stream: digitsId('A channel, or a tape').refine(isPossibleId, 'no such stream'),
  at: z.coerce
    .number()
    .min(-2_208_988_800)
    .max(4_102_444_800)
    .transform((seconds) => new Date(Math.round(seconds * 1000)))
    .describe('Unix seconds'),
});
export const momentReplySchema = z.object({
  item: archiveSectionSchema.nullable().describe('The section in which the instant lies; null: in none'),
});
export type MomentReplyWire = z.infer<typeof momentReplySchema>;

export const transcriptReplySchema = z.object({
  lines: z
    .array(z.object({ start_ts: z.number(), end_ts: z.number(), words: z.string() }))
    .describe('In order; none where there is no transcript, or its programme does not show it'),
});
export type TranscriptReplyWire = z.infer<typeof transcriptReplySchema>;

export const unheardReplySchema = z.object({
  is_paused: z.boolean().describe('Nothing of what the member hears is recorded, so nobody knows what was missed'),
  spans: z
    .array(z.object({ item_id: z.number().int().describe('Section'), from_ts: z.number(), to_ts: z.number() }))
    .describe('What of its broadcast the member has not heard, in order'),
});
export type UnheardReplyWire = z.infer<typeof unheardReplySchema>;

export type OwnPlaceWire = z.infer<typeof ownPlacesReplySchema>['places'][number];
