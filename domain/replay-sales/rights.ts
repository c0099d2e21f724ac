import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { assertNotSuspended, getBroadcast, type ArchiveSettings, type Broadcast } from '#domain/archive/archive.ts';
import { ARCHIVE_TAG } from '#domain/archive/archive-tags.rules.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { openWork } from '#domain/payments/payments.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isSoldSingly } from './replay-sales.rules.ts';
import {
  findOwned,
  findPrice,
  findPrices,
  findPurchases,
  lockPrice,
  savePrice,
  takeLost,
  type PurchaseRow,
} from './replay-sales.store.ts';

/** Work item of a buyer whose replay became unavailable: staff decide on the refund. */
export const LOST_REPLAY = 'replay_withdrawn';
export const lostSubject = (purchaseId: number): string => `replay purchase ${purchaseId}`;

type Settings = Pick<ArchiveSettings, 'freeMinutes'>;

/** The price of a broadcast in cents; null if it is not sold individually now. */
export async function priceOf(
  { db, settings, now }: { db: Db | Tx; settings: Settings; now: Date },
  broadcast: Broadcast,
): Promise<number | null> {
  return isSoldSingly(broadcast, settings, now) ? findPrice(db, broadcast.programId) : null;
}

/** A broadcast on sale, with its price; throws 20008 if it is not, and code 20 while playing is suspended. */
export async function forSale(
  { db, settings, now }: { db: Db | Tx; settings: Settings; now: Date },
  archiveId: number,
): Promise<{ broadcast: Broadcast; priceCents: number }> {
  await assertNotSuspended(db, 'archive.play');
  const found = await getBroadcast(db, archiveId);
  const priceCents = found ? await priceOf({ db, settings, now }, found.broadcast) : null;
  if (found === undefined || priceCents === null) throw new DomainError('productNotFound');
  return { broadcast: found.broadcast, priceCents };
}

/** The broadcasts that each of these members owns now. Members who own none are absent. */
export async function ownedReplays(
  db: Db | Tx,
  memberIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  if (memberIds.length === 0) return new Map();
  const owned = new Map<number, Set<number>>();
  for (const { memberId, archiveId } of await findOwned(db, memberIds, now))
    owned.set(memberId, (owned.get(memberId) ?? new Set()).add(archiveId));
  return owned;
}

const MAX_PURCHASES = 200;

/** A member's purchases, newest first. `broadcast`: null if it is no longer mentioned anywhere. */
export async function listPurchased(
  db: Db,
  memberId: number,
): Promise<{ purchase: PurchaseRow; archiveId: number; broadcast: Broadcast | null }[]> {
  const rows = await findPurchases(db, memberId, MAX_PURCHASES);
  return Promise.all(
    rows.map(async ({ purchase, archiveId }) => ({
      purchase,
      archiveId,
      broadcast: (await getBroadcast(db, archiveId))?.broadcast ?? null,
    })),
  );
}

const MAX_PROGRAMS = 1_000;

/** Programmes with the price of one of their replays, for staff. */
export const listReplayPrices = (db: Db) => findPrices(db, MAX_PROGRAMS);

/** Sets the price of one replay of a programme; null: not sold individually. What was bought keeps its price. */
export async function setReplayPrice(
  tx: Tx,
  { now }: { now: Date },
  hand: Hand,
  { programId, priceCents }: { programId: number; priceCents: number | null },
): Promise<void> {
  const before = await lockPrice(tx, programId);
  if (before === undefined) throw new DomainError('dataNotFound', `programme ${programId} does not exist`);
  await savePrice(tx, programId, priceCents);
  await purgePages(tx, [ARCHIVE_TAG]);
  const states = { before: { priceCents: before }, after: { priceCents } };
  await recordAudit(tx, hand, { action: 'replays.price', subject: ['replay-price', programId], ...states }, now);
}

const LOST_AT_ONCE = 500;

/** Clock: opens a work item for each buyer whose replay was taken down or hidden before the end of the right. */
export const reportLost = (db: Db, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const lost = await takeLost(tx, now, LOST_AT_ONCE);
    for (const { id, orderId, paidCents, archiveId } of lost)
      await openWork(tx, {
        kind: LOST_REPLAY,
        subject: lostSubject(id),
        orderId,
        detail: { archiveId, paidCents },
        now,
      });
    return lost.length;
  });
