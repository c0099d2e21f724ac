import type { Fact, GatewayAttempt, GatewayName } from '#domain/payments/gateway.types.ts';

/** The end of an attempt whose start timed out: its payer never received the page or code. */
export const startTimedOut = (gateway: GatewayName, { number, amountCents, expiresAt }: GatewayAttempt): Fact => ({
  gateway,
  attempt: number,
  gatewayTxn: number,
  kind: 'expired',
  cents: amountCents,
  currency: 'HKD',
  at: expiresAt,
  detail: { reason: 'never begun' },
});
