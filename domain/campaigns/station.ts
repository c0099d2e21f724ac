import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { queueLetter } from '#domain/mail/member-letter.ts';
import { openQuota } from '#domain/quotas/quotas.ts';
import { campaignPaths } from '#shared/paths/campaign-paths.ts';
import { contentPaths } from '#shared/paths/content-paths.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import type { Scope } from '#shared/staff/permissions.ts';
import { playedMail, refusedNameMail, sentMail } from './campaigns.mail.ts';
import { daysFrom, mayDeliver, type DeliveryStep } from './campaigns.rules.ts';
import {
  findBuyerOf,
  findCampaign,
  findCampaignById,
  findCampaignOrder,
  findOrderOfDay,
  insertCampaign,
  insertItem,
  lockCampaign,
  savePlay,
  updateCampaign,
  updateOrder,
  type BuyerRow,
} from './campaigns.store.ts';
import type { CampaignItem, CampaignRow } from './campaigns.types.ts';
import { findDetails, markName, type DetailsRow } from './details.store.ts';
import type { PageFields } from './editing/campaign-edit.schema.ts';
import { publishTermsRow, savePageRow, saveTermsRow } from './editing/campaign-edit.store.ts';
import { orderTokenOf } from './order-links.ts';
import { fail } from './returns.ts';
import { campaignTag } from './campaign-progress.ts';

// The door for staff: campaign actions, each audited with who and why.

export { findDeliveries, findNamesToRead } from './details.store.ts';
export { countReturns } from './returns.store.ts';
export { findCampaigns, findPlays } from './campaigns.store.ts';

/** What links in mails are made of. */
export interface CampaignLinks {
  siteUrl: string;
  secretKey: string;
}

async function lockNamed(tx: Tx, name: string): Promise<CampaignRow> {
  const found = await findCampaign(tx, name);
  const campaign = found && (await lockCampaign(tx, found.id));
  if (!campaign) throw new DomainError('dataNotFound', `campaign "${name}" does not exist`);
  return campaign;
}

export interface NewCampaign {
  name: string;
  kind: CampaignRow['kind'];
  opensAt: Date;
  closesAt: Date;
  targetCents: number | null;
  termsVersion: string;
  maxPerBuyer: number | null;
  firstDay: string | null;
  days: number | null;
  items: readonly NewItem[];
  /** Absent: the words are in the site's code. */
  words?: { page: PageFields; clauses: readonly string[] };
}

type OnPage = 'description' | 'picture' | 'pictureAlt';
/** What its page says of it may be in the site's code. */
export type NewItem = Omit<CampaignItem, 'id' | 'campaignId' | 'position' | 'quotaId' | 'isRetired' | OnPage> &
  Partial<Pick<CampaignItem, OnPage>> & { total: number | null };

/** Creates an item with its quota. Returns its id. */
export async function makeItem(
  tx: Tx,
  { id: campaignId, name }: Pick<CampaignRow, 'id' | 'name'>,
  { total, ...item }: NewItem & { position: number },
): Promise<number> {
  const quotaId = total === null ? null : await openQuota(tx, { name: `campaign ${name} ${item.code}`, total });
  return insertItem(tx, { ...item, campaignId, quotaId });
}

/** Creates a public campaign with its quotas, for seeds. Returns item ids by code. */
export async function makeCampaign(
  tx: Tx,
  { items, words, ...campaign }: NewCampaign,
): Promise<Record<string, number>> {
  const { name, days } = campaign;
  const daysQuotaId = days === null ? null : await openQuota(tx, { name: `campaign ${name} days`, total: days });
  const campaignId = await insertCampaign(tx, { ...campaign, isPublic: true, daysQuotaId });
  if (words) {
    const version = Number(campaign.termsVersion);
    await savePageRow(tx, campaignId, words.page, campaign.opensAt);
    await saveTermsRow(tx, { campaignId, version, clauses: [...words.clauses] }, campaign.opensAt);
    await publishTermsRow(tx, campaignId, campaign.opensAt);
  }
  const ids: Record<string, number> = {};
  for (const [position, item] of items.entries())
    ids[item.code] = await makeItem(tx, { id: campaignId, name }, { ...item, position });
  return ids;
}

