import type { Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { findLineOfFact, importSettlement, matchLine } from '#domain/ledger/ledger.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible } from '#shared/staff/refusals.ts';
import { addDaysHk, instantHk, type DayHk } from '#shared/hk-time.ts';
import { ownFact } from '#domain/payments/attempts/attempts.ts';
import { findFactsOfAttempt, findMoved, type FactRow } from '#domain/payments/facts/facts.store.ts';
import type { Gateway, GatewayName, SettlementLine } from '#domain/payments/gateway.types.ts';
import { ASKED_FOR_MS, CURRENCY } from '#domain/payments/payments.rules.ts';
import { findAttempt, findUnknownBefore } from '#domain/payments/payments.store.ts';
import type { PaymentServices } from '#domain/payments/payments.types.ts';
import { recordFacts } from '#domain/payments/facts/record-facts.ts';
import { settleLine } from './settlement-lines.ts';
import { findWorkOf } from './work.store.ts';
import { openWork, workDone } from './work.ts';

interface Reconciled {
  lines: number;
  /** Known only from the file. */
  unheard: number;
  /** Not accepted as stated: raised as work items. */
  unclear: number;
  /** In the file with a different amount. */
  differing: number;
  /** Money of that day missing from the file. */
  missing: number;
}

/** A provider's settlement of a day, as downloaded. */
export interface SettlementFile {
  gateway: GatewayName;
  dayHk: DayHk;
  /** Its name. */
  file: string;
  text: string;
}

const HAND_DAYS = 7;

/**
 * Reconciles recorded facts with a provider's settlement file of a day. Moves no money: unknown payments are queried at
 * the provider; unclear or differing lines become work items. Idempotent.
 */
export async function reconcile(
  services: PaymentServices,
  { gateway: name, dayHk, file, text, queriesLater = false }: SettlementFile & { queriesLater?: boolean },
): Promise<Reconciled> {
  const gateway = services.gateways[name];
  if (!gateway) throw new DomainError('invalidParam', `unknown provider ${name}`);
  const lines = parseFile(gateway, text).filter(({ day }) => day === dayHk);
  const { db } = services;
  await db.transaction((tx) => importSettlement(tx, name, { dayHk, file, lines }, services.clock()));

  const done: Reconciled = { lines: lines.length, unheard: 0, unclear: 0, differing: 0, missing: 0 };
  const settled = new Set<number>();
  const read = new Set<string>();
  // Captures first: refunds refer to them.
  const inOrder = [...lines.filter(({ kind }) => kind === 'paid'), ...lines.filter(({ kind }) => kind !== 'paid')];
  for (const line of inOrder) {
    const key = `${line.kind} ${line.gatewayTxn}`;
    const { stored, fact, isUnheard } = await settleLine(
      services,
      { gateway, dayHk, file, queriesLater },
      line,
      read.has(key),
    );
    read.add(key);
    if (isUnheard) done.unheard += 1;
    if (!fact) {
      done.unclear += 1;
      continue;
    }
    settled.add(fact.id);
    const isOther = fact.cents !== line.cents || fact.currency !== CURRENCY;
    if (isOther) done.differing += 1;
    await db.transaction(async (tx) => {
      if (stored.factId !== fact.id) {
        await matchLine(tx, stored.id, fact.id);
        // A file may come in parts, or late.
        await workDone(tx, 'not_settled', `fact:${fact.id}`, 'a file has it', services.clock());
      }
      if (!isOther) return;
      const attempt = fact.attemptId === null ? null : await findAttempt(tx, fact.attemptId);
      await openWork(tx, {
        kind: 'settlement_difference',
        subject: `line:${stored.id}`,
        orderId: attempt?.orderId ?? null,
        attemptId: fact.attemptId,
        detail: {
          gateway: name,
          gatewayTxn: line.gatewayTxn,
          told: fact.cents,
          currency: fact.currency,
          settled: line.cents,
        },
        now: services.clock(),
      });
    });
  }
  for (const fact of await dueToBeSettled(services, name, dayHk)) {
    if (settled.has(fact.id) || fact.source === 'settlement') continue;
    if (fact.source === 'hand' ? await isToldAgain(services, fact) : await isSettledBeside(services, dayHk, fact))
      continue;
    done.missing += 1;
    await db.transaction((tx) =>
      openWork(tx, {
        kind: 'not_settled',
        subject: `fact:${fact.id}`,
        attemptId: fact.attemptId,
        detail: { gateway: name, gatewayTxn: fact.gatewayTxn, cents: fact.cents, day: dayHk },
        now: services.clock(),
      }),
    );
  }
  if (!gateway.query) await expireUnsettled(services, name, dayHk);
  return done;
}

/** A file of another provider, or a damaged one, is refused as a whole. */
function parseFile(gateway: Gateway, text: string): SettlementLine[] {
  try {
    return gateway.parseSettlement(text);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw impossible('not-a-settlement', { provider: gateway.name });
  }
}

/**
 * Same, by hand. At the desk it runs in one transaction, which must not wait for a provider: unknown payments are
 * queried by the worker, and the lines are settled when the file is reconciled again.
 */
export async function reconcileByHand(
  tx: Tx,
  services: PaymentServices,
  hand: Hand,
  given: SettlementFile & { queriesLater?: boolean },
): Promise<Reconciled> {
  const done = await reconcile({ ...services, db: tx }, given);
  const subject = ['settlement', `${given.gateway} ${given.dayHk}`] as const;
  await recordAudit(tx, hand, { action: 'settlements.reconcile', subject, after: { ...done } }, services.clock());
  return done;
}

/**
 * What a complete file of that day contains. Refunds made by hand in a portal have a week, because their date was
 * entered by staff.
 */
async function dueToBeSettled({ db }: PaymentServices, gateway: GatewayName, dayHk: DayHk): Promise<FactRow[]> {
  const movedOn = (day: DayHk) => findMoved(db, gateway, instantHk(day, 0), instantHk(addDaysHk(day, 1), 0));
  const told = (await movedOn(dayHk)).filter(({ source, cents }) => source !== 'hand' && cents > 0);
  const byHand = (await movedOn(addDaysHk(dayHk, -HAND_DAYS))).filter(({ source }) => source === 'hand');
  return [...told, ...byHand];
}

async function isToldAgain({ db }: PaymentServices, { attemptId, gatewayTxn }: FactRow): Promise<boolean> {
  const facts = attemptId === null ? [] : await findFactsOfAttempt(db, attemptId);
  return facts.some(({ detail }) => detail['sameAs'] === gatewayTxn);
}

/** A fact near midnight may be in the file of an adjacent day. */
async function isSettledBeside({ db }: PaymentServices, dayHk: DayHk, fact: FactRow): Promise<boolean> {
  const line = await findLineOfFact(db, fact.id);
  return line !== null && [addDaysHk(dayHk, -1), dayHk, addDaysHk(dayHk, 1)].includes(line.dayHk);
}

/**
 * For a provider without queries the file decides: an attempt begun before that day and absent from the file of the day
 * its window closed was not paid. An attempt that a file lists with another amount is left to staff.
 */
async function expireUnsettled(services: PaymentServices, gateway: GatewayName, dayHk: DayHk): Promise<void> {
  const before = new Date(instantHk(addDaysHk(dayHk, 1), 0).getTime() - ASKED_FOR_MS);
  for (const { id, orderId, number } of await findUnknownBefore(services.db, gateway, before)) {
    const isUnclear = (await findWorkOf(services.db, orderId)).some(
      ({ kind, attemptId, closedAt }) => kind === 'settlement_unclear' && attemptId === id && closedAt === null,
    );
    if (isUnclear) continue;
    await recordFacts(services, [
      ownFact({ number, gateway }, 'expired', { source: 'settlement', now: services.clock() }),
    ]);
  }
}
