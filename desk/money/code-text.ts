import { codesText } from '#app/text/zh-hk/desk-codes.ts';
import { orderKindText } from '#app/text/zh-hk/desk-money.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { exactHk } from '#shared/money.ts';

const text = codesText;

/** What a code gives, and when, as the calls of batches and of one code present it. */
export interface CodeTerms {
  discount_cents: number | null;
  discount_percent: number | null;
  days: number | null;
  product: string | null;
  starts_ts: number;
  /** The end of its last day. */
  ends_ts: number;
}

export function worthText({ days, discount_cents: cents, discount_percent: percent, product }: CodeTerms): string {
  if (days !== null) return text.days(days);
  if (percent !== null) return text.percent(percent);
  return cents === null ? text.free(orderKindText(product ?? '')) : text.off(exactHk(cents));
}

const dayOf = (seconds: number): string => dayHkOf(new Date(seconds * 1000));

export const daysOf = ({ starts_ts: from, ends_ts: to }: Pick<CodeTerms, 'starts_ts' | 'ends_ts'>) => ({
  from: dayOf(from),
  to: dayOf(to - 1),
});

export function spanText(terms: CodeTerms): string {
  const { from, to } = daysOf(terms);
  return `${from} – ${to}`;
}
