import { z } from 'zod';

export const replayOfferQuerySchema = z.object({
  section_id: z.coerce.number().int().min(1).max(2_147_483_647).describe('ID of the section that was pressed'),
});

export const replayOfferReplySchema = z.object({
  program_archive_id: z.number().int().describe('ID of the broadcast'),
  price_cents: z.number().int().nullable().describe('Price of the broadcast; null if it is not sold individually'),
  is_owned: z.boolean().describe('Whether the caller bought it, or was given it'),
});

const ownReplaySchema = z.object({
  program_archive_id: z.number().int().describe('ID of the broadcast in its present form'),
  title: z.string().describe('Title of the broadcast; empty if it was taken down'),
  broadcast_day: z.string().nullable().describe('Station day, YYYY-MM-DD'),
  order_id: z.number().int().describe('ID of the order'),
  paid_cents: z.number().int().describe('Price paid, in cents'),
  bought_ts: z.number().describe('When it was bought, Unix seconds'),
  expires_ts: z.number().describe('End of the right, Unix seconds'),
  state: z.enum(['running', 'over', 'refunded', 'withdrawn']),
});
export type OwnReplayWire = z.infer<typeof ownReplaySchema>;

export const ownReplaysReplySchema = z.object({
  items: z.array(ownReplaySchema).describe('Purchases, newest first'),
});
