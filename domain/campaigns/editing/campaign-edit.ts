import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { demandRevision, differencesOf, revisionOf, type ActionCall } from '#domain/actions/actions.ts';
import { lastChangeOf, recordAudit } from '#domain/audit/audit.ts';
import { closeQuota, openQuota, resizeQuota, standingOf } from '#domain/quotas/quotas.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { addDaysHk, dayHkOf, instantHk, unixSeconds } from '#shared/hk-time.ts';
import { exactHk } from '#shared/money.ts';
import { hasOwnRoot } from '#shared/paths/campaign-paths.ts';
import { findCampaign, findItems, lockCampaign, updateCampaign } from '../campaigns.store.ts';
import type { CampaignItem, CampaignRow } from '../campaigns.types.ts';
import { campaignTag } from '../campaign-progress.ts';
import { makeItem } from '../station.ts';
import { blocksOf, type Block } from './campaign-edit.rules.ts';
import type { GoalFields, ItemFields, PageFields } from './campaign-edit.schema.ts';
import {
  deleteDraftRows,
  findPage,
  findTerms,
  hasOrders,
  insertDraft,
  lockFromOrders,
  publishTermsRow,
  savePageRow,
  saveTermsRow,
} from './campaign-edit.store.ts';

// Campaigns as staff make them: the draft, its goal, and its publication.

type Call = Pick<ActionCall, 'hand' | 'now'>;

const OPENS_IN_DAYS = 7;
const RUNS_DAYS = 30;
const TARGET_CENTS = 10_000_000;

const EMPTY_PAGE: PageFields = {
  title: '',
  lead: '',
  picture: '',
  pictureAlt: '',
  sections: [],
  thanks: '',
  failure: '',
  shareText: '',
};

export const unknown = () => new DomainError('dataNotFound', 'the campaign does not exist');

/** Locks a campaign that has not ended. */
export async function lockRunning(tx: Tx, name: string): Promise<CampaignRow> {
  const found = await findCampaign(tx, name);
  const campaign = found && (await lockCampaign(tx, found.id));
  if (!campaign) throw unknown();
  if (campaign.endedAs !== null) throw refused('ended');
  return campaign;
}

export const goalOf = (row: CampaignRow): GoalFields => ({
  kind: row.kind,
  opensTs: Math.floor(unixSeconds(row.opensAt)),
  closesTs: Math.floor(unixSeconds(row.closesAt)),
  targetCents: row.targetCents,
  maxPerBuyer: row.maxPerBuyer,
  firstDay: row.firstDay,
  days: row.days,
});

export const itemFieldsOf = (item: CampaignItem, total: number | null): ItemFields => ({
  kind: item.kind,
  name: item.name,
  description: item.description,
  picture: item.picture,
  pictureAlt: item.pictureAlt,
  cents: item.cents,
  total,
  maxQuantity: item.maxQuantity,
  choosesDay: item.choosesDay,
  isSent: item.isSent,
  reach: item.reach,
});

/** Items in their order, with their fields and what is taken of their stock. */
export async function listItemFields(db: Db | Tx, campaignId: number) {
  const items = await findItems(db, campaignId);
  const quotas = await standingOf(
    db,
    items.flatMap(({ quotaId }) => quotaId ?? []),
  );
  return items.map((item) => {
    const stock = quotas.get(item.quotaId ?? 0);
    const fields = itemFieldsOf(item, stock?.total ?? null);
    return { id: item.id, isRetired: item.isRetired, fields, sold: stock?.sold ?? 0, held: stock?.held ?? 0 };
  });
}

// DRAFTS

