import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { articlePath } from '#shared/paths/article-path.ts';
import { findEditableArticle } from '#domain/articles/article-edit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { ContentBlockType } from '#shared/enums.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import type { ContentBlock } from '#shared/text/content-block.ts';
import { findEntryForStaff, findLiveBlogForStaff, listLiveBlogs, listNewsWithout } from './live-blogs.ts';

const LISTED = 50;
const ENTRIES = 50;
const id = z.coerce.number().int().min(1).max(MAX_ID);
const tsOrNull = (at: Date | null) => at && unixSeconds(at);

const listedSchema = z.object({
  article_id: z.number().int(),
  title: z.string(),
  opened_ts: z.number(),
  closed_ts: z.number().nullable(),
  entries: z.number().int(),
});
const writtenSchema = z.object({
  html: z.string(),
  picture: z
    .object({ picture: z.string(), alt: z.string(), caption: z.string().optional(), credit: z.string().optional() })
    .nullable(),
  sound: z.object({ channel: z.number().int(), at_ts: z.number() }).nullable(),
});
const entrySchema = writtenSchema.extend({
  id: z.number().int(),
  revision: z.number().int(),
  posted_ts: z.number(),
  posted_by: z.string(),
  byline: z.string(),
  is_pinned: z.boolean(),
  corrections: z.array(z.object({ at_ts: z.number(), note: z.string() })),
  withdrawn: z.object({ at_ts: z.number(), note: z.string() }).nullable(),
});

function presentWritten({
  blocks,
  channel,
  heardAt,
}: {
  blocks: ContentBlock[];
  channel: number | null;
  heardAt: Date | null;
}) {
  const image = blocks.find((block) => block.type === ContentBlockType.IMAGE);
  return {
    html: blocks.flatMap((block) => (block.type === ContentBlockType.TEXT ? [block.html] : [])).join(''),
    picture: image ? { picture: image.picture, alt: image.alt, caption: image.caption, credit: image.credit } : null,
    sound: channel === null || heardAt === null ? null : { channel, at_ts: unixSeconds(heardAt) },
  };
}

/** Live blogs as their editors have them. */
export async function liveBlogsStaffApi(
  app: FastifyInstance,
  { db, siteUrl }: { db: Db; siteUrl: string },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const common = { tags: ['live blogs'] };
  api.get(
    '/api/staff/live-blogs',
    {
      schema: {
        ...common,
        summary: 'The last live blogs, and public news without one',
        response: {
          200: wrapped(
            z.object({
              items: z.array(listedSchema),
              without: z.array(z.object({ article_id: z.number().int(), title: z.string() })),
            }),
          ),
          ...refusals('notAuthenticated', 'forbidden'),
        },
      },
      ...staffOnly('articles.publish'),
    },
    async () => {
      const [blogs, without] = await Promise.all([listLiveBlogs({ db }, LISTED), listNewsWithout({ db }, LISTED)]);
      return ok({
        items: blogs.map(({ articleId, title, openedAt, closedAt, entries }) => ({
          article_id: articleId,
          title,
          opened_ts: unixSeconds(openedAt),
          closed_ts: tsOrNull(closedAt),
          entries,
        })),
        without: without.map(({ articleId, title }) => ({ article_id: articleId, title })),
      });
    },
  );
  api.get(
    '/api/staff/live-blogs/:id',
    {
      schema: {
        ...common,
        summary: 'A live blog with its entries, newest first',
        params: z.object({ id }),
        querystring: z.object({ from_id: id.optional().describe('The entry to begin with') }),
        response: {
          200: wrapped(
            z.object({
              article_id: z.number().int(),
              title: z.string(),
              url: z.string(),
              is_public: z.boolean(),
              opened_ts: z.number().nullable().describe('Null: never opened'),
              closed_ts: z.number().nullable(),
              entries: z.array(entrySchema),
              older_id: z.number().int().nullable(),
            }),
          ),
          ...refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound'),
        },
      },
      ...staffOnly('articles.publish'),
    },
    async ({ params, query }) => {
      const article = await findEditableArticle(db, params.id);
      if (article === null || article.section === null) throw new DomainError('dataNotFound');
      const found = await findLiveBlogForStaff({ db }, params.id, { fromId: query.from_id, limit: ENTRIES });
      return ok({
        article_id: params.id,
        title: article.title,
        url: siteUrl + articlePath({ ...article, column: null, category: null }),
        is_public: article.isPublic,
        opened_ts: found ? unixSeconds(found.blog.openedAt) : null,
        closed_ts: found ? tsOrNull(found.blog.closedAt) : null,
        entries: (found?.entries ?? []).map((entry) => ({
          ...presentWritten(entry),
          id: entry.id,
          revision: entry.revision,
          posted_ts: unixSeconds(entry.postedAt),
          posted_by: entry.poster,
          byline: entry.byline,
          is_pinned: entry.isPinned,
          corrections: entry.corrections.map(({ atMs, note }) => ({ at_ts: atMs / 1000, note })),
          withdrawn: entry.withdrawnAt && { at_ts: unixSeconds(entry.withdrawnAt), note: entry.withdrawalNote },
        })),
        older_id: found?.olderId ?? null,
      });
    },
  );
  api.get(
    '/api/staff/live-entries/:id/revisions',
    {
      schema: {
        ...common,
        summary: 'What an entry was before each correction, oldest first',
        params: z.object({ id }),
        response: {
          200: wrapped(
            z.object({
              items: z.array(writtenSchema.extend({ revision: z.number().int(), replaced_ts: z.number() })),
            }),
          ),
          ...refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound'),
        },
      },
      ...staffOnly('articles.publish'),
    },
    async ({ params }) => {
      const found = await findEntryForStaff({ db }, params.id);
      if (found === null) throw new DomainError('dataNotFound');
      return ok({
        items: found.revisions.map((row) => ({
          ...presentWritten(row),
          revision: row.revision,
          replaced_ts: unixSeconds(row.replacedAt),
        })),
      });
    },
  );
}
