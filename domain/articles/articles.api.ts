import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ReadDb } from '#db/database.ts';
import { getProgram } from '#domain/programs/programs.ts';
import { isPossibleId } from '#shared/ids.ts';
import { ok, PUBLIC_CONTENT, refusals, wrapped } from '#shared/http/reply.ts';
import { presentArticle, presentArticlePage } from './articles.present.ts';
import { NEWS_TYPES, type ArticleContentType, type ArticleFilter } from './articles.schema.ts';
import { getArticle, listArticleCategories, listArticles, listMostViewed } from './articles.ts';
import * as wire from './articles.wire.schema.ts';

const tags = ['articles'];

/**
 * Calls that read articles (gaps of the spec, R-396). Responses are the same for everyone, so caches may keep them
 * briefly.
 */
export async function articlesApi(
  app: FastifyInstance,
  { db, clock }: { db: ReadDb; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const context = { db };

  const list = async (filter: ArticleFilter, { count, offset }: { count: number; offset: number }) => {
    const { articles, hasMore } = await listArticles(context, filter, { limit: count, offset });
    return { items: articles.map(presentArticle), has_more: hasMore };
  };
  const nothing = { items: [], has_more: false };

  /** A category belongs to one type; querying it with another would scan the whole type to find nothing. */
  const isCategoryOf = async (kind: ArticleContentType, id: number) =>
    (await listArticleCategories(context, kind)).some((category) => category.id === id);

  const listOfKind = async (
    kind: ArticleContentType | undefined,
    categoryId: number | undefined,
    page: { count: number; offset: number },
  ) => {
    if (categoryId === undefined) return list({ contentTypes: [kind ?? 301] }, page);
    // The database cannot hold such an id.
    if (!isPossibleId(categoryId)) return nothing;
    return kind === undefined || (await isCategoryOf(kind, categoryId)) ? list({ categoryId }, page) : nothing;
  };

  api.get(
    '/api/articles',
    {
      schema: {
        tags,
        summary: 'Articles of a kind or category, newest first',
        querystring: wire.articlesQuerySchema,
        response: { 200: wrapped(wire.articlesReplySchema), ...refusals('invalidParam') },
      },
    },
    async ({ query }, reply) => {
      const { items, has_more } = await listOfKind(query.content_type, query.category_id, query);
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok({ articles: items, has_more });
    },
  );

  api.get(
    '/api/articles/mostviewed',
    {
      schema: {
        tags,
        summary: 'Most viewed content of the last seven days',
        querystring: wire.mostViewedQuerySchema,
        response: { 200: wrapped(wire.mostViewedReplySchema), ...refusals('invalidParam') },
      },
    },
    async ({ query }, reply) => {
      const articles = await listMostViewed(
        { db, now: clock() },
        {
          contentTypes: [query.content_type ?? 301],
          limit: query.count,
        },
      );
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok({ articles: articles.map(presentArticle) });
    },
  );

  api.get(
    '/api/articles/:id',
    {
      schema: {
        tags,
        summary: 'An article of any kind, with its blocks',
        params: wire.articleParamsSchema,
        response: { 200: wrapped(wire.articleReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ params }, reply) => {
      const article = await getArticle(context, params.id);
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok({ article: presentArticlePage(article) });
    },
  );

  api.get(
    '/api/news',
    {
      schema: {
        tags,
        summary: 'News, newest first: hot, recent, of a section, or of a category of editorials',
        querystring: wire.newsQuerySchema,
        response: { 200: wrapped(wire.newsReplySchema), ...refusals('invalidParam') },
      },
    },
    async ({ query }, reply) => {
      const { section, category_id } = query;
      const { items, has_more } =
        category_id === undefined
          ? await list(
              section === 'recent' ? { news: true } : section === 'hot' ? { news: true, hot: true } : { section },
              query,
            )
          : // Of the news types only editorials have categories.
            section === 'recent' || section === 'editorial'
            ? await listOfKind(305, category_id, query)
            : nothing;
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok({ news: items, has_more });
    },
  );

  api.get(
    '/api/news/:id',
    {
      schema: {
        tags,
        summary: 'A news story, with its blocks',
        params: wire.articleParamsSchema,
        response: { 200: wrapped(wire.newsArticleReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ params }, reply) => {
      const article = await getArticle(context, params.id, NEWS_TYPES);
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok({ news: presentArticlePage(article) });
    },
  );

  api.get(
    '/api/traffic/info',
    {
      schema: {
        tags,
        summary: 'Road information of the cooperative, newest first; read an item by /api/articles/{id}',
        querystring: wire.roadQuerySchema,
        response: { 200: wrapped(wire.articlesReplySchema), ...refusals('invalidParam') },
      },
    },
    async ({ query }, reply) => {
      const { items, has_more } = await list({ roadCoop: true }, query);
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok({ articles: items, has_more });
    },
  );

  api.get(
    '/api/traffic/phonograph',
    {
      schema: {
        tags,
        summary: 'Recordings of the phonograph, newest first; read an item by /api/articles/{id}',
        querystring: wire.phonographQuerySchema,
        response: { 200: wrapped(wire.articlesReplySchema), ...refusals('invalidParam') },
      },
    },
    async ({ query }, reply) => {
      const { items, has_more } = await list({ contentTypes: [308] }, query);
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok({ articles: items, has_more });
    },
  );

  // Fastify prefers a static path to a parameter, so this takes precedence over /api/programs/:id.
  api.get(
    '/api/programs/highlights',
    {
      schema: {
        tags,
        summary: 'Highlights of a programme, newest first',
        querystring: wire.highlightsQuerySchema,
        response: { 200: wrapped(wire.highlightsReplySchema), ...refusals('invalidParam', 'dataNotFound') },
      },
    },
    async ({ query }, reply) => {
      const program = await getProgram({ db, now: clock() }, query.program_id);
      const { items, has_more } = await list(
        { programId: program.id, contentTypes: [303] },
        { count: query.limit, offset: query.offset },
      );
      void reply.header('cache-control', PUBLIC_CONTENT);
      return ok({ highlights: items, has_more });
    },
  );
}
