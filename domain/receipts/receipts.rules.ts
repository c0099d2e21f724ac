import { dayHkOf } from '#shared/hk-time.ts';

/** A receipt says that money came, a refund note that money went back. */
export type ReceiptKind = 'receipt' | 'refund_note';

const LETTER = { receipt: 'R', refund_note: 'N' } as const satisfies Record<ReceiptKind, string>;

export const yearHkOf = (at: Date): number => Number(dayHkOf(at).slice(0, 4));

/** As it is printed and said on the telephone: `R2026-000123`. */
export const receiptNo = ({ kind, year, number }: { kind: ReceiptKind; year: number; number: number }): string =>
  `${LETTER[kind]}${year}-${String(number).padStart(6, '0')}`;

/** What is printed on a paper, read back; null where that is no number of one. */
export function parseReceiptNo(no: string): { kind: ReceiptKind; year: number; number: number } | null {
  const [, letter, year, number] = /^([RN])(\d{4})-(\d{6,9})$/.exec(no) ?? [];
  if (letter === undefined) return null;
  return { kind: letter === LETTER.receipt ? 'receipt' : 'refund_note', year: Number(year), number: Number(number) };
}

export const receiptFileName = (no: string): string => `cr-${no}.pdf`;

/** The name a paper is made out to: as the member wrote it for real, else as they are called; null for nobody. */
export function buyerName(member: { surname: string; givenName: string; displayName: string }): string | null {
  const { surname, givenName, displayName } = member;
  const isChinese = /\p{Script=Han}/u.test(surname);
  const real = isChinese ? surname + givenName : `${givenName} ${surname}`.trim();
  return real || displayName || null;
}

/** What a paper's lines come to. */
export const sumOfLines = (lines: readonly { quantity: number; unitCents: number; discountCents: number }[]): number =>
  lines.reduce((sum, line) => sum + lineCents(line), 0);

export const lineCents = (line: { quantity: number; unitCents: number; discountCents: number }): number =>
  line.quantity * line.unitCents - line.discountCents;
