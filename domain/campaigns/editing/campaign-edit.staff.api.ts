import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { revisionOf } from '#domain/actions/actions.ts';
import { DomainError } from '#shared/domain-error.ts';
import { dayHkOf, unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { previewToken } from '#shared/preview-link.ts';
import { demandPermission, staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { findCampaign } from '../campaigns.store.ts';
import type { CampaignRow } from '../campaigns.types.ts';
import type { Block } from './campaign-edit.rules.ts';
import { goalFieldsSchema, itemFieldsSchema, pageFieldsSchema, termsFieldsSchema } from './campaign-edit.schema.ts';
import { findOrderedItems, findPage, findTerms, hasOrders } from './campaign-edit.store.ts';
import { goalOf, listItemFields, readBlocks, unknown } from './campaign-edit.ts';
import { draftTermsOf } from './campaign-words.ts';

const count = z.number().int();
const revision = z.string();

/** As stored, which may be older than a rule. */
const stored = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  z.object(Object.fromEntries(Object.keys(shape).map((name) => [name, z.unknown()])));

const editorSchema = z.object({
  campaign: z.string(),
  is_public: z.boolean(),
  is_ended: z.boolean(),
  is_ordered: z.boolean().describe('Kind, target, opening and days are kept from the first order on'),
  goal: z.object({ fields: stored(goalFieldsSchema), revision }),
  items: z.array(
    z.object({
      item_id: count,
      fields: stored(itemFieldsSchema),
      revision,
      sold: count,
      held: count,
      is_retired: z.boolean(),
      is_ordered: z.boolean().describe('Price and kind are kept'),
    }),
  ),
  page: z
    .object({ fields: stored(pageFieldsSchema), revision })
    .nullable()
    .describe('Null: the words are in the code of the site, and so are the terms'),
  terms: z.object({
    version: count.describe('Of what is being written'),
    is_draft: z.boolean().describe('False: nothing was written since the version in force'),
    fields: stored(termsFieldsSchema),
    revision,
    published: z.array(z.object({ version: count, since: z.string(), clauses: z.array(z.string()) })),
  }),
  blocks: z.array(z.string()).describe('What must be done before it can be published'),
});

async function readEditor(db: Db, campaign: CampaignRow, now: Date): Promise<z.infer<typeof editorSchema>> {
  const items = await listItemFields(db, campaign.id);
  const ordered = await findOrderedItems(
    db,
    items.map(({ id }) => id),
  );
  const page = await findPage(db, campaign.id);
  const versions = await findTerms(db, campaign.id);
  const terms = draftTermsOf(versions);
  const blocks: Block[] = await readBlocks(db, campaign, now);
  const goal = goalOf(campaign);
  return {
    campaign: campaign.name,
    is_public: campaign.isPublic,
    is_ended: campaign.endedAs !== null,
    is_ordered: await hasOrders(db, campaign.id),
    goal: { fields: goal, revision: revisionOf(goal) },
    items: items.map(({ id, fields, sold, held, isRetired }) => ({
      item_id: id,
      fields,
      revision: revisionOf(fields),
      sold,
      held,
      is_retired: isRetired,
      is_ordered: ordered.has(id),
    })),
    page: page && { fields: page, revision: revisionOf(page) },
    terms: {
      version: terms.version,
      is_draft: terms.isDraft,
      fields: terms.fields,
      revision: revisionOf(terms.fields),
      published: versions.flatMap(({ version, publishedAt, clauses }) =>
        publishedAt === null ? [] : [{ version, since: dayHkOf(publishedAt), clauses }],
      ),
    },
    blocks,
  };
}

/** The editor of campaigns. */
export async function campaignEditStaffApi(
  app: FastifyInstance,
  { db, clock, siteUrl, secretKey }: { db: Db; clock: () => Date; siteUrl: string; secretKey: string },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['campaigns'];
  const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound');
  const guard = staffOnly('campaigns.edit');
  const params = z.object({ name: z.string().regex(/^[a-z0-9_]{3,40}$/) });
  const open = async (request: Parameters<typeof staffOf>[0], name: string): Promise<CampaignRow> => {
    demandPermission(await staffOf(request), 'campaigns.edit', [{ kind: 'campaign', id: name }]);
    const campaign = await findCampaign(db, name);
    if (!campaign) throw unknown();
    return campaign;
  };
  api.get(
    '/api/staff/campaigns/:name/editor',
    {
      schema: {
        tags,
        summary: 'All that can be edited of a campaign, with revisions, and what blocks its publication',
        params,
        response: { 200: wrapped(editorSchema), ...refused },
      },
      ...guard,
    },
    async (request) => ok(await readEditor(db, await open(request, request.params.name), clock())),
  );
  api.post(
    '/api/staff/campaigns/:name/preview',
    {
      schema: {
        tags,
        summary: 'A link, valid for fifteen minutes, that shows the campaign on the public page as it is edited',
        params,
        body: z.strictObject({}),
        response: { 200: wrapped(z.object({ url: z.string(), expires_ts: z.number().int() })), ...refused },
      },
      ...guard,
    },
    async (request) => {
      const campaign = await open(request, request.params.name);
      if ((await findPage(db, campaign.id)) === null)
        throw new DomainError('dataNotFound', 'its words are in the code of the site');
      const { token, expiresAt } = previewToken(secretKey, 'campaign', campaign.id, clock());
      return ok({ url: `${siteUrl}/preview/campaign/${token}`, expires_ts: unixSeconds(expiresAt) });
    },
  );
}
