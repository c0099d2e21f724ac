import { z } from 'zod';
import { wireImageSchema } from '#shared/media/wire-image.ts';
import { MAX_ID } from '#shared/ids.ts';
import { DOWNLOAD_ENDS, DOWNLOAD_STATES } from './downloads.rules.ts';

const deviceKey = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .describe('ID that the browser generated for itself');

export const deviceQuerySchema = z.object({ device_key: deviceKey });
export const startBodySchema = z.object({
  item_id: z.number().int().min(1).max(MAX_ID).describe('ID of the section'),
  device_key: deviceKey,
  quality: z.enum(['hd', 'sd']).default('hd'),
});
export const downloadParamsSchema = z.object({ id: z.uuid() });

const addressShape = {
  path: z.string().describe('Media playlist, valid in this session until the grant expires'),
  grant_expires_ts: z.number(),
  server_ts: z.number(),
};
export const addressReplySchema = z.object(addressShape);
export const downloadReplySchema = z.object({
  ...addressShape,
  id: z.uuid(),
  item_id: z.number().int(),
  program_archive_id: z.number().int(),
  program_id: z.number().int(),
  program_name: z.string(),
  section_no: z.number().int(),
  title: z.string().nullable(),
  broadcast_day: z.string(),
  channel_bitwise: z.number().int(),
  keyart_url: wireImageSchema,
  stream_id: z.number(),
  start_ts: z.number(),
  end_ts: z.number(),
  expires_ts: z.number(),
  bytes: z.number().describe('Expected size'),
});
export const verifiedReplySchema = z.object({
  server_ts: z.number(),
  items: z.array(
    z.object({
      id: z.uuid(),
      item_id: z.number(),
      expires_ts: z.number(),
      state: z.enum(DOWNLOAD_STATES).describe('ended: the browser deletes it'),
      why: z.enum(DOWNLOAD_ENDS).nullable(),
    }),
  ),
});
export type DownloadReplyWire = z.output<typeof downloadReplySchema>;
export type VerifiedReplyWire = z.output<typeof verifiedReplySchema>;
