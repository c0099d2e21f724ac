import type { TestDatabase } from '#tests/setup/pg.ts';
import type { FactRow } from './fact-row.ts';

// The work items open at rest: those caused by the banks' faults, and no others.

/** An attempt is polled for a day; the simulated clock advances by hours. */
const IS_TOLD_AFTER_MS = 29 * 3_600_000;

/** The work items caused by this run's faults, and no others. */
function expectedWork(
  facts: readonly FactRow[],
  lied: ReadonlySet<number>,
  contradicting: readonly number[],
): Set<string> {
  const expected = new Set<string>();
  for (const { id, kind, cents, currency, asked } of facts)
    if ((kind === 'paid' || kind === 'authorised') && (currency !== 'HKD' || cents !== asked))
      expected.add(`wrong_amount fact:${id}`);
  for (const id of lied) expected.add(`settlement_difference of ${id}`);
  for (const { id, kind } of facts) if (kind === 'chargeback') expected.add(`chargeback fact:${id}`);
  for (const id of contradicting) expected.add(`contradicting_readings fact:${id}`);
  return expected;
}

export async function faultsOfWork(
  { pool }: TestDatabase,
  {
    facts,
    lied,
    undecided,
    now,
  }: { facts: readonly FactRow[]; lied: ReadonlySet<number>; undecided: ReadonlySet<string>; now: Date },
): Promise<string[]> {
  const { rows } = await pool.query<{
    kind: string;
    subject: string;
    attempt_id: number | null;
    fact_id: number | null;
  }>(
    `select w.kind, w.subject, w.attempt_id, l.fact_id from work_items w
       left join settlement_lines l on w.kind = 'settlement_difference' and w.subject = 'line:' || l.id
      where w.closed_at is null`,
  );
  const liedAttempts = new Set(facts.filter(({ id }) => lied.has(id)).map(({ attempt_id: id }) => id));
  const chargedBack = new Set(facts.filter(({ kind }) => kind === 'chargeback').map(({ id }) => `fact:${id}`));
  // Two readings of a refusal move no money, and staff are not notified.
  const { rows: readings } = await pool.query<{ id: number }>(
    `select id from payment_facts where contradicts_id is not null and kind not in ('failed', 'cancelled', 'expired')`,
  );
  const { rows: redeemed } = await pool.query<{ subject: string }>(
    `select 'fact:' || f.id as subject from payment_facts f join payment_attempts a on a.id = f.attempt_id
       join orders o on o.id = a.order_id join promotion_codes c on c.order_id = o.id
      where f.kind = 'chargeback' and o.kind = 'gift' and c.used > 0`,
  );
  const isRedeemed = new Set(redeemed.map(({ subject }) => subject));
  const expected = expectedWork(
    facts,
    lied,
    readings.map(({ id }) => id),
  );
  const { rows: charges } = await pool.query<{ number: string; created_at: Date }>(
    'select number, created_at from payment_attempts where number = any($1)',
    [[...undecided]],
  );
  // Their outcome was not reported within a day: staff check the portal.
  for (const { number, created_at: at } of charges)
    if (now.getTime() - at.getTime() > IS_TOLD_AFTER_MS) expected.add(`unknown_attempt attempt:${number}`);
  const faults: string[] = [];
  for (const { kind, subject, attempt_id: attemptId, fact_id: factId } of rows) {
    const what = kind === 'settlement_difference' ? `${kind} of ${factId}` : `${kind} ${subject}`;
    // More than was paid cannot be refunded.
    if (kind === 'used_value_refunded' && chargedBack.has(subject)) continue;
    if (kind === 'failed_refund' && liedAttempts.has(attemptId)) continue;
    // A redeemed gift whose payment is charged back: nobody's plan ends.
    if (kind === 'not_taken_back' && isRedeemed.has(subject)) continue;
    if (kind === 'unknown_attempt' && undecided.has(subject.replace('attempt:', ''))) expected.add(what);
    if (!expected.delete(what)) faults.push(`nobody expected the work item ${what}`);
  }
  return [...faults, ...[...expected].map((what) => `there is no work item ${what}`)];
}
