import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { previewToken } from '#shared/preview-link.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { listArticlesForStaff, LISTED_STATES, type ListedArticle, type ListPosition } from './article-list.ts';
import { listChoices } from './choices.ts';
import { changesOf, orderIn, partsOfChanges } from './draft-parts.rules.ts';
import { articleFieldsSchema, clientSchema, saveSchema } from './drafts.schema.ts';
import {
  choicesSchema,
  draftSchema,
  listedSchema,
  presenceSchema,
  revisionSchema,
  savedSchema,
} from './drafts.staff.schema.ts';
import {
  createDraft,
  getDraft,
  getRevision,
  listRevisions,
  noteOpen,
  openArticle,
  saveDraft,
  type OpenDraft,
} from './drafts.ts';

const LISTED = 50;
const id = z.coerce.number().int().min(1).max(MAX_ID);
const idParams = z.object({ id });
const tsOrNull = (at: Date | null) => at && unixSeconds(at);

const positionText = ({ atMs, isDraft, id: last }: ListPosition) => `${atMs}-${isDraft ? 'd' : 'a'}-${last}`;
const position = z
  .string()
  .regex(/^\d{1,14}-[da]-\d{1,9}$/)
  .transform((text): ListPosition => {
    const [at = '', kind, last = ''] = text.split('-');
    return { atMs: Number(at), isDraft: kind === 'd', id: Number(last) };
  });

const presentListed = ({ draftId, articleId, ...row }: ListedArticle) => ({
  draft_id: draftId,
  article_id: articleId,
  content_type: row.contentType,
  title: row.title,
  section: row.section,
  channel_bitwise: row.channelBitwise,
  state: row.state,
  has_changes: row.hasChanges,
  publish_ts: tsOrNull(row.publishAt),
  withdraw_ts: tsOrNull(row.withdrawAt),
  changed_ts: unixSeconds(row.changedAt),
  changed_by: row.changedBy,
});

const stateOf = (article: OpenDraft['article'], now: Date): ListedArticle['state'] => {
  if (article === null || article.state === 'draft') return 'draft';
  if (article.isPublic) return 'published';
  return article.state === 'published' && article.publishAt > now ? 'scheduled' : 'withdrawn';
};

const presentDraft = ({ draft, changedBy, article, faults }: OpenDraft, now: Date) => ({
  draft_id: draft.id,
  article_id: draft.articleId,
  fields: draft.fields,
  revision: draft.revision,
  published_revision: draft.publishedRevision,
  changed_ts: unixSeconds(draft.changedAt),
  changed_by: changedBy,
  state: stateOf(article, now),
  publish_ts: article === null || article.state === 'draft' ? null : unixSeconds(article.publishAt),
  withdraw_ts: tsOrNull(article?.withdrawAt ?? null),
  faults,
});

