import { dayHkOf } from '#shared/hk-time.ts';
import { lineTotalCents } from '#shared/money.ts';

/** A receipt confirms a payment, a refund note a refund. */
export type ReceiptKind = 'receipt' | 'refund_note';

const LETTER = { receipt: 'R', refund_note: 'N' } as const satisfies Record<ReceiptKind, string>;

export const yearHkOf = (at: Date): number => Number(dayHkOf(at).slice(0, 4));

/** Printed form: `R2026-000123`. */
export const receiptNo = ({ kind, year, number }: { kind: ReceiptKind; year: number; number: number }): string =>
  `${LETTER[kind]}${year}-${String(number).padStart(6, '0')}`;

/** Parses a printed number; null if invalid. */
export function parseReceiptNo(no: string): { kind: ReceiptKind; year: number; number: number } | null {
  const [, letter, year, number] = /^([RN])(\d{4})-(\d{6,9})$/.exec(no) ?? [];
  if (letter === undefined) return null;
  return { kind: letter === LETTER.receipt ? 'receipt' : 'refund_note', year: Number(year), number: Number(number) };
}

export const receiptFileName = (no: string): string => `cr-${no}.pdf`;

/** The name on a document: the member's real name, else the display name; null for nobody. */
export function buyerName(member: { surname: string; givenName: string; displayName: string }): string | null {
  const { surname, givenName, displayName } = member;
  const isChinese = /\p{Script=Han}/u.test(surname);
  const real = isChinese ? surname + givenName : `${givenName} ${surname}`.trim();
  return real || displayName || null;
}

/** The total of a document's lines. */
export const sumOfLines = (lines: readonly { quantity: number; unitCents: number; discountCents: number }[]): number =>
  lines.reduce((sum, line) => sum + lineTotalCents(line), 0);
