import { z } from 'zod';
import { draftFieldsSchema, newsSchema } from './drafts.schema.ts';

const ts = z.number().describe('Unix seconds');

const faultSchema = z.object({
  field: z.string(),
  block: z.number().int().nullable().describe('Position of the faulty block'),
  part: z.string().nullable().describe('Its faulty field'),
  problem: z.enum(['missing', 'too-long', 'invalid', 'not-found']),
});

export const listedSchema = z.object({
  draft_id: z.number().int().nullable(),
  article_id: z.number().int().nullable(),
  content_type: z.number().int(),
  title: z.string(),
  section: z.string().nullable(),
  channel_bitwise: z.number().int(),
  state: z.enum(['draft', 'scheduled', 'published', 'withdrawn']),
  has_changes: z.boolean().describe('Typed since it was published'),
  publish_ts: ts.nullable(),
  withdraw_ts: ts.nullable(),
  changed_ts: ts,
  changed_by: z.string().nullable(),
});

export const draftSchema = z.object({
  draft_id: z.number().int(),
  article_id: z.number().int().nullable(),
  fields: draftFieldsSchema,
  revision: z.number().int(),
  published_revision: z.number().int().nullable().describe('The revision that is what the article has'),
  changed_ts: ts,
  changed_by: z.string(),
  state: z.enum(['draft', 'scheduled', 'published', 'withdrawn']).describe('As readers have it now'),
  publish_ts: ts.nullable(),
  withdraw_ts: ts.nullable(),
  faults: z.array(faultSchema).describe('What prevents its publication'),
});

/** With what others changed since the base revision. */
export const savedSchema = newsSchema.extend({
  revision: z.number().int(),
  faults: z.array(faultSchema),
});

export const presenceSchema = z.object({
  revision: z.number().int(),
  others: z.array(z.object({ name: z.string(), since_ts: ts, typed_ts: ts.nullable(), is_me: z.boolean() })),
});

export const revisionSchema = z.object({
  number: z.number().int(),
  title: z.string(),
  publish_ts: ts,
  withdraw_ts: ts.nullable(),
  note: z.string(),
  name: z.string().nullable().describe('Null: what stood before the first publication from the desk'),
  created_ts: ts,
});

const choices = z.array(z.object({ id: z.number().int(), name: z.string() }));
export const choicesSchema = z.object({
  columns: choices,
  categories: z.array(z.object({ id: z.number().int(), name: z.string(), content_type: z.number().int() })),
  programs: choices,
  recordings: z.array(
    z.object({ id: z.number().int(), name: z.string(), kind: z.number().int(), duration_ms: z.number().int() }),
  ),
});
