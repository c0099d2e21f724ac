import { ARTICLE_KINDS, contentItemSchema } from '#domain/articles/articles.wire.schema.ts';
import { isContentType } from '#shared/enums.ts';
import { z } from 'zod';
import { MAX_RESULTS, RESULTS_A_PAGE, SEARCH_SORTS, SEARCH_TYPES, type SearchType } from './search.schema.ts';

/** Any text is a valid query and is truncated instead of refused. The limit only protects the parser. */
export const keyword = z
  .string()
  .max(20_000)
  .default('')
  .describe('Search keyword: words or parts of words, in any script');

const NAMES = Object.keys(SEARCH_TYPES) as [SearchType, ...SearchType[]];

/** Maps a ContentType to its kind. Other values stay unchanged and fail validation. */
const kindOf = (value: unknown): unknown =>
  NAMES.find((name) =>
    (SEARCH_TYPES[name] as readonly number[]).some((type) => isContentType(type) && String(type) === value),
  ) ?? value;

const kind = z.preprocess(kindOf, z.enum(NAMES).optional());

export const searchQuerySchema = z.object({
  q: keyword,
  sort: z.enum(SEARCH_SORTS).default('relevant').describe('Sort order: most relevant first, or newest first'),
  type: kind.describe('Kind to filter by: its name or its ContentType'),
  content_type: kind.describe('Alias of `type`'),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAX_RESULTS)
    .default(0)
    .describe(`Number of results to skip; a page has ${RESULTS_A_PAGE}`),
});
export const suggestQuerySchema = z.object({ q: keyword });

export const partsSchema = z
  .array(z.object({ text: z.string(), hit: z.boolean().describe('Whether this part matches the keyword') }))
  .describe('The text, split into matching and other parts');

/** All fields of a list item (ContentItem). Fields that only articles have are null or empty for other kinds. */
const foundTitleSchema = contentItemSchema
  .omit({ preview_content: true, highlight: true })
  .extend({
    content_type: z
      .number()
      .int()
      .nullable()
      .describe('ContentType; null for a host, a song, a singer or a page, which have none'),
    item_id: z.number().int().describe('ID of the item, unique within its kind'),
    article_id: z.number().int().nullable().describe('ID of the article; null for other kinds'),
    program_id: z
      .number()
      .int()
      .nullable()
      .describe('ID of the programme itself, or of the one to which an article belongs'),
    title: z.string().describe('Title or name'),
    title_parts: partsSchema.describe('The title in parts; U+200B marks possible line breaks'),
    display_ts: z.number().nullable().describe('Publication, Unix seconds; null if undated'),
    display_date: z.string().nullable().describe('Hong Kong date of display_ts, YYYY-MM-DD'),
    last_update_datetime: z.string().nullable().describe('Last update in Hong Kong time, YYYY-MM-DD HH:mm:ss'),
    type: z
      .enum([...ARTICLE_KINDS, 'program', 'replay', 'premium', 'host', 'song', 'singer', 'page'])
      .describe('Name of the kind'),
    premium_content_category: z
      .object({ category_id: z.number().int(), category_name: z.string() })
      .nullable()
      .describe('Category of a film; null for other kinds'),
    section: z.string().nullable().describe('News section'),
    column_name: z.string().nullable().describe('Name of the column to which it belongs'),
    category_name: z.string().nullable().describe('Name of the category to which it belongs'),
  })
  .describe('A search result');
export type FoundTitleWire = z.infer<typeof foundTitleSchema>;

const foundSchema = foundTitleSchema.extend({
  preview_content: z.string().describe('Excerpt around the first match'),
  preview_parts: partsSchema,
  highlight: z.string().describe('Matching words, as they occur in the text'),
});
export type FoundWire = z.infer<typeof foundSchema>;

export const searchReplySchema = z.object({
  keyword: z.string().describe('Keyword as interpreted by the search'),
  items: z.array(foundSchema).describe('Results, in sort order'),
  total: z.number().int().describe('Number of results, limited to those that can be paged through'),
  total_is_floor: z.boolean().describe('Whether `total` is a lower bound'),
  has_more: z.boolean().describe('Whether there are more results'),
});
export const suggestReplySchema = z.object({
  suggestions: z.array(foundTitleSchema).describe('Titles and names, best first'),
});