async function change(
  tx: Tx,
  hand: Hand,
  campaign: CampaignRow,
  action: 'open' | 'close',
  set: { opensAt?: Date; closesAt?: Date },
  now: Date,
): Promise<void> {
  if (campaign.endedAs !== null) throw refused('ended');
  if (!campaign.isPublic) throw refused('campaign-draft');
  await updateCampaign(tx, campaign.id, set, now);
  const entry = { action: `campaigns.${action}`, subject: ['campaign', campaign.name], after: set } as const;
  await recordAudit(tx, hand, entry, now);
  await purgePages(tx, [campaignTag(campaign.name)]);
}

/** Opens it now; the planned end remains. */
export async function openCampaign(tx: Tx, hand: Hand, name: string, now: Date): Promise<void> {
  const campaign = await lockNamed(tx, name);
  if (campaign.closesAt <= now) throw refused('campaign-closed');
  await change(tx, hand, campaign, 'open', { opensAt: now }, now);
}

/** Closes it now; the outcome follows within a minute, once nobody can pay any more. */
export async function closeCampaign(tx: Tx, hand: Hand, name: string, now: Date): Promise<void> {
  const campaign = await lockNamed(tx, name);
  if (campaign.opensAt >= now) throw refused('campaign-not-open');
  if (campaign.closesAt <= now) throw refused('campaign-closed');
  await change(tx, hand, campaign, 'close', { closesAt: now }, now);
}

/**
 * Fails it, even after the target was reached, and refunds what supporters did not receive. Returns the number of
 * orders.
 */
export async function failCampaign(tx: Tx, hand: Hand, name: string, now: Date): Promise<number> {
  const campaign = await lockNamed(tx, name);
  if (!campaign.isPublic) throw refused('campaign-draft');
  const orders = await fail(tx, campaign, now);
  await recordAudit(tx, hand, { action: 'campaigns.fail', subject: ['campaign', name], after: { orders } }, now);
  return orders;
}

const orderUrl = ({ siteUrl, secretKey }: CampaignLinks, name: string, orderId: number): string =>
  siteUrl + campaignPaths.result(name, 'success', orderTokenOf(secretKey, orderId));

async function campaignName(db: Db, campaignId: number): Promise<string> {
  return (await findCampaignById(db, campaignId))!.name;
}

/** Advances an order's delivery; the buyer is notified when goods are sent. */
export async function deliver(
  tx: Tx,
  links: CampaignLinks,
  hand: Hand,
  { orderId, to, tracking }: { orderId: number; to: DeliveryStep; tracking: string | null },
  now: Date,
): Promise<void> {
  const order = await findCampaignOrder(tx, orderId);
  if (!order) throw new DomainError('dataNotFound', `order ${orderId} does not belong to a campaign`);
  const campaign = await lockCampaign(tx, order.campaignId);
  const { deliveryState: from } = (await findCampaignOrder(tx, orderId)) ?? order;
  if (!mayDeliver(from, to)) throw refused('delivery-step', { from, to });
  const details = await findDetails(tx, orderId);
  if (to !== 'waiting' && (details?.recipient ?? null) === null) throw refused('no-delivery-address');
  const at = { packed: { packedAt: now }, sent: { sentAt: now }, received: { receivedAt: now } };
  await updateOrder(tx, orderId, {
    deliveryState: to,
    ...(to === 'waiting' ? { packedAt: null, sentAt: null, receivedAt: null } : at[to]),
    ...(tracking === null ? {} : { tracking }),
  });
  const states = { before: { state: from }, after: { state: to, tracking } };
  await recordAudit(tx, hand, { action: 'campaigns.deliver', subject: ['order', orderId], ...states }, now);
  const buyer = to === 'sent' ? await findBuyerOf(tx, orderId) : null;
  if (buyer && campaign)
    await queueLetter(tx, sentMail(buyer, { orderId, tracking, url: orderUrl(links, campaign.name, orderId) }));
}

