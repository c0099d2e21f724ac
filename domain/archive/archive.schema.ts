import { isPossibleId } from '#shared/ids.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';
import { count, digitsId, offset } from '#shared/http/query.ts';
import { wireImageSchema } from '#shared/media/wire-image.ts';
import { z } from 'zod';
import { MISSING_WHYS } from './playing/sound-spans.rules.ts';

/** ProgramClass. */
export const ProgramClass = { REGULAR: 1, CLASSIC: 2 } as const;

/** A broadcast that is, or was, available as a replay. */
export interface Broadcast {
  id: number;
  programId: number;
  programTitle: string;
  programSlug: string;
  /** Name in the picture store. */
  keyart: string;
  channelBitwise: number;
  /** False for a disabled programme. */
  hasPage: boolean;
  streamId: number;
  /** The station day, from 05:00 to 29:00. */
  dayHk: string;
  startsAt: Date;
  endsAt: Date;
  isOver: boolean;
  programClass: number;
  /** Overrides the programme's title. */
  title: string | null;
  /** This broadcast's, else its programme's. */
  notice: string | null;
  state: 'shown' | 'ended' | 'taken_down';
  availableUntil: Date | null;
  /** Minutes; null: the station default. */
  freeMinutes: number | null;
  hasPublicTranscript: boolean;
}

/** A part of a broadcast: the unit of playing, listing and saving. */
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
export const programParamsSchema = z.object({ programId: digitsId('ID of the programme') });
export const sectionParamsSchema = z.object({ id: digitsId('ID of the section') });

export const instantPlaylistBodySchema = z.object({
  program_archive_id: z.number().int().describe('ID of the broadcast'),
  program_archive_section_id: z.number().int().describe('ID of the section to start with'),
});

export const archiveSectionSchema = z
  .object({
    item_id: z.number().int().describe('ID of the section'),
    program_archive_id: z.number().int().describe('ID of the broadcast'),
    program_id: z.number().int().describe('ID of the programme'),
    program_name: z.string().describe('Title of the broadcast, or of its programme'),
    title: z.string().nullable().describe('Title of the section; null if it has none'),
    display_date: z.string().describe('Hong Kong date of the start, YYYY-MM-DD'),
    display_start_time: z.string().describe('Start in Hong Kong, HH:mm'),
    display_end_time: z.string().describe('End in Hong Kong, HH:mm'),
    broadcast_day: z.string().describe('Station day, from 05:00 to 29:00, YYYY-MM-DD'),
    duration: z.number().int().describe('Duration in seconds'),
    program_class: z.number().int().describe('Programme class: 1 regular, 2 classic'),
    section_no: z.number().int().describe('Section number, starting at 1'),
    stream_id: z.number().int().describe('ID of the audio stream; for a channel, its number'),
    start_ts: z.number().describe('Start, Unix seconds'),
    end_ts: z.number().describe('End, Unix seconds; the planned end while on air'),
    is_over: z.boolean().describe('Whether the section is complete; otherwise it still grows'),
    is_ended: z.boolean().describe('Whether the rights have expired, so that the section can no longer be played'),
    available_until_ts: z.number().nullable().describe('End of availability, Unix seconds; null if unlimited'),
    free_seconds: z.number().int().describe('Length in seconds of the free preview from the start'),
    keyart_url: wireImageSchema.describe('Key art of the programme'),
    channel_bitwise: z.number().int().describe('Bit mask of the programme’s channels'),
  })
  .describe('A section of a broadcast');
export type ArchiveSectionWire = z.infer<typeof archiveSectionSchema>;

export const sectionsReplySchema = z.object({
  items: z.array(archiveSectionSchema).describe('Sections, newest broadcast first'),
});
export const noticedReplySchema = sectionsReplySchema.extend({
  notice: z.string().optional().describe('Notice of the station about these replays'),
});

const playlistItemSchema = archiveSectionSchema.extend({
  user_playlist_id: z.number().int().nullable().describe('ID of the entry in the member’s list; null if there is none'),
  program_archive_section_id: z.number().int().describe('ID of the section'),
  path: z.string().describe('Path of the playback call'),
  user_bookmark_id: z.number().int().nullable(),
  user_favourite_id: z.number().int().nullable(),
  user_history_id: z.number().int().nullable(),
});
export type PlaylistItemWire = z.infer<typeof playlistItemSchema>;
export const instantPlaylistReplySchema = z.object({ items: z.array(playlistItemSchema) });

const POSITIONS_AT_ONCE = 200;
export const positionsQuerySchema = z.object({
  ids: z
    .string()
    .regex(/^\d{1,10}(,\d{1,10})*$/, 'numbers with commas between them')
    .transform((text) => text.split(',').map(Number))
    .refine(
      (ids) => ids.length <= POSITIONS_AT_ONCE && ids.every(isPossibleId),
      `at most ${POSITIONS_AT_ONCE} sections`,
    )
    .describe('IDs of sections, separated by commas'),
});

