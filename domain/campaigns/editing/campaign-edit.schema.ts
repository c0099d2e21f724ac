import { z } from 'zod';
import { dayHk } from '#shared/http/query.ts';
import { line, paragraphs, pictureReferenceSchema } from '#shared/text/line-schema.ts';
import {
  MAX_AN_ORDER,
  MAX_BODY_CHARS,
  MAX_CLAUSE_CHARS,
  MAX_CLAUSES,
  MAX_DAYS,
  MAX_ITEM_CENTS,
  MAX_SECTIONS,
  MAX_STOCK,
  MAX_TARGET_CENTS,
} from './campaign-edit.rules.ts';

// What staff edit of a campaign. The order of the fields is that of a revision.

const seconds = z.number().int().min(1).max(4_102_444_800).describe('Unix seconds');
const alternative = line(300).describe('For those who do not see the picture');

export const goalFieldsSchema = z.strictObject({
  kind: z.enum(['pledge', 'sale']),
  opensTs: seconds,
  closesTs: seconds,
  targetCents: z.number().int().min(1).max(MAX_TARGET_CENTS).nullable().describe('Null: no target, as in a sale'),
  maxPerBuyer: z.number().int().min(1).max(MAX_STOCK).nullable().describe('Goods a buyer. Null: unlimited'),
  firstDay: dayHk().nullable().describe('First of the days that supporters may choose'),
  days: z.number().int().min(1).max(MAX_DAYS).nullable(),
});
export type GoalFields = z.infer<typeof goalFieldsSchema>;

export const itemFieldsSchema = z.strictObject({
  kind: z.enum(['tier', 'goods', 'delivery', 'extra']),
  name: line(60).min(1).describe('As printed on the receipt'),
  description: line(200),
  picture: pictureReferenceSchema,
  pictureAlt: alternative,
  cents: z.number().int().min(0).max(MAX_ITEM_CENTS),
  total: z.number().int().min(0).max(MAX_STOCK).nullable().describe('Null: unlimited'),
  maxQuantity: z.number().int().min(1).max(MAX_AN_ORDER).describe('Per order'),
  choosesDay: z.boolean().describe('A tier whose supporter chooses one of the days'),
  isSent: z.boolean().describe('Needs an address'),
  reach: z.enum(['here', 'locker', 'abroad', 'fetched']).nullable().describe('Of a delivery'),
});
export type ItemFields = z.infer<typeof itemFieldsSchema>;

export const pageFieldsSchema = z.strictObject({
  title: line(40),
  lead: line(300),
  picture: pictureReferenceSchema,
  pictureAlt: alternative,
  sections: z
    .array(
      z.strictObject({
        heading: line(60),
        body: paragraphs(MAX_BODY_CHARS),
        picture: pictureReferenceSchema,
        pictureAlt: alternative,
      }),
    )
    .max(MAX_SECTIONS)
    .readonly(),
  thanks: line(60).describe('Title of the page of a paid order. Empty: the usual one'),
  failure: line(60).describe('Title of the page of a payment that failed. Empty: the usual one'),
  shareText: line(120).describe('Of shared links and search engines. Empty: the lead'),
});
export type PageFields = z.infer<typeof pageFieldsSchema>;

export const termsFieldsSchema = z.strictObject({
  clauses: z.array(line(MAX_CLAUSE_CHARS).min(1)).max(MAX_CLAUSES),
});
export type TermsFields = z.infer<typeof termsFieldsSchema>;
