import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import type { ProductKind } from '#shared/payment-enums.ts';
import { codeOfBytes, isCodeForm, normaliseCode, type BatchKind, type Eligible } from './promotions.rules.ts';
import {
  cancelBatch,
  cancelCodesNamed,
  findBatches,
  findCodeOfOrder,
  findCodesOfBatch,
  findCodesOfOrders,
  insertBatch,
  insertCodes,
  lessenDays,
  type FoundCode,
} from './promotions.store.ts';

const MAX_CODES = 100_000;
const CODES_A_STATEMENT = 1_000;
/** A gift can be redeemed this long after its purchase. */
const GIFT_LIFE_MS = 3 * 365 * 86_400_000;

export interface NewBatch {
  kind: BatchKind;
  name: string;
  /** Exactly one of `discount` and `days`; for a free film or event, neither. */
  discount?: { type: 1 | 2; value: number };
  days?: number;
  /** The plans it applies to; empty: all. For days, the first is the plan granted. */
  planIds: readonly number[];
  /** Films, events or campaign goods instead of plans; no ids: all. A redeem code is for exactly one. */
  product?: { kind: ProductKind; ids: readonly number[] } | undefined;
  startsAt: Date;
  endsAt: Date;
  maxPerMember: number;
  maxInAll: number;
  eligible: Eligible;
  /** Custom codes, or a number of random ones. */
  codes: readonly string[] | number;
  /** Uses per code; default 1. */
  maxUses?: number;
  /** The only member who may use them. */
  ownerId?: number;
  who: string;
}

function demandSound(batch: NewBatch): void {
  const { kind, discount, days, planIds, product } = batch;
  const givesDays = days !== undefined;
  if (product) {
    if (givesDays || planIds.length > 0 || kind === 'gift') throw impossible('code-plan-or-purchase');
    if (discount ? kind === 'redeem' : kind === 'discount' || product.ids.length !== 1)
      throw impossible('code-of-purchase');
  } else if (givesDays === (discount !== undefined)) throw impossible('code-discount-or-days');
  if (givesDays && (kind === 'discount' || planIds.length === 0)) throw impossible('code-days-of-plan');
  if (!product && !givesDays && kind !== 'discount' && kind !== 'link') throw impossible('code-needs-days');
  const count = typeof batch.codes === 'number' ? batch.codes : batch.codes.length;
  if (!Number.isInteger(count) || count < 1 || count > MAX_CODES)
    throw impossible('too-many-codes', { max: MAX_CODES });
}

function newCode(): string {
  for (;;) {
    const code = codeOfBytes(randomBytes(24));
    if (code !== null) return code;
  }
}

/** Generates random codes until `count` are inserted; the database skips duplicates. */
async function makeCodes(tx: Tx, count: number, row: { batchId: number; maxUses: number }): Promise<string[]> {
  const made: string[] = [];
  while (made.length < count) {
    const batch = Array.from({ length: Math.min(CODES_A_STATEMENT, count - made.length) }, () => ({
      ...row,
      code: newCode(),
    }));
    made.push(...(await insertCodes(tx, batch)));
  }
  return made;
}

/** Creates a batch of codes. If a custom code already exists, none is created. */
export async function makeBatch(tx: Tx, batch: NewBatch): Promise<{ batchId: number; codes: string[] }> {
  demandSound(batch);
  const { discount, days, codes, maxUses = 1, ownerId, who, planIds, product, ...rest } = batch;
  const batchId = await insertBatch(tx, {
    ...rest,
    planIds: [...planIds],
    productKind: product?.kind ?? null,
    productIds: [...(product?.ids ?? [])],
    discountType: discount?.type ?? null,
    discountValue: discount?.value ?? null,
    days: days ?? null,
    createdBy: who,
  });
  const row = { batchId, maxUses, ownerId: ownerId ?? null };
  if (typeof codes === 'number') return { batchId, codes: await makeCodes(tx, codes, row) };
  const named = codes.map(normaliseCode);
  if (!named.every(isCodeForm)) throw impossible('code-form');
  const made = await insertCodes(
    tx,
    named.map((code) => ({ ...row, code })),
  );
  if (made.length < named.length) throw refused('code-exists');
  return { batchId, codes: made };
}

/** Cancels a batch or some codes. Held and used codes are not affected. Returns how many were cancelled. */
export const cancelCodes = (tx: Tx, which: { batchId: number } | { codes: readonly string[] }, now: Date) =>
  'batchId' in which ? cancelBatch(tx, which.batchId, now) : cancelCodesNamed(tx, which.codes.map(normaliseCode), now);

/** The code of a purchased gift; the same order always gets the same code. */
export async function makeGiftCode(
  tx: Tx,
  { orderId, planId, days, name, now }: { orderId: number; planId: number; days: number; name: string; now: Date },
): Promise<{ code: string; endsAt: Date }> {
  const before = await findCodeOfOrder(tx, orderId);
  if (before !== null) return before;
  const endsAt = new Date(now.getTime() + GIFT_LIFE_MS);
  const batchId = await insertBatch(tx, {
    kind: 'gift',
    name,
    days,
    planIds: [planId],
    startsAt: now,
    endsAt,
    maxInAll: 1,
    createdBy: `order ${orderId}`,
  });
  for (;;) {
    const [code] = await insertCodes(tx, [{ batchId, code: newCode(), maxUses: 1, orderId }]);
    if (code !== undefined) return { code, endsAt };
  }
}

export const findGift = (db: Db, orderId: number): Promise<FoundCode | null> => findCodeOfOrder(db, orderId);

/** Gift codes purchased by these orders. */
export const findGifts = (db: Db, orderIds: readonly number[]): Promise<FoundCode[]> => findCodesOfOrders(db, orderIds);

/** Reduces a gift's days after a partial refund. Throws if it was redeemed; staff decide then. */
export async function lessenGift(tx: Tx, orderId: number, days: number): Promise<void> {
  const gift = await findCodeOfOrder(tx, orderId);
  if (gift === null) return;
  // Under the lock of the batch, so that it is not redeemed in between.
  if (!(await lessenDays(tx, gift.batchId, days)))
    throw new DomainError('alreadyRedeemed', 'the gift has been redeemed');
}

/** Cancels a refunded gift. Throws if it was redeemed; staff decide then. */
export async function endGift(tx: Tx, orderId: number, now: Date): Promise<void> {
  const gift = await findCodeOfOrder(tx, orderId);
  if (gift === null) return;
  await cancelBatch(tx, gift.batchId, now);
  // Checked under the lock of the batch, so that it is not redeemed in between.
  const after = await findCodeOfOrder(tx, orderId);
  if (after !== null && after.codeTaken > 0) throw new DomainError('alreadyRedeemed', 'the gift has been redeemed');
}

/** Batches made by staff, newest first. */
export const listBatches = (db: Db, { beforeId, limit }: { beforeId: number | undefined; limit: number }) =>
  findBatches(db, { beforeId, limit });

/** Codes of such a batch, some at a time. */
export async function* codesOfBatch(db: Db, batchId: number) {
  for (let afterId = 0; ;) {
    const codes = await findCodesOfBatch(db, batchId, { afterId, limit: CODES_A_STATEMENT });
    yield* codes;
    if (codes.length < CODES_A_STATEMENT) return;
    afterId = codes.at(-1)?.id ?? afterId;
  }
}
