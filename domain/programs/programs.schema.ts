import { CHANNEL_IDS, type ChannelId } from '#shared/enums.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';
import { count, digitsId } from '#shared/http/query.ts';
import { wireImageSchema } from '#shared/media/wire-image.ts';
import { z } from 'zod';

const PROGRAM_COUNT = { default: PAGE_LIMITS.allProgram, max: 100 } as const;
const RELATED_COUNT = { default: PAGE_LIMITS.relatedProgram, max: 50 } as const;
const KEYWORD_MAX_CHARS = 50;

/** A programme in a list, as data for pages. */
export interface ProgramCard {
  id: number;
  title: string;
  titleChi: string;
  slug: string;
  tagline: string;
  categoryId: number;
  categoryName: string;
  /** A part belongs to a parent programme. */
  programType: 'main' | 'part';
  parent: { id: number; title: string; titleChi: string; slug: string; keyart: string; channelBitwise: number } | null;
  channelBitwise: number;
  channelIds: ChannelId[];
  /** Name in the picture store. */
  keyart: string;
  hosts: { id: number; name: string; slug: string }[];
  /** Current and future base weeks, ordered by validity and time. */
  schedule: ScheduleEntry[];
  /** The newest broadcast available for replay. Null: none. */
  latestReplay: LatestReplay | null;
}

/** A broadcast available for replay, and its newest part. */
export interface LatestReplay {
  archiveId: number;
  startsAtMs: number;
}

export interface ScheduleEntry {
  channelId: ChannelId;
  weekdayBitwise: number;
  startMinute: number;
  /** 1440 and more extend past midnight. */
  endMinute: number;
  horseRacingSkip: boolean;
  validFrom: string;
  validTo: string | null;
}

export interface ProgramHost {
  id: number;
  name: string;
  nameEng: string;
  slug: string;
  hostType: 'regular' | 'guest';
  tagline: string;
  picture: string;
}

/** Everything the programme page shows of the programme itself. */
export interface ProgramPage extends Omit<ProgramCard, 'hosts'> {
  description: string;
  hosts: ProgramHost[];
  parts: ProgramCard[];
}

export interface ProgramCategory {
  id: number;
  name: string;
  /** Number of active main programmes in it. */
  programCount: number;
}

export const programsQuerySchema = z.object({
  category_id: digitsId('ID of the category to filter by').optional(),
  keyword: z
    .string()
    .trim()
    .max(KEYWORD_MAX_CHARS)
    // PostgreSQL text cannot contain NUL
    .refine((text) => !text.includes('\0'), 'control characters')
    .optional()
    .describe('Part of a title or of a host’s name; case and character width are ignored'),
  count: count(PROGRAM_COUNT),
});
export const relatedQuerySchema = z.object({
  program_id: digitsId('ID of the programme for which to find related programmes'),
  count: count(RELATED_COUNT),
});
export const programParamsSchema = z.object({ id: digitsId('ID of the programme') });

const scheduleSchema = z
  .object({
    channel: z.union(CHANNEL_IDS.map((id) => z.literal(id))).describe('Channel number'),
    weekday_bitwise: z.number().int().describe('Bit mask of weekdays: Sunday is 1, Monday 2, Tuesday 4 and so on'),
    start_time: z.string().describe('Start in Hong Kong, HH:mm'),
    end_time: z.string().describe('End in Hong Kong, HH:mm; not after start_time if the slot extends past midnight'),
    horse_racing_skip: z.boolean().describe('Whether the slot is replaced on racing days'),
  })
  .describe('A weekly slot');

const parentSchema = z.object({
  program_id: z.number().int(),
  title: z.string(),
  title_chi: z.string(),
  program_title: z.string(),
  keyart_url: wireImageSchema,
  channel_bitwise: z.number().int(),
});

export const programSchema = z
  .object({
    program_id: z.number().int().describe('ID of the programme'),
    title: z.string().describe('Display title'),
    title_chi: z.string().describe('Chinese title'),
    program_title: z.string().describe('Display title; for a part, preceded by the title of its parent programme'),
    tagline: z.string().describe('Tagline of one sentence'),
    keyart_url: wireImageSchema.describe('Key art'),
    channel_bitwise: z.number().int().describe('Bit mask of channels: 881 is 1, 903 is 2, 864 is 4'),
    category_id: z.number().int().describe('ID of the category'),
    category_name: z.string().describe('Name of the category'),
    latest_program_archive_id: z
      .number()
      .int()
      .nullable()
      .describe('ID of the newest episode available for replay; null if none'),
    latest_section_date: z.string().nullable().describe('Date of that episode, YYYY-MM-DD'),
    latest_section_start_time: z.string().nullable().describe('Start of that episode, HH:mm'),
    schedule: z.array(scheduleSchema).describe('Current and future weekly slots'),
    parent_program: parentSchema.nullable().describe('Parent programme; null if the programme is not a part'),
    hosts: z.array(z.object({ id: z.number().int(), name: z.string() })).describe('Hosts, in billing order'),
  })
  .describe('A programme');
export type ProgramWire = z.infer<typeof programSchema>;

const programDetailSchema = programSchema.extend({
  description: z.string().describe('Description of the programme'),
  sub_programs: z.array(programSchema).describe('Parts of the programme'),
});
export type ProgramDetailWire = z.infer<typeof programDetailSchema>;

export const programsReplySchema = z.object({ programs: z.array(programSchema) });
export const programReplySchema = z.object({ program: programDetailSchema });
