import { z } from 'zod';

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
