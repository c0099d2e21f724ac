import { z } from 'zod';

export const yearQuerySchema = z.object({
  year: z.coerce.number().int().min(2000).max(2099).describe('A year in Hong Kong'),
});

export const yearReplySchema = z.object({
  year: z.int(),
  years: z.array(z.int()).describe('Years in which the member heard something, newest first'),
  is_paused: z.boolean().describe('Whether the member has paused recording'),
  minutes: z
    .array(z.object({ day: z.string(), program_id: z.int(), seconds: z.int() }))
    .describe('Sound heard of broadcasts, by station day of the broadcast and programme, newest first'),
  heard: z
    .array(z.object({ program_id: z.int(), heard_ts: z.number() }))
    .describe('When a programme was first heard on a day of Hong Kong, Unix seconds, newest first'),
  songs: z
    .array(
      z.object({
        song_id: z.int(),
        title: z.string(),
        artist: z.string(),
        heard_ts: z.number().describe('Unix seconds: when it was heard or kept'),
      }),
    )
    .describe('Songs that the list of the member has of the year, newest first'),
  programs: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      path: z.string(),
      hosts: z.array(z.string()),
    }),
  ),
});
export type YearWire = z.output<typeof yearReplySchema>;
