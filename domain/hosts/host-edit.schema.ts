import { z } from 'zod';
import { line, paragraphs, pictureReferenceSchema } from '#shared/text/line-schema.ts';

const MAX_POSITION = 1_000_000;

/** What an editor may change of a host. The order of the fields is that of its revision. */
export const hostFieldsSchema = z.strictObject({
  name: line(60).min(1),
  nameEng: line(60).describe('Also found in search'),
  slug: line(120).describe('The readable part of the URL. Empty: derived from the name'),
  isGuest: z.boolean(),
  channelBitwise: z.number().int().min(0).max(7),
  tagline: line(200),
  bio: paragraphs(5_000),
  picture: pictureReferenceSchema,
  position: z.number().int().min(0).max(MAX_POSITION).describe('Order in lists'),
});
export type HostFields = z.infer<typeof hostFieldsSchema>;

/** The same as stored, which may be older than a rule. */
export const storedHostSchema = z.object({
  name: z.string(),
  nameEng: z.string(),
  slug: z.string(),
  isGuest: z.boolean(),
  channelBitwise: z.number(),
  tagline: z.string(),
  bio: z.string(),
  picture: z.string(),
  position: z.number(),
});
