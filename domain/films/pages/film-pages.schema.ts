import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';
import { line, paragraphs, pictureReferenceSchema } from '#shared/text/line-schema.ts';
import { MAX_CREDITS, MAX_FILM_CENTS, MIN_FILM_CENTS } from './film-pages.rules.ts';

const id = z.number().int().min(1).max(MAX_ID);
const seconds = z.number().min(1).max(4_102_444_800).describe('Unix seconds');

export const filmPriceSchema = z.number().int().min(MIN_FILM_CENTS).max(MAX_FILM_CENTS).describe('Cents');

/** What an editor may change of a film's page. The order of the fields is that of its revision. */
export const filmPageFieldsSchema = z.strictObject({
  title: line(80).min(1),
  tagline: line(120),
  story: paragraphs(5_000),
  credits: z
    .array(z.strictObject({ role: line(20).min(1), names: z.array(line(40).min(1)).min(1).max(20) }))
    .max(MAX_CREDITS)
    .describe('In display order'),
  spoken: line(40),
  keyart: pictureReferenceSchema.min(1),
  categoryId: id,
  programId: id.nullable().describe('The programme it derives from'),
  nextId: id.nullable().describe('Next film of a series'),
  priceCents: filmPriceSchema.describe('Of a published film only by film-pages.price'),
  rentDays: z.number().int().min(1).max(366).describe('Days from the payment'),
  watchHours: z.number().int().min(1).max(8_784).describe('Hours from the first moving picture'),
  position: z.number().int().min(0).max(1_000_000).describe('Order on the landing page'),
  publishedTs: seconds,
  sellsUntilTs: seconds.nullable().describe('End of sale'),
});
export type FilmPageFields = z.infer<typeof filmPageFieldsSchema>;

/** The same as stored, which may be older than a rule. */
export const storedFilmPageSchema = z.object({
  title: z.string(),
  tagline: z.string(),
  story: z.string(),
  credits: z.array(z.object({ role: z.string(), names: z.array(z.string()) })),
  spoken: z.string(),
  keyart: z.string(),
  categoryId: z.number(),
  programId: z.number().nullable(),
  nextId: z.number().nullable(),
  priceCents: z.number(),
  rentDays: z.number(),
  watchHours: z.number(),
  position: z.number(),
  publishedTs: z.number(),
  sellsUntilTs: z.number().nullable(),
});
