import { z } from 'zod';
import { isPossibleId } from '#shared/ids.ts';
import { MAX_HEARD, MAX_HEARD_AT_ONCE, MAX_KEPT, SONGS_A_PAGE } from './member-songs.rules.ts';

const id = z.number().refine(isPossibleId, 'not a valid number');

export const songsQuerySchema = z.object({
  how: z.enum(['heard', 'kept']).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(SONGS_A_PAGE),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAX_HEARD + MAX_KEPT)
    .default(0),
});

const memberSongSchema = z.object({
  mark_id: z.int(),
  how: z.enum(['heard', 'kept']),
  at_ts: z.number().describe('Unix seconds: when the song was kept or heard'),
  channel_id: z.int(),
  start_ts: z.number().describe('Unix seconds: when the song was on air'),
  title: z.string(),
  artist: z.string(),
});
export const songsReplySchema = z.object({
  items: z.array(memberSongSchema),
  next_offset: z.int().nullable(),
});

export const keepBodySchema = z.object({
  mark_id: id.describe('Number in the ID of the song’s date range in the playlist'),
});
export const keptReplySchema = z.object({ is_new: z.boolean() });

export const heardBodySchema = z.object({
  mark_ids: z.array(id).min(1).max(MAX_HEARD_AT_ONCE).describe('Songs heard for half a minute'),
});
export const heardReplySchema = z.object({ noted: z.int() });

export const removeBodySchema = z.object({ mark_id: id.optional(), all: z.boolean().optional() });
export const removedReplySchema = z.object({ removed: z.int() });
