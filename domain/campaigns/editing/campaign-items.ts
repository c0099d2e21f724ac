import type { Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { demandRevision, differencesOf, revisionOf, type ActionCall } from '#domain/actions/actions.ts';
import { lastChangeOf, recordAudit } from '#domain/audit/audit.ts';
import { closeQuota, openQuota, resizeQuota, standingOf } from '#domain/quotas/quotas.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import type { Scope } from '#shared/staff/permissions.ts';
import { findCampaignById, findItems, findItemsById } from '../campaigns.store.ts';
import type { CampaignItem, CampaignRow } from '../campaigns.types.ts';
import { campaignTag } from '../campaign-progress.ts';
import { makeItem } from '../station.ts';
import { MAX_ITEMS } from './campaign-edit.rules.ts';
import type { ItemFields } from './campaign-edit.schema.ts';
import { findOrderedItems, lockItem, updateItem } from './campaign-edit.store.ts';
import { demandSellable, itemFieldsOf, lockRunning } from './campaign-edit.ts';

// What a campaign offers. Locks go from the item to its quota, as orders take them.

type Call = Pick<ActionCall, 'hand' | 'now'>;

const noItem = () => new DomainError('dataNotFound', 'the item does not exist');

/** What an order of it relies on. */
const KEPT = ['kind', 'cents', 'choosesDay', 'isSent', 'reach'] as const;

function demandSound({ kind, choosesDay, maxQuantity, reach, isSent }: ItemFields): void {
  const faults = {
    ...((kind === 'delivery') !== (reach !== null) && { reach: ['a delivery goes somewhere, nothing else does'] }),
    ...(choosesDay && kind !== 'tier' && { choosesDay: ['only tiers have days'] }),
    ...(choosesDay && maxQuantity !== 1 && { maxQuantity: ['one day an order'] }),
    ...(isSent !== (kind === 'goods') && kind !== 'tier' && { isSent: ['goods are sent; tiers may be'] }),
  };
  if (Object.keys(faults).length > 0) throw new DomainError('invalidParam', { fieldErrors: faults });
}

async function totalOf(tx: Tx, quotaId: number | null): Promise<number | null> {
  return quotaId === null ? null : ((await standingOf(tx, [quotaId])).get(quotaId)?.total ?? null);
}

/** Adds an item, last. */
export async function addItem(
  tx: Tx,
  { hand, now }: Call,
  { name, fields }: { name: string; fields: ItemFields },
): Promise<number> {
  demandSound(fields);
  const campaign = await lockRunning(tx, name);
  const items = await findItems(tx, campaign.id);
  if (items.length >= MAX_ITEMS) throw refused('many');
  const codes = new Set(items.map(({ code }) => code));
  let number = items.length + 1;
  while (codes.has(`item${number}`)) number++;
  const position = Math.max(-1, ...items.map((item) => item.position)) + 1;
  const id = await makeItem(tx, campaign, { ...fields, code: `item${number}`, position });
  await demandSellable(tx, name, now);
  await purgePages(tx, [campaignTag(name)]);
  const entry = { action: 'campaigns.add-item', subject: ['campaign-item', id], after: { ...fields } } as const;
  await recordAudit(tx, hand, entry, now);
  return id;
}

/** Locks an item of a campaign that has not ended. */
async function lockOffered(tx: Tx, id: number): Promise<{ item: CampaignItem; campaign: CampaignRow }> {
  const item = await lockItem(tx, id);
  const campaign = item && (await findCampaignById(tx, item.campaignId));
  if (!campaign) throw noItem();
  if (campaign.endedAs !== null) throw refused('ended');
  return { item, campaign };
}

/** Opens, resizes or closes the stock of an item. Returns the quota that it refers to. */
async function fitStock(
  tx: Tx,
  campaign: CampaignRow,
  item: CampaignItem,
  [before, after]: readonly [number | null, number | null],
): Promise<number | null> {
  if (before === after) return item.quotaId;
  if (item.quotaId === null)
    return openQuota(tx, { name: `campaign ${campaign.name} ${item.code}`, total: after ?? 0 });
  if (after !== null) await resizeQuota(tx, item.quotaId, after);
  return after === null ? null : item.quotaId;
}

/**
 * Saves an item. `base` is the revision that the editor began with; `conflict` with the present fields at any other.
 * Once it was ordered, its price and kind are kept, and its stock is never less than sold and held.
 */
export async function saveItem(
  tx: Tx,
  { hand, now }: Call,
  { id, base, fields: after }: { id: number; base: string; fields: ItemFields },
): Promise<{ before: ItemFields; after: ItemFields; revision: string }> {
  const { item, campaign } = await lockOffered(tx, id);
  const before = itemFieldsOf(item, await totalOf(tx, item.quotaId));
  demandRevision(base, { fields: before, changedBy: (await lastChangeOf(tx, ['campaign-item', id])).name });
  demandSound(after);
  if ((await findOrderedItems(tx, [id])).has(id)) {
    const kept = KEPT.filter((field) => before[field] !== after[field]);
    if (kept.length > 0) throw refused('item-ordered', { names: kept });
    // Earlier orders were not counted, or would no longer be.
    if ((before.total === null) !== (after.total === null)) throw refused('item-ordered', { names: ['total'] });
  }
  const quotaId = await fitStock(tx, campaign, item, [before.total, after.total]);
  const { total: _total, ...columns } = after;
  await updateItem(tx, id, { ...columns, quotaId });
  if (quotaId === null && item.quotaId !== null) await closeQuota(tx, item.quotaId);
  await demandSellable(tx, campaign.name, now);
  await purgePages(tx, [campaignTag(campaign.name)]);
  const entry = {
    action: 'campaigns.save-item',
    subject: ['campaign-item', id],
    ...differencesOf(before, after),
  } as const;
  await recordAudit(tx, hand, entry, now);
  return { before, after, revision: revisionOf(after) };
}

/** Takes an item from the pages, or offers it again. Orders of it are fulfilled as before. */
export async function retireItem(
  tx: Tx,
  { hand, now }: Call,
  { id, isRetired }: { id: number; isRetired: boolean },
): Promise<void> {
  const { item, campaign } = await lockOffered(tx, id);
  if (item.isRetired === isRetired) throw refused('stale');
  await updateItem(tx, id, { isRetired });
  await demandSellable(tx, campaign.name, now);
  await purgePages(tx, [campaignTag(campaign.name)]);
  const state = (is: boolean) => ({ name: item.name, state: is ? 'retired' : 'active' });
  const entry = {
    action: isRetired ? 'campaigns.retire-item' : 'campaigns.restore-item',
    subject: ['campaign-item', id],
    before: state(item.isRetired),
    after: state(isRetired),
  } as const;
  await recordAudit(tx, hand, entry, now);
}

/** Puts all items in an order; `conflict` if somebody has added one meanwhile. Returns the former order. */
export async function orderItems(
  tx: Tx,
  { hand, now }: Call,
  { name, ids }: { name: string; ids: readonly number[] },
): Promise<number[]> {
  const campaign = await lockRunning(tx, name);
  const items = await findItems(tx, campaign.id);
  const named = new Map(items.map((item) => [item.id, item.name]));
  if (new Set(ids).size !== ids.length || ids.length !== items.length || ids.some((id) => !named.has(id)))
    throw refused('stale');
  for (const item of items.toSorted((a, b) => a.id - b.id)) {
    const position = ids.indexOf(item.id);
    if (position !== item.position) await updateItem(tx, item.id, { position });
  }
  await purgePages(tx, [campaignTag(name)]);
  const names = (order: readonly number[]) => ({ items: order.map((id) => named.get(id)!) });
  const before = items.map(({ id }) => id);
  const values = { before: names(before), after: names(ids) };
  const entry = { action: 'campaigns.order-items', subject: ['campaign-items', name], ...values } as const;
  await recordAudit(tx, hand, entry, now);
  return before;
}

/** Whether an edit of an item changes what is charged on public pages, which a second person approves. */
export async function isPriceChange(tx: Tx, id: number, { cents }: Pick<ItemFields, 'cents'>): Promise<boolean> {
  const [item] = await findItemsById(tx, [id]);
  if (!item || item.cents === cents) return false;
  return (await findCampaignById(tx, item.campaignId))?.isPublic ?? false;
}

/** The campaign of an item, for roles that are limited to one; none: no such item. */
export async function scopesOfItem(tx: Tx, id: number): Promise<Scope[]> {
  const [item] = await findItemsById(tx, [id]);
  const campaign = item && (await findCampaignById(tx, item.campaignId));
  return campaign ? [{ kind: 'campaign', id: campaign.name }] : [];
}
