import { findLineOfFact, findSettlementLine } from '#domain/ledger/ledger.ts';
import { dayHkOf, instantHk, type DayHk } from '#shared/hk-time.ts';
import { queryAttempt } from '#domain/payments/attempts/queries.ts';
import { findFactByTxn, findFactsOfAttempt, findRefunds, type FactRow } from '#domain/payments/facts/facts.store.ts';
import type { Gateway, SettlementLine } from '#domain/payments/gateway.types.ts';
import { CURRENCY, isStanding } from '#domain/payments/payments.rules.ts';
import { bringForward, findAttemptByNumber, type AttemptRow } from '#domain/payments/payments.store.ts';
import type { PaymentServices } from '#domain/payments/payments.types.ts';
import { recordFacts } from '#domain/payments/facts/record-facts.ts';
import { findWorkOf, type WorkItem } from './work.store.ts';
import { openWork, workDone } from './work.ts';

// A settlement file states what a provider counted and moves no money: a line confirms a known fact, triggers a query,
// or becomes a work item.

type StoredLine = NonNullable<Awaited<ReturnType<typeof findSettlementLine>>>;
/** Why a line is not accepted as stated. */
type Doubt =
  | 'paid before'
  | 'not confirmed'
  | 'another amount'
  | 'no attempt of ours'
  | 'told before'
  | 'nothing paid'
  | 'payment unclear';

interface OfFile {
  gateway: Gateway;
  dayHk: DayHk;
  file: string;
  /** Unknown payments are queried by the worker, not here. */
  queriesLater: boolean;
}

const NOON_MINUTES = 720;

/** The fact a line refers to; for a refund made by hand, the fact recorded by hand. */
async function findToldBy(
  { db }: PaymentServices,
  { name }: Gateway,
  { factTxn, kind }: Pick<SettlementLine, 'factTxn' | 'kind'>,
): Promise<FactRow | null> {
  const fact = await findFactByTxn(db, name, factTxn, kind);
  const sameAs = fact?.detail['sameAs'];
  return typeof sameAs === 'string' ? findFactByTxn(db, name, sameAs, kind) : fact;
}

async function ownAttempt(
  { db }: PaymentServices,
  { name }: Gateway,
  line: SettlementLine,
): Promise<AttemptRow | null> {
  const attempt = line.attempt === null ? null : await findAttemptByNumber(db, line.attempt);
  return attempt?.gateway === name ? attempt : null;
}

/** A file has a day but no time of day: noon, or the attempt's start if later that day, but never in the future. */
function timeOf(dayHk: DayHk, { createdAt }: AttemptRow, now: Date): Date {
  const noon = instantHk(dayHk, NOON_MINUTES);
  const at = dayHkOf(createdAt) === dayHk && createdAt > noon ? createdAt : noon;
  return at < now ? at : now;
}

async function doubtOfPaid(
  services: PaymentServices,
  gateway: Gateway,
  { line, attempt, queriesLater }: { line: SettlementLine; attempt: AttemptRow; queriesLater: boolean },
): Promise<Doubt | null> {
  const isPaid = async () => (await findFactsOfAttempt(services.db, attempt.id)).some(({ kind }) => kind === 'paid');
  if (await isPaid()) return 'paid before';
  if (gateway.query) {
    if (queriesLater) await bringForward(services.db, gateway.name, [attempt.number], services.clock());
    else await queryAttempt(services, attempt);
    return (await isPaid()) ? 'paid before' : 'not confirmed';
  }
  // For a provider without queries, its file is the only report.
  return line.cents === attempt.amountCents ? null : 'another amount';
}

/** Whether more paid lines of this attempt are in doubt than refund lines of such payments, not counting this line. */
function isOfUnclearPayment(items: readonly WorkItem[], attempt: AttemptRow, line: SettlementLine): boolean {
  const own = items.flatMap(({ kind, attemptId, detail }) => {
    const settled = detail['settled'] as Partial<SettlementLine> | undefined;
    const isOwn = kind === 'settlement_unclear' && attemptId === attempt.id && settled?.cents === line.cents;
    return isOwn ? [{ ...settled, doubt: detail['doubt'] as Doubt }] : [];
  });
  const paid = own.filter(({ kind }) => kind === 'paid').length;
  const back = own.filter(
    ({ doubt, gatewayTxn }) => doubt === 'payment unclear' && gatewayTxn !== line.gatewayTxn,
  ).length;
  return paid > back;
}

