import { NEWS_SECTIONS } from '#shared/enums.ts';
import { PAGE_LIMITS } from '#shared/page-limits.ts';
import { count, digitsId, offset } from '#shared/http/query.ts';
import { wireImageSchema } from '#shared/media/wire-image.ts';
import { z } from 'zod';
import { MAX_LIST_LIMIT } from './articles.schema.ts';

/** Values of `type` for articles. */
export const ARTICLE_KINDS = [
  'article',
  'soundcolumn',
  'highlight',
  'news',
  'editorial',
  'traffic_news',
  'traffic_highlight',
  'phonograph',
] as const;

const contentTypes = [301, 302, 303, 304, 305, 306, 307, 308] as const;
const contentType = z
  .enum(contentTypes.map(String) as [string, ...string[]])
  .transform((text) => Number(text) as (typeof contentTypes)[number]);

const HIGHLIGHT_COUNT = { default: PAGE_LIMITS.programDetailHighlights, max: MAX_LIST_LIMIT };
const MOST_VIEWED_COUNT = { default: PAGE_LIMITS.mostViewedArticles, max: PAGE_LIMITS.mostViewedArticlesMax };

/** Default page size of each type, as on its page. */
const COUNT_OF_KIND: Record<(typeof contentTypes)[number], number> = {
  301: PAGE_LIMITS.latestArticles,
  302: PAGE_LIMITS.soundColumnArticles,
  303: PAGE_LIMITS.allHighlights,
  304: PAGE_LIMITS.recentNews,
  305: PAGE_LIMITS.newsArticleCateArticles,
  306: PAGE_LIMITS.recentTraffic,
  307: PAGE_LIMITS.trafficHighlight,
  308: PAGE_LIMITS.trafficHighlight,
};
const listCount = () =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_LIST_LIMIT)
    .optional()
    .describe(`How many at most, 1 to ${MAX_LIST_LIMIT}; as many as its page shows when absent`);

export const articlesQuerySchema = z
  .object({
    content_type: contentType
      .optional()
      .describe(
        'Kind: hot topic 301, column 302, highlight 303, news 304, editorial 305, traffic 306 to 308; else 301',
      ),
    category_id: digitsId('Only this category').optional(),
    count: listCount(),
    offset: offset(),
  })
  .transform((query) => ({ ...query, count: query.count ?? COUNT_OF_KIND[query.content_type ?? 301] }));
export const mostViewedQuerySchema = z.object({
  content_type: contentType.optional().describe('Kind; hot topics when absent'),
  count: count(MOST_VIEWED_COUNT),
});
export const newsQuerySchema = z
  .object({
    section: z
      .enum(['hot', 'recent', ...NEWS_SECTIONS])
      .default('recent')
      .describe('`hot` as editors marked it, `recent` of all sections, or one section'),
    category_id: digitsId('Only this category of editorials').optional(),
    count: listCount(),
    offset: offset(),
  })
  .transform((query) => ({
    ...query,
    count: query.count ?? (query.section === 'hot' ? PAGE_LIMITS.hotNews : PAGE_LIMITS.recentNews),
  }));
export const roadQuerySchema = z.object({
  count: count({ default: PAGE_LIMITS.recentTraffic, max: MAX_LIST_LIMIT }),
  offset: offset(),
});
export const phonographQuerySchema = z.object({
  count: count({ default: PAGE_LIMITS.trafficHighlight, max: MAX_LIST_LIMIT }),
  offset: offset(),
});
export const highlightsQuerySchema = z.object({
  program_id: digitsId('Programme'),
  limit: count(HIGHLIGHT_COUNT),
  offset: offset(),
});
export const articleParamsSchema = z.object({ id: digitsId('Article') });

const columnRefSchema = z
  .object({
    article_column_id: z.number().int().describe('Column'),
    name: z.string().describe('Its name'),
    host_name: z.string().describe('Who writes or speaks it; empty: nobody in particular'),
    host_image: z.string().describe('Address of a portrait'),
    program_host_id: z.number().int().nullable().describe('The host'),
    uri_code: z.string().describe('Readable part of its address'),
  })
  .describe('A column');

