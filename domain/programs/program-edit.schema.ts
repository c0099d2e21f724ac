import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';
import { line, paragraphs, pictureReferenceSchema } from '#shared/text/line-schema.ts';

const id = z.number().int().min(1).max(MAX_ID);

const MAX_POSITION = 1_000_000;
const MAX_HOSTS = 30;

/** What an editor may change of a programme. The order of the fields is that of its revision. */
export const programFieldsSchema = z.strictObject({
  title: line(80).min(1),
  titleChi: line(80).describe('Also found in search. Empty: the title'),
  slug: line(120).describe('The readable part of the URL. Empty: derived from the title'),
  tagline: line(200),
  description: paragraphs(5_000),
  categoryId: id,
  parentProgramId: id.nullable().describe('A part belongs to a programme; null: none'),
  channelBitwise: z.number().int().min(1).max(7),
  keyart: pictureReferenceSchema,
  position: z.number().int().min(0).max(MAX_POSITION).describe('Order in lists'),
  hostIds: z
    .array(id)
    .max(MAX_HOSTS)
    .refine((ids) => new Set(ids).size === ids.length, 'twice the same host')
    .describe('In billing order'),
});
export type ProgramFields = z.infer<typeof programFieldsSchema>;

/** The same as stored, which may be older than a rule. */
export const storedProgramSchema = z.object({
  title: z.string(),
  titleChi: z.string(),
  slug: z.string(),
  tagline: z.string(),
  description: z.string(),
  categoryId: z.number(),
  parentProgramId: z.number().nullable(),
  channelBitwise: z.number(),
  keyart: z.string(),
  position: z.number(),
  hostIds: z.array(z.number()),
});