/** A draft that only staff see, empty or with what another campaign says and sells. */
export async function createCampaign(
  tx: Tx,
  { hand, now }: Call,
  { name, kind, copyOf }: { name: string; kind: CampaignRow['kind']; copyOf: string | null },
): Promise<void> {
  if (name === 'reply' || hasOwnRoot(name)) throw refused('reserved');
  const source = copyOf === null ? null : await findCampaign(tx, copyOf);
  if (copyOf !== null && source === null) throw unknown();
  const opensAt = instantHk(addDaysHk(dayHkOf(now), OPENS_IN_DAYS), 0);
  const lasts = source ? source.closesAt.getTime() - source.opensAt.getTime() : RUNS_DAYS * 86_400_000;
  const isPledge = (source?.kind ?? kind) === 'pledge';
  const days = source?.days ?? null;
  const campaignId = await insertDraft(tx, {
    name,
    kind: isPledge ? 'pledge' : 'sale',
    opensAt,
    closesAt: new Date(opensAt.getTime() + lasts),
    targetCents: isPledge ? (source?.targetCents ?? TARGET_CENTS) : null,
    termsVersion: '1',
    maxPerBuyer: source?.maxPerBuyer ?? null,
    firstDay: source?.firstDay ?? null,
    days,
    daysQuotaId: days === null ? null : await openQuota(tx, { name: `campaign ${name} days`, total: days }),
  });
  if (campaignId === null) throw refused('taken');
  const page = source && (await findPage(tx, source.id));
  await savePageRow(tx, campaignId, page ?? EMPTY_PAGE, now);
  const [terms] = source ? await findTerms(tx, source.id) : [];
  await saveTermsRow(tx, { campaignId, version: 1, clauses: terms?.clauses ?? [] }, now);
  const items = source ? await listItemFields(tx, source.id) : [];
  for (const [position, { fields }] of items.filter(({ isRetired }) => !isRetired).entries())
    await makeItem(tx, { id: campaignId, name }, { ...fields, code: `item${position + 1}`, position });
  const after = { kind: isPledge ? 'pledge' : 'sale', ...(copyOf !== null && { source: copyOf }) };
  await recordAudit(tx, hand, { action: 'campaigns.create', subject: ['campaign', name], after }, now);
}

/** Deletes a draft. */
export async function deleteCampaign(tx: Tx, { hand, now }: Call, name: string): Promise<void> {
  const campaign = await lockFromOrders(tx, name);
  if (!campaign) throw unknown();
  if (campaign.isPublic) throw refused('public');
  const items = await findItems(tx, campaign.id);
  await deleteDraftRows(tx, campaign.id);
  for (const quotaId of [campaign.daysQuotaId, ...items.map((item) => item.quotaId)])
    if (quotaId !== null) await closeQuota(tx, quotaId);
  const before = { kind: campaign.kind, items: items.map((item) => item.name) };
  await recordAudit(tx, hand, { action: 'campaigns.delete', subject: ['campaign', name], before }, now);
}

// GOAL AND DATES

/** Fields that nobody may change once there was an order, and why a change of dates is refused. */
function demandKept(before: GoalFields, after: GoalFields): void {
  const kept = (['kind', 'targetCents', 'opensTs', 'firstDay', 'days'] as const).filter(
    (name) => before[name] !== after[name],
  );
  if (kept.length > 0) throw refused('ordered', { names: kept });
  // Its supporters paid for a target by this day.
  if (before.kind === 'pledge' && after.closesTs > before.closesTs) throw refused('later', { names: ['closesTs'] });
  const limit = (most: number | null) => most ?? Number.MAX_SAFE_INTEGER;
  // Orders being paid would be refused at payment.
  if (limit(after.maxPerBuyer) < limit(before.maxPerBuyer)) throw refused('fewer', { names: ['maxPerBuyer'] });
}

function demandSound({ kind, opensTs, closesTs, targetCents, firstDay, days }: GoalFields): void {
  const faults = {
    ...(closesTs <= opensTs && { closesTs: ['it closes before it opens'] }),
    ...((kind === 'pledge') !== (targetCents !== null) && { targetCents: ['a pledge has a target, a sale none'] }),
    ...((firstDay === null) !== (days === null) && { days: ['the first day and the number of days belong together'] }),
  };
  if (Object.keys(faults).length > 0) throw new DomainError('invalidParam', { fieldErrors: faults });
}

/** Opens, resizes or closes the quota of the days; nobody has chosen one. Returns what the campaign refers to. */
async function fitDays(tx: Tx, { name, days: before, daysQuotaId }: CampaignRow, days: number | null) {
  if (before === days) return { days, daysQuotaId };
  if (daysQuotaId === null)
    return { days, daysQuotaId: days && (await openQuota(tx, { name: `campaign ${name} days`, total: days })) };
  if (days !== null) await resizeQuota(tx, daysQuotaId, days);
  return { days, daysQuotaId: days === null ? null : daysQuotaId };
}

/**
 * Saves the goal, the dates and the limits. `base` is the revision that the editor began with; `conflict` with the
 * present fields at any other, and with a reason for what an order relies on.
 */
