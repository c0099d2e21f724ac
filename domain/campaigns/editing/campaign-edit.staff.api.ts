import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { demandPermission, staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import type { CampaignRow } from '../campaigns.types.ts';
import { postFieldsSchema } from '../posts/posts.schema.ts';
import { goalFieldsSchema, itemFieldsSchema, pageFieldsSchema, termsFieldsSchema } from './campaign-edit.schema.ts';
import { campaignPreviewToken, getCampaignRow, readEditor } from './campaign-editor.ts';

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
  posts: z.array(
    z.object({
      post_id: count,
      fields: stored(postFieldsSchema),
      revision,
      posted_ts: z.number(),
      is_withdrawn: z.boolean(),
    }),
  ),
  blocks: z.array(z.string()).describe('What must be done before it can be published'),
});

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
    return getCampaignRow(db, name);
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
      const services = { db, secretKey, now: clock() };
      const { token, expiresAt } = await campaignPreviewToken(services, campaign);
      return ok({ url: `${siteUrl}/preview/campaign/${token}`, expires_ts: unixSeconds(expiresAt) });
    },
  );
}
