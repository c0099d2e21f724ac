import { importSettlement, matchLine, settlementLinesOf } from '#domain/ledger/ledger.ts';
import { DomainError } from '#shared/domain-error.ts';
import { addDaysHk, instantHk, type DayHk } from '#shared/hk-time.ts';
import { findFactByTxn, findMoved, type FactRow } from './facts.store.ts';
import type { GatewayName } from './gateway.types.ts';
import { CURRENCY } from './payments.rules.ts';
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
    const fact = await findFactByTxn(db, name, line.gatewayTxn, line.kind as FactRow['kind']);
    if (!fact) continue;
    settled.add(fact.id);
    if (fact.cents !== line.cents) done.differing += 1;
    await db.transaction(async (tx) => {
      if (line.factId === null) await matchLine(tx, line.id, fact.id);
      if (fact.cents !== line.cents)
        await openWork(tx, {
          kind: 'settlement_difference',
          subject: `line:${line.id}`,
          attemptId: fact.attemptId,
          detail: { gateway: name, gatewayTxn: line.gatewayTxn, told: fact.cents, settled: line.cents },
          now: services.clock(),
        });
    });
  }
  // What was told at the edge of a day may be in the file of the day beside it.
  const moved = await findMoved(db, name, instantHk(dayHk, 0), instantHk(addDaysHk(dayHk, 1), 0));
  for (const fact of moved) {
    if (settled.has(fact.id) || fact.source === 'settlement') continue;
    const isBeside = await isSettledBeside(services, name, dayHk, fact);
    if (isBeside) continue;
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
  return done;
}

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