export async function saveGoal(
  tx: Tx,
  { hand, now }: Call,
  { name, base, fields: after }: { name: string; base: string; fields: GoalFields },
): Promise<{ before: GoalFields; after: GoalFields; revision: string }> {
  const campaign = await lockFromOrders(tx, name);
  if (!campaign) throw unknown();
  const before = goalOf(campaign);
  demandRevision(base, { fields: before, changedBy: (await lastChangeOf(tx, ['campaign', name])).name });
  if (campaign.endedAs !== null) throw refused('ended');
  demandSound(after);
  if (await hasOrders(tx, campaign.id)) demandKept(before, after);
  if (campaign.isPublic && after.closesTs !== before.closesTs && after.closesTs * 1000 <= now.getTime())
    throw refused('past', { names: ['closesTs'] });
  const days = await fitDays(tx, campaign, after.days);
  await updateCampaign(
    tx,
    campaign.id,
    {
      kind: after.kind,
      // An instant has milliseconds, which are no change.
      ...(after.opensTs !== before.opensTs && { opensAt: new Date(after.opensTs * 1000) }),
      ...(after.closesTs !== before.closesTs && { closesAt: new Date(after.closesTs * 1000) }),
      targetCents: after.targetCents,
      maxPerBuyer: after.maxPerBuyer,
      firstDay: after.firstDay,
      ...days,
    },
    now,
  );
  if (days.daysQuotaId === null && campaign.daysQuotaId !== null) await closeQuota(tx, campaign.daysQuotaId);
  await demandSellable(tx, name, now);
  await purgePages(tx, [campaignTag(name)]);
  const entry = { action: 'campaigns.edit', subject: ['campaign', name], ...differencesOf(before, after) } as const;
  await recordAudit(tx, hand, entry, now);
  return { before, after, revision: revisionOf(after) };
}

// PUBLICATION

/** What blocks the publication of a campaign; of a public one, what its page could not sell. */
export async function readBlocks(db: Db | Tx, campaign: CampaignRow, now: Date): Promise<Block[]> {
  const page = await findPage(db, campaign.id);
  const [terms] = await findTerms(db, campaign.id);
  const items = (await findItems(db, campaign.id)).filter(({ isRetired }) => !isRetired);
  return blocksOf({ goal: goalOf(campaign), page: page ?? EMPTY_PAGE, items, clauses: terms?.clauses ?? [] }, now);
}

const OF_SELLING = ['items', 'delivery', 'days'] as const satisfies readonly Block[];

/** Refuses a change after which a public campaign would offer what cannot be bought. A draft may be incomplete. */
export async function demandSellable(tx: Tx, name: string, now: Date): Promise<void> {
  const campaign = (await findCampaign(tx, name))!;
  if (!campaign.isPublic) return;
  const blocks = await readBlocks(tx, campaign, now);
  const block = OF_SELLING.find((one) => blocks.includes(one));
  if (block) throw refused(`needs-${block}`);
}

/** Publishes a draft with its terms. What the approver saw is what is published: its revision is in the event. */
export async function publishCampaign(tx: Tx, { hand, now }: Call, name: string): Promise<void> {
  const campaign = await lockRunning(tx, name);
  if (campaign.isPublic) throw refused('public');
  const blocks = await readBlocks(tx, campaign, now);
  if (blocks.length > 0) throw refused('blocked', { blocks });
  const goal = goalOf(campaign);
  const items = await listItemFields(tx, campaign.id);
  const offered = items.filter(({ isRetired }) => !isRetired).map(({ fields }) => fields);
  const [terms] = await findTerms(tx, campaign.id);
  const page = await findPage(tx, campaign.id);
  await publishTermsRow(tx, campaign.id, now);
  await updateCampaign(tx, campaign.id, { isPublic: true, termsVersion: String(terms!.version) }, now);
  await purgePages(tx, [campaignTag(name)]);
  const after = {
    ...goal,
    title: page?.title,
    items: offered.map(({ name: called, cents, total }) => `${called} ${exactHk(cents)} × ${total ?? '∞'}`),
    revision: revisionOf({ goal, offered, page, clauses: terms!.clauses }),
  };
  await recordAudit(tx, hand, { action: 'campaigns.publish', subject: ['campaign', name], after }, now);
}
