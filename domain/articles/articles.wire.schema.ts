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
    .describe(`Maximum number of items, 1 to ${MAX_LIST_LIMIT}; defaults to the page size of the kind`);

export const articlesQuerySchema = z
  .object({
    content_type: contentType
      .optional()
      .describe(
        'Kind of article: hot topic 301, column 302, highlight 303, news 304, editorial 305, traffic 306 to 308; defaults to 301',
      ),
    category_id: digitsId('ID of the category to filter by').optional(),
    count: listCount(),
    offset: offset(),
  })
  .transform((query) => ({ ...query, count: query.count ?? COUNT_OF_KIND[query.content_type ?? 301] }));
export const mostViewedQuerySchema = z.object({
  content_type: contentType.optional().describe('Kind of article; defaults to hot topics'),
  count: count(MOST_VIEWED_COUNT),
});
export const newsQuerySchema = z
  .object({
    section: z
      .enum(['hot', 'recent', ...NEWS_SECTIONS])
      .default('recent')
      .describe('`hot`, as marked by editors; `recent`, from all sections; or a single section'),
    category_id: digitsId('ID of the category of editorials to filter by').optional(),
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
  program_id: digitsId('ID of the programme'),
  limit: count(HIGHLIGHT_COUNT),
  offset: offset(),
});
export const articleParamsSchema = z.object({ id: digitsId('ID of the article') });

const columnRefSchema = z
  .object({
    article_column_id: z.number().int().describe('ID of the column'),
    name: z.string().describe('Name of the column'),
    host_name: z.string().describe('Name of the author or speaker; empty if it has no particular one'),
    host_image: z.string().describe('URL of the portrait'),
    program_host_id: z.number().int().nullable().describe('ID of the host'),
    uri_code: z.string().describe('Slug in the URL of the column'),
  })
  .describe('A column');

export const contentItemSchema = z
  .object({
    content_type: z.number().int().describe('ContentType; determines the card'),
    item_id: z.number().int().describe('ID of the item, unique within its kind'),
    article_id: z.number().int().describe('ID of the article'),
    title: z.string().describe('Headline'),
    caption: z.string().describe('One sentence shown below the headline'),
    preview_content: z.string().describe('First lines as plain text'),
    program_name: z.string().nullable().describe('Name of the programme to which it belongs'),
    section_no: z.number().int().nullable().describe('Section number of an archived episode; null for articles'),
    keyart_url: wireImageSchema.describe('Key art'),
    display_ts: z.number().describe('Display date and time, Unix seconds'),
    display_date: z.string().describe('Hong Kong date of display_ts, YYYY-MM-DD'),
    last_update_datetime: z.string().describe('Last update in Hong Kong time, YYYY-MM-DD HH:mm:ss'),
    article_column: columnRefSchema.nullable(),
    parent_article_column: columnRefSchema.nullable().describe('Parent of the column; currently no column has one'),
    program_id: z.number().int().nullable().describe('ID of the programme to which it belongs'),
    channel_bitwise: z.number().int().describe('Bit mask of channels: 881 is 1, 903 is 2, 864 is 4'),
    has_audio: z.boolean().describe('Whether it contains audio'),
    has_video: z.boolean().describe('Whether it contains video'),
    highlight: z.string().nullable().describe('Matched words; only in search results'),
    url: z.string().describe('Root-relative URL of its page'),
    type: z.enum(ARTICLE_KINDS).describe('Name of the kind'),
    premium_content_category: z.null().describe('Only for premium content'),
  })
  .describe('A list item');
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
  z.object({ type: z.literal(5), url: z.string().describe('URL of the post on facebook.com'), title: z.string() }),
  z.object({ type: z.literal(6), video_id: z.string().describe('ID of the video on youtube.com'), title: z.string() }),
  z.object({ type: z.literal(7), title: z.string(), items: z.array(galleryPictureSchema) }),
]);
export type WireBlock = z.infer<typeof wireBlockSchema>;

const articleDetailSchema = contentItemSchema
  .extend({
    section: z.enum(NEWS_SECTIONS).nullable().describe('News section'),
    category: z.object({ id: z.number().int(), name: z.string() }).nullable().describe('Category'),
    byline: z.string().describe('Byline'),
    keyart_credit: z.string().describe('Credit of the key art'),
    layout_template: z.number().int().describe('Layout: text first 1, picture first 2, media first 3'),
    content_blocks: z.array(wireBlockSchema).describe('Content blocks, in order'),
  })
  .describe('An article');
export type ArticleDetailWire = z.infer<typeof articleDetailSchema>;

const hasMore = z.boolean().describe('Whether there are more items');
export const articlesReplySchema = z.object({ articles: z.array(contentItemSchema), has_more: hasMore });
export const mostViewedReplySchema = z.object({ articles: z.array(contentItemSchema) });
export const newsReplySchema = z.object({ news: z.array(contentItemSchema), has_more: hasMore });
export const highlightsReplySchema = z.object({ highlights: z.array(contentItemSchema), has_more: hasMore });
export const articleReplySchema = z.object({ article: articleDetailSchema });
export const newsArticleReplySchema = z.object({ news: articleDetailSchema });
