import type { CheckoutStart } from '#domain/payments/checkout.rules.ts';
import type { GatewayAttempt, StoredCard } from '#domain/payments/gateway.types.ts';
import { isCardCheck } from '#domain/payments/payments.rules.ts';
import type { AttemptRow } from '#domain/payments/payments.store.ts';
import type { Order } from '#domain/payments/payments.types.ts';

/** What is stored from the start of an attempt, for reloads and later steps. */
interface StartedRecord {
  start?: CheckoutStart;
  /** From the provider, for the server only. */
  secret?: Record<string, unknown>;
  isPhone?: boolean;
  /** Pseudonym of the address from which a card is tried, until the attempt is paid or its window ends. */
  from?: string;
  /** The card as reported by its provider, for charging it again. */
  card?: StoredCard;
}

export const startedOf = ({ started }: Pick<AttemptRow, 'started'>): StartedRecord => started ?? {};

const wordOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** An attempt as passed to a gateway. */
export function gatewayAttemptOf(order: Order, attempt: AttemptRow): GatewayAttempt {
  const { secret = {}, isPhone = false } = startedOf(attempt);
  const payload = order.lines[0]?.payload ?? {};
  const keepsCard = isCardCheck(order) ? 'card_check' : order.isAutopay ? 'renews' : 'no';
  const months = payload['periodMonths'];
  return {
    number: attempt.number,
    method: attempt.method,
    amountCents: attempt.amountCents,
    description: order.lines.map(({ name }) => name).join(', '),
    keepsCard,
    // A new series is named after its first attempt.
    agreement: wordOf(payload['agreement']) ?? (keepsCard === 'no' ? null : attempt.number),
    periodMonths: typeof months === 'number' ? months : null,
    gatewayRef: attempt.gatewayRef,
    secret,
    createdAt: attempt.createdAt,
    expiresAt: attempt.expiresAt,
    isPhone,
  };
}
