import { importSettlement, matchLine, settlementLinesOf } from '#domain/ledger/ledger.ts';
import { DomainError } from '#shared/domain-error.ts';
import { addDaysHk, instantHk, type DayHk } from '#shared/hk-time.ts';
import { ownFact } from './attempts.ts';
import { findFactByTxn, findFactsOfAttempt, findMoved, type FactRow } from './facts.store.ts';
import type { GatewayName } from './gateway.types.ts';
import { ASKED_FOR_MS, CURRENCY } from './payments.rules.ts';
import { findUnknownBefore } from './payments.store.ts';
import type { PaymentServices } from './payments.types.ts';
import { recordFacts } from './record-facts.ts';
import { openWork } from './work.ts';

interface Reconciled {
  lines: number;
  /** Told by the file and by nothing else before. */
  unheard: number;
  /** In the file with another amount. */
  differing: number;
  /** Money of that day that the file does not have. */
  missing: number;
}

const NOON_MINUTES = 720;
const HAND_DAYS = 7;

/**
 * Holds what we were told against what a provider says that it settled on a day: what we never heard of is a fact from then on,
 * whatever differs is a work item. Run again it finds the same.
 */
export async function reconcile(
  services: PaymentServices,
  { gateway: name, dayHk, file, text }: { gateway: GatewayName; dayHk: DayHk; file: string; text: string },
): Promise<Reconciled> {
  const gateway = services.gateways[name];
  if (!gateway) throw new DomainError('invalidParam', `no provider ${name}`);
  const lines = gateway.parseSettlement(text).filter(({ day }) => day === dayHk);
  const { db } = services;
  await db.transaction((tx) => importSettlement(tx, name, { dayHk, file, lines }, services.clock()));

  const done: Reconciled = { lines: lines.length, unheard: 0, differing: 0, missing: 0 };
  for (const line of lines) {
    if (await findFactByTxn(db, name, line.gatewayTxn, line.kind)) continue;
    done.unheard += 1;
    const { attempt, gatewayTxn, kind, cents } = line;
    const at = instantHk(dayHk, NOON_MINUTES);
    await recordFacts(services, [
      {
        gateway: name,
        attempt,
        gatewayTxn,
        kind,
        cents,
        currency: CURRENCY,
        at,
        detail: { file },
        source: 'settlement',
      },
    ]);
  }

  const settled = new Set<number>();
  for (const line of await settlementLinesOf(db, name, dayHk)) {
    const fact = await findToldBy(services, name, line);
    if (!fact) continue;
    settled.add(fact.id);
    const isOther = fact.cents !== line.cents || fact.currency !== CURRENCY;
    if (isOther) done.differing += 1;
    await db.transaction(async (tx) => {
      if (line.factId === null) await matchLine(tx, line.id, fact.id);
      if (isOther)
        await openWork(tx, {
          kind: 'settlement_difference',
          subject: `line:${line.id}`,
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
    if (fact.source === 'hand' ? await isToldAgain(services, fact) : await isSettledBeside(services, name, dayHk, fact))
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

type Line = Awaited<ReturnType<typeof settlementLinesOf>>[number];

/** The fact that a line is about; of money that a person gave back, what the person said. */
async function findToldBy({ db }: PaymentServices, gateway: GatewayName, line: Line): Promise<FactRow | null> {
  const fact = await findFactByTxn(db, gateway, line.gatewayTxn, line.kind as FactRow['kind']);
  const sameAs = fact?.detail['sameAs'];
  return typeof sameAs === 'string' ? findFactByTxn(db, gateway, sameAs, line.kind as FactRow['kind']) : fact;
}

/** What a file of that day has, if all is well. What a person gave back by a portal has a week: its day is the person's. */
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

/** What was told at the edge of a day may be in the file of the day beside it. */
async function isSettledBeside(
  { db }: PaymentServices,
  gateway: string,
  dayHk: DayHk,
  { gatewayTxn, kind }: FactRow,
): Promise<boolean> {
  for (const day of [addDaysHk(dayHk, -1), addDaysHk(dayHk, 1)])
    if (
      (await settlementLinesOf(db, gateway, day)).some((line) => line.gatewayTxn === gatewayTxn && line.kind === kind)
    )
      return true;
  return false;
}

/**
 * Of a provider that cannot be asked the file is the answer: what was begun before that day, and is in no file of the day on which
 * its page closed, was not paid.
 */
async function expireUnsettled(services: PaymentServices, gateway: GatewayName, dayHk: DayHk): Promise<void> {
  const before = new Date(instantHk(addDaysHk(dayHk, 1), 0).getTime() - ASKED_FOR_MS);
  for (const { number } of await findUnknownBefore(services.db, gateway, before))
    await recordFacts(services, [
      ownFact({ number, gateway }, 'expired', { source: 'settlement', now: services.clock() }),
    ]);
}
