import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { listAudit, recordAudit } from '#domain/audit/audit.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { csvDownload } from '#shared/http/csv-download.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { campaignPaths } from '#shared/paths/campaign-paths.ts';
import { may, type Permission } from '#shared/staff/permissions.ts';
import { demandPermission, staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { csvLine } from '#shared/text/csv.ts';
import { readAddresses } from './addresses.ts';
import { daysFrom, DELIVERY_STEPS } from './campaigns.rules.ts';
import type { CampaignRow } from './campaigns.types.ts';
import type { AddressRow } from './details.store.ts';
import { getFullProgress } from './campaign-progress.ts';
import { countReturns, findCampaigns, findDeliveries, findNamesToRead, findPlays } from './station.ts';

const DELIVERIES_LISTED = 50;
const NAMES_LISTED = 50;
const AUDIT_LISTED = 30;
const READING: Permission[] = ['campaigns.edit', 'campaigns.deliver'];

const CSV_HEAD = [
  'order',
  'supporter',
  'state',
  'recipient',
  'phone',
  'line_1',
  'line_2',
  'line_3',
  'more_lines',
  'items',
];

const cents = z.number().int();
const count = z.number().int();
const seconds = z.number().describe('Unix seconds');
const values = z.record(z.string(), z.unknown()).nullable();
const nameParams = z.object({ name: z.string().regex(/^[a-z0-9_]{3,40}$/) });

const campaignSchema = z.object({
  campaign_id: z.number().int(),
  name: z.string(),
  kind: z.enum(['pledge', 'sale']),
  opens_ts: seconds,
  closes_ts: seconds,
  target_cents: cents.nullable(),
  collected_cents: cents,
  supporters: count,
  state: z
    .enum(['draft', 'before', 'open', 'closed', 'succeeded', 'failed'])
    .describe('closed: over, and its outcome is not decided yet'),
});
const pageSchema = campaignSchema.extend({
  public_url: z.string(),
  items: z.array(
    z.object({
      item_id: z.number().int(),
      kind: z.enum(['tier', 'goods', 'delivery', 'extra']),
      name: z.string(),
      cents,
      total: count.nullable().describe('Null: unlimited'),
      sold: count,
      left: count.nullable(),
      is_retired: z.boolean(),
    }),
  ),
  days: z.array(z.string()).describe('Days that supporters may choose, as yyyy-mm-dd'),
  taken_days: z.array(z.string()),
  plays: z.array(z.object({ day: z.string(), archive_id: z.number().int(), starts_ts: seconds, ends_ts: seconds })),
  names: z
    .array(z.object({ order_id: z.number().int(), air_name: z.string(), day: z.string().nullable() }))
    .describe('Names to be reviewed, earliest day first, fifty at once'),
  returns: z.array(z.object({ state: z.enum(['waiting', 'asked', 'by_hand', 'nothing']), orders: count, cents })),
  audit: z.array(
    z.object({
      id: z.number().int(),
      at_ts: seconds,
      who: z.string(),
      action: z.string(),
      reason: z.string(),
      before: values,
      after: values,
    }),
  ),
});
const deliverySchema = z.object({
  order_id: z.number().int(),
  supporter_no: count,
  state: z.enum(['none', ...DELIVERY_STEPS]),
  tracking: z.string().nullable(),
  has_address: z.boolean(),
});

function stateOf({ isPublic, opensAt, closesAt, endedAs }: CampaignRow, now: Date) {
  if (!isPublic) return 'draft' as const;
  if (endedAs !== null) return endedAs;
  if (now >= closesAt) return 'closed' as const;
  return now < opensAt ? ('before' as const) : ('open' as const);
}

const present = (row: CampaignRow, now: Date) => ({
  campaign_id: row.id,
  name: row.name,
  kind: row.kind,
  opens_ts: unixSeconds(row.opensAt),
  closes_ts: unixSeconds(row.closesAt),
  target_cents: row.targetCents,
  collected_cents: row.collectedCents,
  supporters: row.supporters,
  state: stateOf(row, now),
});

const addressSchema = z.object({
  order_id: z.number().int(),
  supporter_no: count,
  state: z.enum(DELIVERY_STEPS),
  recipient: z.string(),
  phone_no: z.string().nullable(),
  lines: z.array(z.string()).describe('As on a label, without the recipient'),
  items: z.array(z.string()).describe('What is in the parcel, and how it goes'),
});

const presentAddress = ({ orderId, supporterNo, state, recipient, phoneNo, items, ...address }: AddressRow) => ({
  order_id: orderId,
  supporter_no: supporterNo,
  state,
  recipient: recipient ?? '',
  phone_no: phoneNo,
  lines: [address.addressLines, address.place, address.postcode, address.country].flatMap(
    (line) => line?.split('\n').filter(Boolean) ?? [],
  ),
  items,
});

/** Throws `forbidden` to a role that is limited to another campaign. */
async function demandCampaign(request: FastifyRequest, name: string): Promise<void> {
  const actor = await staffOf(request);
  const scope = [{ kind: 'campaign' as const, id: name }];
  if (!READING.some((permission) => may(actor.roles, permission, scope)))
    demandPermission(actor, 'campaigns.edit', scope);
}

/** Campaigns as staff have them. Addresses of supporters are shown after a reason was stated, by an action. */
export async function campaignsStaffApi(
  app: FastifyInstance,
  { db, clock, siteUrl }: { db: Db; clock: () => Date; siteUrl: string },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['campaigns'];
  const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound');
  const guard = staffOnly(...READING);
  const seesAddresses = staffOnly('campaigns.see-addresses');
  api.get(
    '/api/staff/campaigns',
    {
      schema: {
        tags,
        summary: 'Campaigns that the caller may see, the newest first',
        response: { 200: wrapped(z.object({ items: z.array(campaignSchema) })), ...refused },
      },
      ...guard,
    },
    async (request) => {
      const { roles } = await staffOf(request);
      const now = clock();
      const mine = (await findCampaigns(db)).filter(({ name }) =>
        READING.some((permission) => may(roles, permission, [{ kind: 'campaign', id: name }])),
      );
      return ok({ items: mine.toReversed().map((row) => present(row, now)) });
    },
  );
  api.get(
    '/api/staff/campaigns/:name',
    {
      schema: {
        tags,
        summary: 'A campaign with its stock, days, names to be reviewed, refunds and last actions',
        params: nameParams,
        response: { 200: wrapped(pageSchema), ...refused },
      },
      ...guard,
    },
    async (request) => {
      const { name } = request.params;
      await demandCampaign(request, name);
      const now = clock();
      const { campaign, items, takenDays } = await getFullProgress({ db, now }, name);
      const [plays, names, returns, audit] = await Promise.all([
        findPlays(db, campaign.id),
        findNamesToRead(db, campaign.id, NAMES_LISTED),
        countReturns(db, campaign.id),
        listAudit(db, { subject: { kind: 'campaign', id: name } }, AUDIT_LISTED),
      ]);
      return ok({
        ...present(campaign, now),
        public_url: siteUrl + campaignPaths.root(name),
        items: items.map(({ id, kind, name: itemName, cents: price, total, sold, left, isRetired }) => ({
          item_id: id,
          kind,
          name: itemName,
          cents: price,
          total,
          sold,
          left,
          is_retired: isRetired,
        })),
        days: campaign.firstDay === null ? [] : daysFrom(campaign.firstDay, campaign.days ?? 0),
        taken_days: takenDays,
        plays: plays.map(({ dayHk, archiveId, startsAt, endsAt }) => ({
          day: dayHk,
          archive_id: archiveId,
          starts_ts: unixSeconds(startsAt),
          ends_ts: unixSeconds(endsAt),
        })),
        names: names.map(({ orderId, airName, day }) => ({ order_id: orderId, air_name: airName, day })),
        returns,
        audit: audit.map(({ id, at, who, action, reason, before, after }) => ({
          id,
          at_ts: unixSeconds(at),
          who,
          action,
          reason,
          before,
          after,
        })),
      });
    },
  );
  const addresses = async (request: FastifyRequest, name: string) => {
    const actor = await staffOf(request);
    demandPermission(actor, 'campaigns.see-addresses', [{ kind: 'campaign', id: name }]);
    return { actor, ...(await readAddresses({ db, now: clock() }, actor, name)) };
  };
  api.get(
    '/api/staff/campaigns/:name/addresses',
    {
      schema: {
        tags,
        summary: 'Where orders go that are to be packed or sent, for five minutes after campaigns.see-addresses',
        params: nameParams,
        response: {
          200: wrapped(
            z.object({
              items: z.array(addressSchema),
              left_off: z.number().int().describe('How many more there are once these are sent'),
              until_ts: seconds,
            }),
          ),
          ...refused,
        },
      },
      ...seesAddresses,
    },
    async (request, reply) => {
      const { addresses: found, leftOff, until } = await addresses(request, request.params.name);
      void reply.header('cache-control', 'no-store');
      return ok({ items: found.map(presentAddress), left_off: leftOff, until_ts: unixSeconds(until) });
    },
  );
  api.get(
    '/api/staff/campaigns/:name/addresses.csv',
    {
      schema: { tags, summary: 'The same as a CSV file; recorded', params: nameParams, response: refused },
      ...seesAddresses,
    },
    async (request, reply) => {
      const { name } = request.params;
      const { actor, addresses: found } = await addresses(request, name);
      const action = 'campaigns.export-addresses';
      const hand = { who: actor.name, why: action, accountId: actor.accountId };
      const after = { addresses: found.length };
      await db.transaction((tx) => recordAudit(tx, hand, { action, subject: ['campaign', name], after }, clock()));
      const rows = found
        .map(presentAddress)
        .map((row) => [
          row.order_id,
          row.supporter_no,
          row.state,
          row.recipient,
          row.phone_no,
          ...[0, 1, 2, 3].map((at) => (at < 3 ? row.lines[at] : row.lines.slice(3).join(' '))),
          row.items.join('; '),
        ]);
      return csvDownload(reply, `${name}-addresses.csv`).send([CSV_HEAD, ...rows].map((row) => csvLine(row)).join(''));
    },
  );
  api.get(
    '/api/staff/campaigns/:name/deliveries',
    {
      schema: {
        tags,
        summary: 'Paid orders to be packed, sent or received, in order of their supporters, fifty at once',
        params: nameParams,
        querystring: z.object({
          state: z.enum(DELIVERY_STEPS).optional().describe('Without it: waiting and packed'),
          after_no: z.coerce.number().int().min(0).max(2_000_000_000).optional().describe('`next_after_no`'),
        }),
        response: {
          200: wrapped(z.object({ items: z.array(deliverySchema), next_after_no: count.nullable() })),
          ...refused,
        },
      },
      ...guard,
    },
    async (request) => {
      const { name } = request.params;
      await demandCampaign(request, name);
      const { campaign } = await getFullProgress({ db, now: clock() }, name);
      const { state, after_no: afterNo } = request.query;
      const states = state === undefined ? (['waiting', 'packed'] as const) : [state];
      const found = await findDeliveries(db, campaign.id, { states, afterNo, limit: DELIVERIES_LISTED + 1 });
      const items = found.slice(0, DELIVERIES_LISTED);
      return ok({
        items: items.map(({ orderId, supporterNo, state: of, tracking, hasAddress }) => ({
          order_id: orderId,
          supporter_no: supporterNo,
          state: of,
          tracking,
          has_address: hasAddress,
        })),
        next_after_no: found.length > items.length ? (items.at(-1)?.supporterNo ?? null) : null,
      });
    },
  );
}
