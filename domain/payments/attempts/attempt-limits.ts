import type { Db, Tx } from '#db/database.ts';
import { attemptName, countAttempts, demandLeft, forgiveAttempts } from '#domain/attempts/attempts.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { DomainError } from '#shared/domain-error.ts';
import { PAYMENT_LIMITS } from '#shared/limits.ts';
import { payerOfOrder } from '#domain/payments/accounts.store.ts';
import type { FactRow } from '#domain/payments/facts/facts.store.ts';
import type { PaymentMethod } from '#domain/payments/gateway.types.ts';
import { isEnded, START_MS, waitForTry } from '#domain/payments/payments.rules.ts';
import { updateAttempt, type AttemptRow } from '#domain/payments/payments.store.ts';
import type { Order, PaymentServices } from '#domain/payments/payments.types.ts';
import { startedOf } from './started.ts';
import { findTries, hasPaidBefore } from './attempt-limits.store.ts';

// Tries to pay are limited, because card testers try stolen cards at small shops (decision 007). The limits by payer
// are derived from attempts and facts, so that an attempt that is paid after all stops counting by itself.

type Services = Pick<PaymentServices, 'clock' | 'secretKey'>;

const OF_PAYER = [PAYMENT_LIMITS.triesOfPayer, PAYMENT_LIMITS.triesOfPayerADay];
const MAX_TRIES = Math.max(...OF_PAYER.map(({ limit }) => limit));
const MAX_WINDOW_MS = Math.max(...OF_PAYER.map(({ windowMs }) => windowMs));

/** Pseudonym of an address, as stored with an attempt. */
export const fromOf = ({ secretKey }: Pick<Services, 'secretKey'>, remoteIp: string): string =>
  attemptName(secretKey, addressKey(remoteIp));

const limitsOf = (from: string) => [
  { key: `card:hour:${from}`, ...PAYMENT_LIMITS.refusedCardsOfAddress },
  { key: `card:day:${from}`, ...PAYMENT_LIMITS.refusedCardsOfAddressADay },
];

/**
 * Refuses a further try of a payer who had too many, and of a card from an address whose cards were refused too often.
 * Payers who have paid before are not affected by others at their address, and other payment methods stay available to
 * everybody. Scheduled charges of ours are not tries. The count is exact under the lock of the payer's account.
 */
export async function demandTry(
  db: Db,
  services: Services,
  order: Pick<Order, 'memberId' | 'guestId' | 'kind'>,
  { method, profileId = null, remoteIp }: { method: PaymentMethod; profileId?: number | null; remoteIp: string | null },
): Promise<void> {
  const payer = payerOfOrder(order);
  if (payer === null || (profileId !== null && order.kind === 'renewal')) return;
  const now = services.clock();
  const tries = await findTries(db, payer, {
    since: new Date(now.getTime() - MAX_WINDOW_MS),
    startingSince: new Date(now.getTime() - START_MS),
    limit: MAX_TRIES,
  });
  const waitSeconds = waitForTry(tries, OF_PAYER, now);
  if (waitSeconds > 0) throw new DomainError('tooManyRequests', { retry_after_seconds: waitSeconds });
  if (method !== 'card' || remoteIp === null || (await hasPaidBefore(db, payer))) return;
  await demandLeft(db, limitsOf(fromOf(services, remoteIp)), now, 'tooManyCards');
}

/**
 * Counts refused cards by the address from which they were tried; a paid one offsets a refused one. Must be the last
 * step of a transaction, because others that count there wait for its end.
 */
export async function countCards(
  tx: Tx,
  attempts: readonly AttemptRow[],
  news: readonly FactRow[],
  now: Date,
): Promise<void> {
  for (const attempt of attempts) {
    const { from, ...rest } = startedOf(attempt);
    if (from === undefined) continue;
    const told = (kind: FactRow['kind']) =>
      news.some(({ attemptId, kind: is }) => attemptId === attempt.id && is === kind);
    const limits = limitsOf(from);
    if (told('failed') && attempt.redirectedAt !== null) await countAttempts(tx, limits, now);
    if (told('paid') || told('authorised'))
      await forgiveAttempts(
        tx,
        limits.map(({ key }) => key),
      );
    if (isEnded(attempt.state)) await updateAttempt(tx, attempt.id, { started: rest });
  }
}
