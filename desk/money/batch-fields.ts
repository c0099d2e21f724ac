import { codesText } from '#app/text/zh-hk/desk-codes.ts';
import { addDaysHk } from '#shared/hk-time.ts';
import { daysOf, type CodeTerms } from './code-text.ts';

const text = codesText;

/** A new batch as it is typed. */
export interface BatchFields {
  name: string;
  worth: keyof typeof text.worths;
  value: string;
  plan: string;
  count: string;
  uses: string;
  from: string;
  to: string;
  eligible: keyof typeof text.eligibles;
}

export const emptyBatch = (today: string): BatchFields => ({
  name: '',
  worth: 'days',
  value: '',
  plan: '',
  count: '',
  uses: '1',
  from: today,
  to: addDaysHk(today, 30),
  eligible: 'all',
});

export interface CopiedBatch extends CodeTerms {
  name: string;
  kind: string;
  plan_ids: number[];
  codes: number;
  max_in_all: number;
  eligible: string;
}

const DAY_S = 86_400;

/**
 * The settings of a batch for another one, which begins today unless that one is still to begin. Null if the form lacks
 * one of them: commands make batches of films, of several plans, and of links.
 */
export function fieldsOf(
  batch: CopiedBatch,
  { today, plans: known }: { today: string; plans: readonly { plan_id: number }[] },
): BatchFields | null {
  const { name, days, discount_percent: percent, discount_cents: cents, plan_ids: plans, codes } = batch;
  const uses = batch.max_in_all / codes;
  const isKnown = batch.kind === (days === null ? 'discount' : 'redeem') && batch.eligible in text.eligibles;
  const arePlansKnown = plans.every((id) => known.some(({ plan_id: one }) => one === id));
  if (!isKnown || batch.product !== null || plans.length > 1 || !arePlansKnown || !Number.isInteger(uses)) return null;
  const { from, to } = daysOf(batch);
  const starts = from > today ? from : today;
  const length = Math.round((Date.parse(to) - Date.parse(from)) / (DAY_S * 1000));
  return {
    name,
    worth: days !== null ? 'days' : percent !== null ? 'percent' : 'cents',
    value: days !== null ? String(days) : percent !== null ? String(percent) : String((cents ?? 0) / 100),
    plan: plans.length === 0 ? '' : String(plans[0]),
    count: String(codes),
    uses: String(uses),
    from: starts,
    to: addDaysHk(starts, length),
    eligible: batch.eligible as BatchFields['eligible'],
  };
}