/** Articles as their editors have them: lists, drafts with autosave and presence, revisions. */
export async function draftsStaffApi(
  app: FastifyInstance,
  { db, clock, secretKey, siteUrl }: { db: Db; clock: () => Date; secretKey: string; siteUrl: string },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['articles'];
  const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound');
  const guard = staffOnly('articles.edit');
  const context = () => ({ db, now: clock() });

  api.get(
    '/api/staff/articles',
    {
      schema: {
        tags,
        summary: 'Articles and drafts that the caller may edit, last changed first, fifty at once',
        querystring: z.object({
          kind: z.coerce.number().int().min(301).max(308).optional(),
          state: z.enum(LISTED_STATES).optional(),
          text: z.string().trim().max(100).optional().describe('Part of the title, or an article id'),
          mine: z.enum(['1']).optional().describe('Written or published by the caller'),
          before: position.optional().describe('`next_before` of the page before'),
        }),
        response: {
          200: wrapped(z.object({ items: z.array(listedSchema), next_before: z.string().nullable() })),
          ...refused,
        },
      },
      ...guard,
    },
    async (request) => {
      const actor = await staffOf(request);
      const { kind, state, text, mine, before = null } = request.query;
      const filter = {
        ...(kind !== undefined && { contentType: kind }),
        ...(state && { state }),
        ...(text && { text }),
        ...(mine && { accountId: actor.accountId }),
      };
      const page = await listArticlesForStaff(context(), actor, filter, { position: before, limit: LISTED });
      return ok({ items: page.items.map(presentListed), next_before: page.next && positionText(page.next) });
    },
  );
  api.get(
    '/api/staff/articles/choices',
    {
      schema: {
        tags,
        summary: 'Columns, categories, programmes and recordings that an article may name',
        response: { 200: wrapped(choicesSchema), ...refusals('notAuthenticated', 'forbidden') },
      },
      ...guard,
    },
    async () => ok(await listChoices({ db })),
  );
  api.post(
    '/api/staff/drafts',
    {
      schema: {
        tags,
        summary: 'Begins an article, or opens the draft of an existing one',
        body: z.union([
          z.strictObject({ article_id: id }),
          z.strictObject({ fields: articleFieldsSchema.partial().required({ contentType: true }) }),
        ]),
        response: { 200: wrapped(z.object({ draft_id: z.number().int() })), ...refused },
      },
      ...guard,
    },
    async (request) => {
      const { body } = request;
      const actor = await staffOf(request);
      const { id: draftId } =
        'article_id' in body
          ? await openArticle(context(), actor, body.article_id)
          : await createDraft(context(), actor, body.fields);
      return ok({ draft_id: draftId });
    },
  );
  api.get(
    '/api/staff/drafts/:id',
    {
      schema: { tags, summary: 'A draft', params: idParams, response: { 200: wrapped(draftSchema), ...refused } },
      ...guard,
    },
    async (request) => ok(presentDraft(await getDraft({ db }, await staffOf(request), request.params.id), clock())),
  );
  api.post(
    '/api/staff/drafts/:id',
    {
      schema: {
        tags,
        summary: 'Saves changed parts into a draft; 409 with both values where somebody else changed one of them',
        params: idParams,
        body: saveSchema.extend({ base_revision: id, client: clientSchema }),
        response: { 200: wrapped(savedSchema), ...refused, ...refusals('conflict') },
      },
      ...guard,
    },
    async (request) => {
      const { base_revision: baseRevision, client, order, ...changes } = request.body;
      const parts = { ...partsOfChanges(changes), ...(order && { order: order.to }) };
      const save = { baseRevision, client, parts, orderFrom: order?.from ?? [] };
      const { revision, news, faults } = await saveDraft(context(), await staffOf(request), request.params.id, save);
      return ok({ revision, ...changesOf(news), ...(news.order !== undefined && { order: orderIn(news) }), faults });
    },
  );
  api.post(
    '/api/staff/drafts/:id/preview',
    {
      schema: {
        tags,
        summary: 'A link, valid for fifteen minutes, that shows the draft on the public page',
        params: idParams,
        body: z.strictObject({}),
        response: { 200: wrapped(z.object({ url: z.string(), expires_ts: z.number().int() })), ...refused },
      },
      ...guard,
    },
    async (request) => {
      const { draft } = await getDraft({ db }, await staffOf(request), request.params.id);
      const { token, expiresAt } = previewToken(secretKey, 'draft', draft.id, clock());
      return ok({ url: `${siteUrl}/preview/${token}`, expires_ts: unixSeconds(expiresAt) });
    },
  );
  api.post(
    '/api/staff/drafts/:id/presence',
    {
      schema: {
        tags,
        summary: 'Tells that a tab has the draft open, and answers who else does',
        params: idParams,
        body: z.strictObject({ client: clientSchema, has_typed: z.boolean() }),
        response: { 200: wrapped(presenceSchema), ...refused },
      },
      ...guard,
    },
    async (request) => {
      const { client, has_typed: hasTyped } = request.body;
      const actor = await staffOf(request);
      const { others, revision } = await noteOpen(context(), actor, request.params.id, { client, hasTyped });
      return ok({
        revision,
        others: others.map(({ name, accountId, openedAt, typedAt }) => ({
          name,
          since_ts: unixSeconds(openedAt),
          typed_ts: tsOrNull(typedAt),
          is_me: accountId === actor.accountId,
        })),
      });
    },
  );
  api.get(
    '/api/staff/articles/:id/revisions',
    {
      schema: {
        tags,
        summary: 'What an article was at its publications, newest first, fifty at once',
        params: idParams,
        querystring: z.object({ before: id.optional().describe('Revisions older than this one') }),
        response: {
          200: wrapped(z.object({ items: z.array(revisionSchema), next_before: z.number().int().nullable() })),
          ...refused,
        },
      },
      ...guard,
    },
    async (request) => {
      const { before = null } = request.query;
      const page = { before, limit: LISTED + 1 };
      const found = await listRevisions(context(), await staffOf(request), request.params.id, page);
      const items = found.slice(0, LISTED).map(({ fields, publishAt, withdrawAt, createdAt, ...revision }) => ({
        ...revision,
        title: fields.title,
        publish_ts: unixSeconds(publishAt),
        withdraw_ts: tsOrNull(withdrawAt),
        created_ts: unixSeconds(createdAt),
      }));
      return ok({ items, next_before: found.length > LISTED ? items.at(-1)!.number : null });
    },
  );
  api.get(
    '/api/staff/articles/:id/revisions/:number',
    {
      schema: {
        tags,
        summary: 'The fields of a revision',
        params: z.object({ id, number: id }),
        response: { 200: wrapped(z.object({ fields: articleFieldsSchema })), ...refused },
      },
      ...guard,
    },
    async (request) => {
      const { id: articleId, number } = request.params;
      const { fields } = await getRevision(context(), await staffOf(request), articleId, number);
      return ok({ fields });
    },
  );
}
