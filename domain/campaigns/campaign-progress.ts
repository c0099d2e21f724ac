import { cachedQuery } from '#db/query-cache.ts';
import type { Db } from '#db/database.ts';
import { findTakenUnits, standingOf } from '#domain/quotas/quotas.ts';
import { DomainError } from '#shared/domain-error.ts';
import { statusOf } from './campaigns.rules.ts';
import { findCampaign, findItems, findPlays } from './campaigns.store.ts';
import { findThanked } from './details.store.ts';
import type { CampaignItem, CampaignRow, CampaignProgress } from './campaigns.types.ts';

/** Cache tag of a campaign's pages, purged when staff change it. */
export const campaignTag = (name: string): string => `campaign:${name}`;

interface Counts {
  campaign: CampaignRow;
  items: (CampaignItem & { total: number | null; sold: number; left: number | null })[];
  takenDays: string[];
}

const unknownCampaign = () => new DomainError('dataNotFound', 'the campaign does not exist');

async function countsOf(db: Db, name: string): Promise<Counts> {
  const campaign = await findCampaign(db, name);
  if (!campaign) throw unknownCampaign();
  const items = await findItems(db, campaign.id);
  const { daysQuotaId } = campaign;
  const quotas = await standingOf(
    db,
    [...items.map(({ quotaId }) => quotaId), daysQuotaId].filter((id) => id !== null),
  );
  const takenDays = daysQuotaId === null ? [] : await findTakenUnits(db, daysQuotaId);
  return {
    campaign,
    takenDays,
    items: items.map((item) => {
      // A tier with days has no more places than days.
      const own = [item.quotaId, item.choosesDay ? daysQuotaId : null].flatMap((id) => quotas.get(id ?? 0) ?? []);
      const left = own.map(({ total, sold, held }) => total - sold - held);
      const tightest = own[left.indexOf(Math.min(...left))];
      return {
        ...item,
        total: tightest?.total ?? null,
        sold: tightest?.sold ?? 0,
        left: tightest ? tightest.total - tightest.sold - tightest.held : null,
      };
    }),
  };
}

/** Cache lifetime. */
const REMEMBERED_MS = 1_000;
const remembered = new WeakMap<Db, Map<string, { atMs: number; counts: Promise<Counts> }>>();

/** Polled by every open page: one query a second serves all of them. */
function countsNow(db: Db, name: string, now: Date): Promise<Counts> {
  const known = remembered.get(db) ?? new Map<string, { atMs: number; counts: Promise<Counts> }>();
  remembered.set(db, known);
  const before = known.get(name);
  if (before && Math.abs(now.getTime() - before.atMs) < REMEMBERED_MS) return before.counts;
  const counts = countsOf(db, name);
  known.set(name, { atMs: now.getTime(), counts });
  // Errors and unknown names are not cached.
  counts.catch(() => known.delete(name));
  return counts;
}

/** Drops the cached progress of a campaign after a purchase. */
export const forgetProgress = (db: Db, name: string): void => void remembered.get(db)?.delete(name);

/** The public view of a campaign at a moment; a draft does not exist. */
export async function getCampaignProgress({ db, now }: { db: Db; now: Date }, name: string): Promise<CampaignProgress> {
  const { campaign, items: all, takenDays } = await countsNow(db, name, now);
  if (!campaign.isPublic) throw unknownCampaign();
  const items = all.filter(({ isRetired }) => !isRetired);
  return { campaign, items, takenDays, status: statusOf(campaign, items, now) };
}

/** The same for staff, with drafts and retired items, as it is now. */
export async function getFullProgress({ db, now }: { db: Db; now: Date }, name: string): Promise<CampaignProgress> {
  const { campaign, items, takenDays } = await countsOf(db, name);
  const offered = items.filter(({ isRetired }) => !isRetired);
  return { campaign, items, takenDays, status: statusOf(campaign, offered, now) };
}

/** Days on air, with where to replay them. */
export const listPlays = (db: Db, { id, name }: Pick<CampaignRow, 'id' | 'name'>) =>
  cachedQuery(db, { key: `campaign plays ${id}`, tags: [campaignTag(name)] }, () => findPlays(db, id));

/** Reviewed names for the list of thanks. */
export const listThanked = (db: Db, { id, name }: Pick<CampaignRow, 'id' | 'name'>, limit: number): Promise<string[]> =>
  cachedQuery(db, { key: `campaign thanks ${id} ${limit}`, tags: [campaignTag(name)] }, () =>
    findThanked(db, id, limit),
  );