/** Approves a name for air, or asks the supporter for another. */
export async function readName(
  tx: Tx,
  links: CampaignLinks,
  hand: Hand,
  { orderId, isGood }: { orderId: number; isGood: boolean },
  now: Date,
): Promise<void> {
  const details = await findDetails(tx, orderId);
  const order = await findCampaignOrder(tx, orderId);
  if (!details || details.airName === null || !order)
    throw new DomainError('dataNotFound', `order ${orderId} has no name to be read`);
  await markName(tx, orderId, { airNameState: isGood ? 'approved' : 'refused', updatedAt: now });
  const action = isGood ? 'campaigns.approve-name' : 'campaigns.refuse-name';
  await recordAudit(tx, hand, { action, subject: ['order', orderId] }, now);
  const buyer: BuyerRow | null = isGood ? null : await findBuyerOf(tx, orderId);
  if (!buyer) return;
  const url = orderUrl(links, await campaignName(tx, order.campaignId), orderId);
  await queueLetter(tx, refusedNameMail(buyer, { orderId, name: details.airName, url }));
}

/** Records that a day was on air; mails the supporter where to replay it. */
export async function notePlayed(
  tx: Tx,
  { siteUrl }: CampaignLinks,
  hand: Hand,
  asked: { name: string; dayHk: string; archiveId: number; startsAt: Date; endsAt: Date },
  now: Date,
): Promise<void> {
  const { name, dayHk, archiveId, startsAt, endsAt } = asked;
  const campaign = await lockNamed(tx, name);
  if (campaign.firstDay === null || !daysFrom(campaign.firstDay, campaign.days ?? 0).includes(dayHk))
    throw impossible('day-not-of-campaign', { day: dayHk });
  if (endsAt <= startsAt) throw impossible('span-backwards');
  await savePlay(tx, { campaignId: campaign.id, dayHk, archiveId, startsAt, endsAt });
  const after = { dayHk, archiveId };
  await recordAudit(tx, hand, { action: 'campaigns.note-played', subject: ['campaign', name], after }, now);
  await purgePages(tx, [campaignTag(name)]);
  const orderId = await findOrderOfDay(tx, campaign.id, dayHk);
  const buyer = orderId === null ? null : await findBuyerOf(tx, orderId);
  if (!buyer || orderId === null) return;
  const clip = contentPaths.replay(archiveId, { atMs: startsAt.getTime(), untilMs: endsAt.getTime() });
  await queueLetter(tx, playedMail(buyer, { orderId, day: dayHk, url: siteUrl + clip }));
}

/** Address of an order, for packing; audited, because it is personal data. */
export async function seeAddress(
  tx: Tx,
  hand: Hand,
  orderId: number,
  now: Date,
): Promise<Pick<DetailsRow, 'recipient' | 'phoneNo' | 'addressLines' | 'place' | 'postcode' | 'country'>> {
  const details = await findDetails(tx, orderId);
  if (details === null || details.recipient === null)
    throw new DomainError('dataNotFound', `order ${orderId} has no delivery address`);
  await recordAudit(tx, hand, { action: 'campaigns.see-address', subject: ['order', orderId] }, now);
  return details;
}

/** The campaign of an order, for roles that are limited to one; none: no such order. */
export async function scopesOfOrder(db: Db, orderId: number): Promise<Scope[]> {
  const order = await findCampaignOrder(db, orderId);
  return order === null ? [] : [{ kind: 'campaign', id: await campaignName(db, order.campaignId) }];
}