/** A refund or chargeback in the file did happen; the question is whether it was reported under another id. */
async function doubtOfReturn(
  { db }: PaymentServices,
  { line, attempt }: { line: SettlementLine; attempt: AttemptRow },
): Promise<Doubt | null> {
  const facts = await findFactsOfAttempt(db, attempt.id);
  if (!facts.some(({ kind }) => kind === 'paid' || kind === 'authorised')) return 'nothing paid';
  // A manual refund of a payment that is not booked: the booked payment paid for something else.
  if (isOfUnclearPayment(await findWorkOf(db, attempt.orderId), attempt, line)) return 'payment unclear';
  const isAwaited = (await findRefunds(db, attempt.orderId)).some(
    (row) => row.attemptId === attempt.id && row.state !== 'confirmed' && isStanding(row) && row.cents === line.cents,
  );
  if (line.kind === 'refunded' && isAwaited) return null;
  for (const fact of facts) {
    const isSame = fact.kind === line.kind && fact.cents === line.cents && fact.source !== 'hand';
    if (isSame && (await findLineOfFact(db, fact.id)) === null) return 'told before';
  }
  return null;
}

/** Handles a line without a known fact: it becomes a fact, the provider reports it now, or it is doubted. */
async function hear(services: PaymentServices, { gateway, dayHk, file, queriesLater }: OfFile, line: SettlementLine) {
  const attempt = await ownAttempt(services, gateway, line);
  if (!attempt) return { attempt, doubt: 'no attempt of ours' as const };
  const doubt =
    line.kind === 'paid'
      ? await doubtOfPaid(services, gateway, { line, attempt, queriesLater })
      : await doubtOfReturn(services, { line, attempt });
  if (doubt === null)
    await recordFacts(services, [
      {
        gateway: gateway.name,
        attempt: attempt.number,
        gatewayTxn: line.factTxn,
        kind: line.kind,
        cents: line.cents,
        currency: CURRENCY,
        at: timeOf(dayHk, attempt, services.clock()),
        detail: line.factTxn === line.gatewayTxn ? { file } : { file, reference: line.gatewayTxn },
        source: 'settlement',
      },
    ]);
  return { attempt, doubt };
}

/** Raises both readings as a work item. */
async function doubtLine(
  services: PaymentServices,
  { gateway, dayHk, file }: OfFile,
  {
    line,
    subject,
    attempt,
    doubt,
  }: { line: SettlementLine; subject: string; attempt: AttemptRow | null; doubt: string },
): Promise<void> {
  const facts = attempt ? await findFactsOfAttempt(services.db, attempt.id) : [];
  const known = facts.map(({ gatewayTxn, kind, cents, source }) => ({ gatewayTxn, kind, cents, source }));
  const { gatewayTxn, kind, cents, attempt: reference } = line;
  await services.db.transaction((tx) =>
    openWork(tx, {
      kind: 'settlement_unclear',
      subject,
      orderId: attempt?.orderId ?? null,
      attemptId: attempt?.id ?? null,
      detail: {
        gateway: gateway.name,
        settled: { gatewayTxn, reference, kind, cents, day: dayHk, file },
        known,
        doubt,
      },
      now: services.clock(),
    }),
  );
}

/** The fact that a line settles, and whether it was reported before. Null if doubted and raised as a work item. */
export async function settleLine(
  services: PaymentServices,
  of: OfFile,
  line: SettlementLine,
  isAgain: boolean,
): Promise<{ stored: StoredLine; fact: FactRow | null; isUnheard: boolean }> {
  const { db } = services;
  const { gateway } = of;
  const key = { gateway: gateway.name, gatewayTxn: line.gatewayTxn, kind: line.kind };
  const stored = await findSettlementLine(db, key);
  if (!stored) throw new Error(`a line of ${gateway.name} is not taken over`);
  const subject = `line:${stored.id}`;
  if (isAgain || stored.dayHk !== of.dayHk || stored.cents !== line.cents) {
    const about = {
      line,
      subject: `${subject}:${of.dayHk}:${line.cents}`,
      attempt: await ownAttempt(services, gateway, line),
    };
    await doubtLine(services, of, { ...about, doubt: `settled on ${stored.dayHk} with ${stored.cents}` });
    return { stored, fact: null, isUnheard: false };
  }
  let fact = await findToldBy(services, gateway, line);
  const isUnheard = fact === null;
  const heard = fact ? null : await hear(services, of, line);
  fact ??= await findToldBy(services, gateway, line);
  const settledBy = fact && (await findLineOfFact(db, fact.id));
  const isTaken = settledBy !== null && settledBy.id !== stored.id;
  if (!fact || isTaken) {
    const attempt = await ownAttempt(services, gateway, line);
    const doubt = isTaken ? `settled by ${settledBy.gatewayTxn}` : (heard?.doubt ?? 'not confirmed');
    await doubtLine(services, of, { line, subject, attempt, doubt });
    return { stored, fact: null, isUnheard };
  }
  await db.transaction((tx) => workDone(tx, 'settlement_unclear', subject, 'it became known', services.clock()));
  return { stored, fact, isUnheard };
}
