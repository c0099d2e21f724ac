import type { Db, Tx } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { ProductKind } from '#shared/payment-enums.ts';
import {
  isCodeForm,
  normaliseCode,
  refusalOfCode,
  unknownCode,
  type CodeUse,
  type MemberUses,
  type Standing,
} from './promotions.rules.ts';
import {
  countBatchUp,
  countCodeUp,
  endUse,
  findCode,
  findRedemptions,
  findUsesOfBatch,
  insertUse,
  lockUseOfOrder,
  moveCount,
  type FoundCode,
  type Redemption,
} from './promotions.store.ts';

// The door for modules that sell something. Each function runs under the lock of the member's billing account, so that
// the member's uses of a batch cannot change between check and count.

export {
  cancelCodes,
  codesOfBatch,
  endGift,
  findGift,
  findGifts,
  lessenGift,
  listBatches,
  makeBatch,
  makeGiftCode,
  type NewBatch,
} from './promotion-batches.ts';
export { lookUpCode } from './code-look-up.ts';
export { demandRealCode } from './guesses.ts';
export type { FoundCode, Redemption } from './promotions.store.ts';

const MAX_REDEMPTIONS = 200;

interface CodeAsked {
  code: string;
  use: CodeUse;
  /** Null for a guest. */
  member: { id: number; standing: Standing } | null;
  planId: number | null;
  /** The product, if it is not a plan. */
  product?: { kind: ProductKind; id: number } | undefined;
  now: Date;
  /** An order whose own hold on the code is ignored. */
  ofOrderId?: number | undefined;
}

async function usesOf(
  db: Db,
  found: FoundCode,
  memberId: number,
  ofOrderId: number | undefined,
): Promise<MemberUses & { ofOrder: number }> {
  const all = await findUsesOfBatch(db, found.batchId, memberId);
  const uses = all.filter(({ orderId }) => orderId === null || orderId !== ofOrderId);
  const ofCode = uses.filter(({ codeId }) => codeId === found.codeId);
  return {
    ofBatch: uses.length,
    holdsCode: ofCode.some(({ state }) => state === 'held'),
    usedCode: ofCode.some(({ state }) => state === 'used'),
    ofOrder: all.length - uses.length,
  };
}

/** Returns the code if it can be used, otherwise throws the reason. Used while it is typed and for the order. */
export async function checkCode(db: Db, asked: CodeAsked): Promise<FoundCode> {
  const { use, member, planId, product, now, ofOrderId } = asked;
  const code = normaliseCode(asked.code);
  const found = isCodeForm(code) ? await findCode(db, code) : null;
  if (found === null) throw new DomainError(unknownCode(use));
  const asking = member && { ...member, uses: await usesOf(db, found, member.id, ofOrderId) };
  const own = asking?.uses.ofOrder ?? 0;
  const others = { ...found, batchTaken: found.batchTaken - own, codeTaken: found.codeTaken - own };
  const refusal = refusalOfCode(others, { use, member: asking, planId, product, now });
  if (refusal !== null) throw new DomainError(refusal);
  return found;
}

async function countUp(tx: Tx, { batchId, codeId }: { batchId: number; codeId: number }, counter: 'used' | 'held') {
  if (!(await countBatchUp(tx, batchId, counter))) throw new DomainError('codeBatchLimit');
  if (!(await countCodeUp(tx, codeId, counter))) throw new DomainError('codeLimit');
}

/** Holds a use for an order that can still be paid. */
export async function holdCode(
  tx: Tx,
  { codeId, batchId }: { codeId: number; batchId: number },
  { memberId, orderId, now }: { memberId: number; orderId: number; now: Date },
): Promise<void> {
  if ((await lockUseOfOrder(tx, orderId)) !== null) return;
  await countUp(tx, { codeId, batchId }, 'held');
  await insertUse(tx, { codeId, memberId, orderId, state: 'held', createdAt: now });
}

/**
 * Marks a paid order's hold as used. If the order was cancelled before it was paid, takes a new use, and throws if none
 * is left, so that the money is refunded.
 */
export async function spendCode(tx: Tx, orderId: number, now: Date): Promise<void> {
  const use = await lockUseOfOrder(tx, orderId);
  if (use === null || use.state === 'used') return;
  if (use.state === 'held') await moveCount(tx, use, 'held', 'used');
  else await countUp(tx, use, 'used');
  await endUse(tx, use.id, 'used', now);
}

/** Releases the use of an order that will not be paid or was fully refunded. */
export async function releaseCode(tx: Tx, orderId: number, now: Date): Promise<void> {
  const use = await lockUseOfOrder(tx, orderId);
  if (use === null || use.state === 'released') return;
  await moveCount(tx, use, use.state, null);
  await endUse(tx, use.id, 'released', now);
}

/** What a redeem code grants: plan days, or one film or event. */
type Given =
  | { kind: 'days'; days: number; planId: number }
  | { kind: 'product'; productKind: ProductKind; productId: number };

export function givenBy({ days, planIds, productKind, productIds }: FoundCode): Given {
  const [planId] = planIds;
  const [productId] = productIds;
  if (productKind !== null && productId !== undefined) return { kind: 'product', productKind, productId };
  if (days !== null && planId !== undefined) return { kind: 'days', days, planId };
  throw new DomainError('redeemCodeNotFound');
}

/** Uses a free code. The caller grants its content in the same transaction. */
export async function redeemCode(
  tx: Tx,
  { code, member, now }: { code: string; member: { id: number; standing: Standing }; now: Date },
): Promise<FoundCode & { gives: Given }> {
  const found = await checkCode(tx, { code, use: 'redeem', member, planId: null, now });
  const gives = givenBy(found);
  await countUp(tx, found, 'used');
  await insertUse(tx, {
    codeId: found.codeId,
    memberId: member.id,
    orderId: null,
    state: 'used',
    createdAt: now,
    endedAt: now,
  });
  return { ...found, gives };
}

/** A member's redeemed codes, newest first. */
export const listRedemptions = (db: Db, memberId: number): Promise<Redemption[]> =>
  findRedemptions(db, memberId, MAX_REDEMPTIONS);
