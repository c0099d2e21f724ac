import type { ErrorName } from '#shared/domain-error.ts';
import type { ProductKind } from '#shared/payment-enums.ts';

/** How a code is entered: as a discount, by the link `promotion/{code}`, or for redemption. */
export type CodeUse = 'discount' | 'link' | 'redeem';
export type BatchKind = 'discount' | 'link' | 'redeem' | 'gift';
export type Eligible = 'all' | 'new' | 'former';
/** Whether a member never had a plan, had one, or has one. */
export type Standing = 'new' | 'former' | 'current';

/** No letters that look like digits: codes are read out on air and copied by hand. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const MADE_CHARS = 12;

/** Normalised form for comparison: ignores case, width, spaces and dashes. */
export const normaliseCode = (typed: string): string => typed.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '');

export const isCodeForm = (code: string): boolean => /^[A-Z0-9]{4,32}$/.test(code);

/** A new code from random bytes. Rejects bytes that would bias the distribution; null if too few remain. */
export function codeOfBytes(bytes: Uint8Array): string | null {
  const fair = Math.floor(256 / LETTERS.length) * LETTERS.length;
  const letters = [...bytes].filter((byte) => byte < fair).map((byte) => LETTERS.charAt(byte % LETTERS.length));
  return letters.length < MADE_CHARS ? null : letters.slice(0, MADE_CHARS).join('');
}

/** `ABCD-EFGH-JKMN`, as in mails and print. */
export const shownCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');

const UNKNOWN: Record<CodeUse, ErrorName> = {
  discount: 'discountCodeNotFound',
  link: 'linkCodeNotFound',
  redeem: 'redeemCodeNotFound',
};
export const unknownCode = (use: CodeUse): ErrorName => UNKNOWN[use];

/** The discount on a price. Type 1: cents; type 2: per cent, rounded down. Never more than the price. */
export function discountCents(
  batch: { discountType: number | null; discountValue: number | null },
  priceCents: number,
) {
  const value = batch.discountValue ?? 0;
  if (batch.discountType === 1) return Math.min(value, priceCents);
  return batch.discountType === 2 ? Math.floor((priceCents * value) / 100) : 0;
}

export interface CodeState {
  kind: BatchKind;
  days: number | null;
  discountType: number | null;
  /** The kind of product; null: plans. */
  productKind: ProductKind | null;
  /** Products of that kind; empty: all. */
  productIds: readonly number[];
  planIds: readonly number[];
  eligible: Eligible;
  ownerId: number | null;
  startsAt: Date;
  endsAt: Date;
  isCancelled: boolean;
  maxPerMember: number;
  /** Uses plus holds of the batch and of the code, with their limits. */
  batchTaken: number;
  maxInAll: number;
  codeTaken: number;
  maxUses: number;
}

/** What staff are told of one code. */
export const CODE_STANDINGS = ['used', 'ended', 'over', 'held', 'waiting', 'batch-used', 'free'] as const;

export function standingOfCode(
  code: Pick<CodeState, 'startsAt' | 'endsAt' | 'isCancelled' | 'batchTaken' | 'maxInAll' | 'codeTaken' | 'maxUses'> & {
    codeUsed: number;
  },
  now: Date,
): (typeof CODE_STANDINGS)[number] {
  if (code.codeUsed >= code.maxUses) return 'used';
  if (code.isCancelled) return 'ended';
  if (now >= code.endsAt) return 'over';
  if (code.codeTaken >= code.maxUses) return 'held';
  if (now < code.startsAt) return 'waiting';
  return code.batchTaken >= code.maxInAll ? 'batch-used' : 'free';
}

/** The member's previous uses of a code and its batch. */
export interface MemberUses {
  ofBatch: number;
  holdsCode: boolean;
  usedCode: boolean;
}

export interface AskedOfCode {
  use: CodeUse;
  /** Null for a guest, whose eligibility is unknown. */
  member: { id: number; standing: Standing; uses: MemberUses } | null;
  /** Null if not yet chosen, or if no plan is bought. */
  planId: number | null;
  /** The product, if it is not a plan. */
  product?: { kind: ProductKind; id: number } | undefined;
  now: Date;
}

/** A discount code lowers a price; a redeem code grants plan days, a film or an event; a link can do either. */
function isOfUse({ kind, days, productKind, discountType }: CodeState, use: CodeUse): boolean {
  const gives = days !== null || (productKind !== null && discountType === null);
  if (use === 'link') return kind === 'link';
  if (use === 'discount') return (kind === 'discount' || kind === 'link') && !gives;
  return gives && kind !== 'discount';
}

/** Whether the code is for a different product. For codes that grant days, `planIds` names the plan granted. */
function isOfAnother({ days, planIds, productKind, productIds }: CodeState, { planId, product }: AskedOfCode): boolean {
  if (product) return productKind !== product.kind || (productIds.length > 0 && !productIds.includes(product.id));
  if (planId === null) return false;
  return productKind !== null || (days === null && planIds.length > 0 && !planIds.includes(planId));
}

export const isEligible = (eligible: Eligible, standing: Standing): boolean =>
  eligible === 'all' || eligible === standing;

function refusalOfMember(code: CodeState, { use, member }: AskedOfCode): ErrorName | null {
  if (member === null) return null;
  const { uses, standing } = member;
  if (!isEligible(code.eligible, standing)) return 'codeNotEligible';
  if (uses.holdsCode) return 'codeInProcess';
  if (uses.usedCode && use === 'redeem') return 'alreadyRedeemed';
  return uses.ofBatch >= code.maxPerMember ? 'codeMemberLimit' : null;
}

/** Null if the code can be used, otherwise the most specific reason. */
export function refusalOfCode(code: CodeState, asked: AskedOfCode): ErrorName | null {
  const { use, member, now } = asked;
  if (code.isCancelled || !isOfUse(code, use)) return unknownCode(use);
  if (code.ownerId !== null && code.ownerId !== member?.id)
    return use === 'discount' ? 'codeOfAnother' : 'codeNotEligible';
  if (now < code.startsAt) return 'codeNotStarted';
  if (now >= code.endsAt) return 'codeOver';
  if (isOfAnother(code, asked)) return 'codeNotForPlan';
  const ofMember = refusalOfMember(code, asked);
  if (ofMember !== null) return ofMember;
  const isCodeTaken = code.codeTaken >= code.maxUses;
  // A redeemed gift is its whole batch too, and nobody gives its place back; others count unpaid orders, which may.
  if (code.kind === 'gift' && isCodeTaken) return 'codeLimit';
  if (code.batchTaken >= code.maxInAll) return 'codeBatchLimit';
  return isCodeTaken ? 'codeLimit' : null;
}
