import { z } from 'zod';
import { count } from '#shared/http/query.ts';
import { wireImageSchema } from '#shared/media/wire-image.ts';
import { keyword, partsSchema } from '#domain/search/search-wire.schema.ts';

/** Moments shown beside other results. */
export const CUES_BESIDE = 5;
/** Maximum found for a keyword. For more, a longer phrase is more useful. */
export const CUES_MAX = 30;

export const cuesQuerySchema = z.object({ q: keyword, limit: count({ default: CUES_BESIDE, max: CUES_MAX }) });

const cueSchema = z
  .object({
    kind: z.enum(['cue', 'section']).describe('A sentence of a transcript, or the name of a section'),
    words: z.string().describe('The sentence or name'),
    words_parts: partsSchema,
    start_ts: z.number().describe('When it was said, Unix seconds'),
    play_ts: z.number().describe('Where playback begins: shortly before it, Unix seconds'),
    broadcast_day: z.string().describe('Station day, from 05:00 to 29:00, YYYY-MM-DD'),
    display_date: z.string().describe('Hong Kong date, YYYY-MM-DD'),
    display_time: z.string().describe('Hong Kong time, HH:mm:ss'),
    item_id: z.number().int().describe('ID of the section'),
    section_no: z.number().int().describe('Section number, starting at 1'),
    section_title: z.string().nullable().describe('Title of the section; null if it has none'),
    program_archive_id: z.number().int().describe('ID of the broadcast'),
    program_id: z.number().int().describe('ID of the programme'),
    program_name: z.string().describe('Title of the broadcast, or of its programme'),
    stream_id: z.number().int().describe('ID of the audio stream; for a channel, its number'),
    is_free: z.boolean().describe('Whether play_ts is in the free preview'),
    keyart_url: wireImageSchema.describe('Key art of the programme'),
    url: z.string().describe('Path of the page that plays it from there'),
  })
  .describe('A moment at which the keyword was said');
export type CueWire = z.infer<typeof cueSchema>;

export const cuesReplySchema = z.object({
  keyword: z.string().describe('Keyword as interpreted by the search'),
  items: z.array(cueSchema).describe('Moments, best first'),
});