/** Shown in one row (constant `favPrograms`); used by pages and apps. */
const BEGUN_COUNT = { default: 8, max: 30 } as const;
export const begunQuerySchema = z.object({ limit: count(BEGUN_COUNT) });

const positionSchema = z.object({ at_ts: z.number(), heard_ts: z.number(), device_name: z.string() });

const partSchema = archiveSectionSchema.pick({
  item_id: true,
  section_no: true,
  title: true,
  start_ts: true,
  end_ts: true,
});

export const playReplySchema = z.object({
  section: archiveSectionSchema,
  parts: z.array(partSchema).describe('All sections of the broadcast, in order'),
  items: z
    .array(
      z.object({
        default_encode_profile_output_id: z.number().int().describe('Encoding: 11 is HD, 12 is SD'),
        path: z.string().describe('URL of the playlist, valid until grant_expires_ts'),
      }),
    )
    .describe('One item per encoding'),
  lease: z
    .object({ id: z.string(), epoch: z.number().int(), renew_s: z.number().int() })
    .nullable()
    .describe('Lease that registers playback on this device; null for a free preview'),
  grant_expires_ts: z.number().describe('Expiry of the playlist URLs, Unix seconds'),
  stream_id: z.number().int(),
  start_ts: z.number().describe('Start of the playable span, Unix seconds'),
  end_ts: z.number().describe('End of the playable span, Unix seconds'),
  is_over: z.boolean().describe('Whether the playlist is complete; otherwise it still grows'),
  place: positionSchema
    .extend({ other: positionSchema.nullable() })
    .nullable()
    .describe('Playback position of the member, with that of another device if it differs substantially'),
  missing: z
    .array(z.object({ from_ts: z.number(), to_ts: z.number(), why: z.enum(MISSING_WHYS) }))
    .describe('Omitted spans: gap was not sent by any encoder; all others were removed'),
  free_until_ts: z
    .number()
    .nullable()
    .describe('End of the free preview, Unix seconds; null if everything may be played'),
});
export type PlayReplyWire = z.infer<typeof playReplySchema>;

/** The reply of the call: the encoding played by default, in addition to all of them. */
export const playCallReplySchema = playReplySchema.extend({
  default_encode_profile_output_id: z.number().int().optional().describe('Best encoding: 11 is HD, 12 is SD'),
  path: z.string().optional().describe('URL of its playlist'),
});

export const ownPositionsReplySchema = z.object({
  places: z
    .array(
      positionSchema.extend({
        item_id: z.number().int().describe('ID of the section'),
        other: positionSchema.nullable(),
      }),
    )
    .describe('Positions; only for sections in which the member has one'),
});
export const begunReplySchema = z.object({
  items: z
    .array(archiveSectionSchema.extend({ at_ts: z.number().describe('Position from which to resume, Unix seconds') }))
    .describe('Sections, most recently heard first'),
});
export type BegunWire = z.infer<typeof begunReplySchema>['items'][number];
/** An instant of a stream, in a range wide enough for tapes. */
export const momentQuerySchema = z.object({
  stream: digitsId('ID of the stream: a channel or a tape').refine(isPossibleId, 'no such stream'),
  at: z.coerce
    .number()
    .min(-2_208_988_800)
    .max(4_102_444_800)
    .transform((seconds) => new Date(Math.round(seconds * 1000)))
    .describe('Instant of the stream, Unix seconds'),
});
export const momentReplySchema = z.object({
  item: archiveSectionSchema.nullable().describe('Section that contains the instant; null if none does'),
});
export type MomentReplyWire = z.infer<typeof momentReplySchema>;

export const transcriptReplySchema = z.object({
  lines: z
    .array(z.object({ start_ts: z.number(), end_ts: z.number(), words: z.string() }))
    .describe('Lines in order; empty if there is no transcript or the programme does not publish it'),
});
export type TranscriptReplyWire = z.infer<typeof transcriptReplySchema>;

export const unheardReplySchema = z.object({
  is_paused: z
    .boolean()
    .describe('Whether recording of the listening history is paused, so that unheard spans are unknown'),
  spans: z
    .array(
      z.object({ item_id: z.number().int().describe('ID of the section'), from_ts: z.number(), to_ts: z.number() }),
    )
    .describe('Spans of the broadcast that the member has not heard, in order'),
});
export type UnheardReplyWire = z.infer<typeof unheardReplySchema>;

export type OwnPositionWire = z.infer<typeof ownPositionsReplySchema>['places'][number];
