import type { ErrorName } from '#shared/domain-error.ts';
import type { ProductKind } from '#shared/payment-enums.ts';

/** How a code came: typed as a discount, by the link `promotion/{code}`, or typed to be redeemed. */
export type CodeUse = 'discount' | 'link' | 'redeem';
export type BatchKind = 'discount' | 'link' | 'redeem' | 'gift';
export type Eligible = 'all' | 'new' | 'former';
/** Whether a member never had a plan, had one, or has one now. */
export type Standing = 'new' | 'former' | 'current';

/** No letter that is taken for a digit: codes are read out on air and copied by hand. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const MADE_CHARS = 12;

/** What a code is compared as: typed in small letters, in groups or full width it is the same. */
export const normaliseCode = (typed: string): string => typed.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '');

export const isCodeForm = (code: string): boolean => /^[A-Z0-9]{4,32}$/.test(code);

/** A new code of random bytes; those that would favour some letters are passed over. Null: there were too few bytes. */
export function codeOfBytes(bytes: Uint8Array): string | null {
  const fair = Math.floor(256 / LETTERS.length) * LETTERS.length;
  const letters = [...bytes].filter((byte) => byte < fair).map((byte) => LETTERS.charAt(byte % LETTERS.length));
  return letters.length < MADE_CHARS ? null : letters.slice(0, MADE_CHARS).join('');
}

/** `ABCD-EFGH-JKMN`, as it is mailed and printed. */
export const shownCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');

const UNKNOWN: Record<CodeUse, ErrorName> = {
  discount: 'discountCodeNotFound',
  link: 'linkCodeNotFound',
  redeem: 'redeemCodeNotFound',
};
export const unknownCode = (use: CodeUse): ErrorName => UNKNOWN[use];

/** What is off a price. Type 1: cents; type 2: per cent, rounded down to the cent. Never more than the price. */
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
  /** What it is for: null, plans. */
  productKind: ProductKind | null;
  /** Of those; empty: all. */
  productIds: readonly number[];
  planIds: readonly number[];
  eligible: Eligible;
  ownerId: number | null;
  startsAt: Date;
  endsAt: Date;
  isCancelled: boolean;
  maxPerMember: number;
  /** Uses and holds, of the batch and of the code, against their limits. */
  batchTaken: number;
  maxInAll: number;
  codeTaken: number;
  maxUses: number;
}

/** What the asking member did with a code and its batch. */
export interface MemberUses {
  ofBatch: number;
  holdsCode: boolean;
  usedCode: boolean;
}

export interface AskedOfCode {
  use: CodeUse;
  /** Null: a guest, of whom nothing is known yet. */
  member: { id: number; standing: Standing; uses: MemberUses } | null;
  /** Null where it is not known yet what is bought, or no plan is. */
  planId: number | null;
  /** What is bought where it is no plan. */
  product?: { kind: ProductKind; id: number } | undefined;
  now: Date;
}

/** A discount lowers a price, a redeem code gives days of a plan, a film or an event; a link may do either. */
function isOfUse({ kind, days, productKind, discountType }: CodeState, use: CodeUse): boolean {
  const gives = days !== null || (productKind !== null && discountType === null);
  if (use === 'link') return kind === 'link';
  if (use === 'discount') return (kind === 'discount' || kind === 'link') && !gives;
  return gives && kind !== 'discount';
}

/** Whether it is for something else than what is bought. Of what gives days, its plans say what they are days of. */
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

/** Null where a code may be used; otherwise why not, the most telling reason first. */
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
  if (code.batchTaken >= code.maxInAll) return 'codeBatchLimit';
  return code.codeTaken >= code.maxUses ? 'codeLimit' : null;
}
