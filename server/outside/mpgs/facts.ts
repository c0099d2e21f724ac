import type { Fact, FactKind, StoredCard } from '#domain/payments/gateway.types.ts';
import { centsOf } from '#server/outside/amounts.ts';
import { isAttemptNumber } from '#server/outside/attempt-number.ts';
import { lastDayOfMonth } from '#server/outside/card-end.ts';
import type { MpgsOrder, MpgsTransaction } from './client.ts';

const MONEY_KINDS: ReadonlyMap<string, FactKind> = new Map([
  ['PAYMENT', 'paid'],
  ['CAPTURE', 'paid'],
  ['AUTHORIZATION', 'authorised'],
  ['REFUND', 'refunded'],
  ['VOID_PAYMENT', 'voided'],
  ['VOID_AUTHORIZATION', 'voided'],
  ['VOID_CAPTURE', 'voided'],
]);

/** Attempts whose outcome the bank does not know yet. They are not refusals and are polled again. */
const UNKNOWN_CODES = new Set(['UNKNOWN', 'TIMED_OUT', 'PENDING', 'SUBMITTED', 'NO_VERIFICATION_PERFORMED']);

/** Void ids derive from the voided transaction, so that a void has the same id however it is reported. */
export const voidIdOf = (txnId: string): string => `v-${txnId}`;

/** Transaction ids are unique only within an order. */
export const txnOf = (orderId: string, txnId: string): string => `${orderId}/${txnId}`;
export const txnIdOf = (gatewayTxn: string): string => gatewayTxn.slice(gatewayTxn.indexOf('/') + 1);

function kindOf({ result, response, transaction }: MpgsTransaction): FactKind | null {
  const kind = MONEY_KINDS.get(transaction.type);
  if (!kind) return null;
  if (result === 'SUCCESS') return kind;
  const isTry = kind === 'paid' || kind === 'authorised';
  return isTry && result === 'FAILURE' && !UNKNOWN_CODES.has(response?.gatewayCode ?? 'UNKNOWN') ? 'failed' : null;
}

/** Whether the outcome of an attempt is still unknown. */
export function isUndecided(told: MpgsTransaction): boolean {
  const kind = MONEY_KINDS.get(told.transaction.type);
  return (kind === 'paid' || kind === 'authorised') && factOfTransaction('', told, new Date(0)) === null;
}

/** A transaction as a fact. Null if no money moved and nothing was refused. */
export function factOfTransaction(orderId: string, told: MpgsTransaction, now: Date): Fact | null {
  const kind = kindOf(told);
  const { id, amount, currency, targetTransactionId } = told.transaction;
  const cents = centsOf(amount);
  if (!kind || cents === null) return null;
  const at = new Date(told.timeOfRecord ?? '');
  const voided = targetTransactionId ?? (id.startsWith('v-') ? id.slice(2) : id);
  return {
    gateway: 'mpgs',
    attempt: isAttemptNumber(orderId) ? orderId : null,
    gatewayTxn: txnOf(orderId, kind === 'voided' ? voided : id),
    kind,
    cents,
    currency: currency ?? '',
    at: Number.isNaN(at.getTime()) ? now : at,
    detail: {
      type: told.transaction.type,
      gatewayCode: told.response?.gatewayCode ?? '',
      acquirerCode: told.response?.acquirerCode ?? '',
      ...(kind === 'refunded' ? { refund: id } : {}),
    },
  };
}

type Source = MpgsOrder['sourceOfFunds'];

/** The card used for an order. Undefined if its data are incomplete. */
export function cardOfSource(
  kept: { token: string | null; agreement: string | null },
  ...sources: Source[]
): StoredCard | undefined {
  for (const source of sources) {
    const card = source?.provided?.card;
    const last4 = (card?.number ?? '').slice(-4);
    const expiry = card?.expiry;
    const [month, year] =
      typeof expiry === 'string' ? [expiry.slice(0, 2), expiry.slice(2)] : [expiry?.month ?? '', expiry?.year ?? ''];
    const endsOn = lastDayOfMonth(month, year);
    const scheme = (card?.scheme ?? card?.brand ?? 'other').toLowerCase();
    if (/^\d{4}$/.test(last4) && endsOn !== null) return { ...kept, scheme, last4, endsOn };
  }
  return undefined;
}
