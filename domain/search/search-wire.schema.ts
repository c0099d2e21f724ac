import { ARTICLE_KINDS, contentItemSchema } from '#domain/articles/articles.wire.schema.ts';
import { isContentType } from '#shared/enums.ts';
import { z } from 'zod';
import { MAX_RESULTS, RESULTS_A_PAGE, SEARCH_SORTS, SEARCH_TYPES, type SearchType } from './search.schema.ts';

/** Any text is a valid query and is truncated instead of refused. The limit only protects the parser. */
const keyword = z.string().max(20_000).default('').describe('What to look for: words or parts of them, in any script');

const NAMES = Object.keys(SEARCH_TYPES) as [SearchType, ...SearchType[]];

/** Maps a ContentType to its kind. Other values stay unchanged and fail validation. */
const kindOf = (value: unknown): unknown =>
  NAMES.find((name) =>
    (SEARCH_TYPES[name] as readonly number[]).some((type) => isContentType(type) && String(type) === value),
  ) ?? value;

const kind = z.preprocess(kindOf, z.enum(NAMES).optional());

export const searchQuerySchema = z.object({
  q: keyword,
  sort: z.enum(SEARCH_SORTS).default('relevant').describe('Order: newest first, or most relevant first'),
  type: kind.describe('Only this kind: its name, or the ContentType of what is found'),
  content_type: kind.describe('The same as `type`'),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAX_RESULTS)
    .default(0)
    .describe(`How many to leave out, ${RESULTS_A_PAGE} come at a time`),
});
export const suggestQuerySchema = z.object({ q: keyword });

const partsSchema = z
  .array(z.object({ text: z.string(), hit: z.boolean().describe('It is what was looked for') }))
  .describe('The text in pieces');

/** All fields of a list item (ContentItem). Fields that only articles have are null or empty for other kinds. */
const foundTitleSchema = contentItemSchema
  .omit({ preview_content: true, highlight: true })
  .extend({
    content_type: z.number().int().nullable().describe('ContentType; null for a host or a page, which have none'),
    item_id: z.number().int().describe('Id among its kind'),
    article_id: z.number().int().nullable().describe('The same of an article'),
    program_id: z.number().int().nullable().describe('The programme itself, or the one an article belongs to'),
    title: z.string().describe('Title or name'),
    title_parts: partsSchema.describe('The title in pieces; U+200B stands where a line may end'),
    display_ts: z.number().nullable().describe('When it was published, Unix seconds; null for what has no date'),
    display_date: z.string().nullable().describe('The Hong Kong day of it, YYYY-MM-DD'),
    last_update_datetime: z.string().nullable().describe('Last change, YYYY-MM-DD HH:mm:ss in Hong Kong'),
    type: z.enum([...ARTICLE_KINDS, 'program', 'replay', 'premium', 'host', 'page']).describe('Name of its kind'),
    premium_content_category: z
      .object({ category_id: z.number().int(), category_name: z.string() })
      .nullable()
      .describe('Category of a film; null of anything else'),
    section: z.string().nullable().describe('News section'),
    column_name: z.string().nullable().describe('Column it belongs to'),
    category_name: z.string().nullable().describe('Category it belongs to'),
  })
  .describe('Something found');
export type FoundTitleWire = z.infer<typeof foundTitleSchema>;

const foundSchema = foundTitleSchema.extend({
  preview_content: z.string().describe('Words around the first hit'),
  preview_parts: partsSchema,
  highlight: z.string().describe('What of it matches, as it is written there'),
});
export type FoundWire = z.infer<typeof foundSchema>;

export const searchReplySchema = z.object({
  keyword: z.string().describe('What was looked for, as it was taken'),
  items: z.array(foundSchema).describe('Results in order'),
  total: z.number().int().describe('How many there are, as far as they can be turned over'),
  total_is_floor: z.boolean().describe('There are at least so many'),
  has_more: z.boolean().describe('More follow these'),
});
export const suggestReplySchema = z.object({
  suggestions: z.array(foundTitleSchema).describe('Titles and names, best first'),
});