export const contentItemSchema = z
  .object({
    content_type: z.number().int().describe('Picks the card'),
    item_id: z.number().int().describe('Id of the item within its kind'),
    article_id: z.number().int().describe('Article'),
    title: z.string().describe('Headline'),
    caption: z.string().describe('One sentence under it'),
    preview_content: z.string().describe('Plain text of the first lines'),
    program_name: z.string().nullable().describe('Programme it belongs to'),
    section_no: z.number().int().nullable().describe('Part of an archived episode; null for articles'),
    keyart_url: wireImageSchema.describe('Key art'),
    display_ts: z.number().describe('Instant it is shown with, Unix seconds'),
    display_date: z.string().describe('Its Hong Kong day, YYYY-MM-DD'),
    last_update_datetime: z.string().describe('Last change, YYYY-MM-DD HH:mm:ss in Hong Kong'),
    article_column: columnRefSchema.nullable(),
    parent_article_column: columnRefSchema.nullable().describe('Column above its column; columns have none so far'),
    program_id: z.number().int().nullable().describe('Programme it belongs to'),
    channel_bitwise: z.number().int().describe('Channels: 881 is 1, 903 is 2, 864 is 4'),
    has_audio: z.boolean().describe('Holds a recording'),
    has_video: z.boolean().describe('Holds a video'),
    highlight: z.string().nullable().describe('Matched words, in search only'),
    url: z.string().describe('Its page, from the root of the site'),
    type: z.enum(ARTICLE_KINDS).describe('Name of its kind'),
    premium_content_category: z.null().describe('Premium content only'),
  })
  .describe('An item of a list');
export type ContentItemWire = z.infer<typeof contentItemSchema>;

const galleryPictureSchema = z.object({ image: wireImageSchema, alt: z.string(), caption: z.string() });

/** A block of an article on the wire; `type` is ContentBlockType. */
const wireBlockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal(1), html: z.string().describe('Sanitised HTML') }),
  z.object({
    type: z.literal(2),
    image: wireImageSchema,
    alt: z.string(),
    caption: z.string(),
    credit: z.string(),
  }),
  z.object({ type: z.literal(3), url: z.string(), title: z.string(), duration_ms: z.number().int() }),
  z.object({
    type: z.literal(4),
    url: z.string(),
    title: z.string(),
    duration_ms: z.number().int(),
    poster: wireImageSchema,
  }),
  z.object({ type: z.literal(5), url: z.string().describe('Post on facebook.com'), title: z.string() }),
  z.object({ type: z.literal(6), video_id: z.string().describe('Video on youtube.com'), title: z.string() }),
  z.object({ type: z.literal(7), title: z.string(), items: z.array(galleryPictureSchema) }),
]);
export type WireBlock = z.infer<typeof wireBlockSchema>;

const articleDetailSchema = contentItemSchema
  .extend({
    section: z.enum(NEWS_SECTIONS).nullable().describe('Section of news'),
    category: z.object({ id: z.number().int(), name: z.string() }).nullable().describe('Category'),
    byline: z.string().describe('Who wrote it'),
    keyart_credit: z.string().describe('Who made the picture'),
    layout_template: z.number().int().describe('Text first 1, picture first 2, media first 3'),
    content_blocks: z.array(wireBlockSchema).describe('What it is made of, in order'),
  })
  .describe('An article');
export type ArticleDetailWire = z.infer<typeof articleDetailSchema>;

const hasMore = z.boolean().describe('Whether more follow');
export const articlesReplySchema = z.object({ articles: z.array(contentItemSchema), has_more: hasMore });
export const mostViewedReplySchema = z.object({ articles: z.array(contentItemSchema) });
export const newsReplySchema = z.object({ news: z.array(contentItemSchema), has_more: hasMore });
export const highlightsReplySchema = z.object({ highlights: z.array(contentItemSchema), has_more: hasMore });
export const articleReplySchema = z.object({ article: articleDetailSchema });
export const newsArticleReplySchema = z.object({ news: articleDetailSchema });
