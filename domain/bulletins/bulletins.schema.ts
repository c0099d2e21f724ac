import { z } from 'zod';

export const bulletinReplySchema = z.object({
  bulletin: z
    .object({
      id: z.number().int(),
      url: z.string().describe('Sound as an MPEG-4 file, the parts joined'),
      seconds: z.number().int().describe('Length of the sound'),
      end_ts: z.number().describe('When its newest part ended, Unix seconds'),
      parts: z
        .array(
          z.object({
            topic: z.enum(['news', 'traffic', 'weather']),
            title: z.string(),
            channel_id: z.number().int(),
            start_ts: z.number().describe('Unix seconds'),
            end_ts: z.number().describe('Unix seconds'),
          }),
        )
        .describe('The newest of each topic, in the order in which they are played'),
    })
    .nullable()
    .describe('The newest bulletin; null: there was none in the last hours'),
});
