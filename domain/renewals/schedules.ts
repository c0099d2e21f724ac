import { findSetUpNumbers, type ProfileRow } from '#domain/subscriptions/profiles.ts';
import type { SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';

/** The schedules of a profile. One whose id was never reported is known to its provider by the payment that set it up. */
export async function schedulesOf(
  { db, payments }: Pick<SubscriptionServices, 'db' | 'payments'>,
  { id, gatewayAgreement }: ProfileRow,
): Promise<string[]> {
  if (gatewayAgreement !== null) return [gatewayAgreement];
  const ask = payments.gateways.paydollar?.schedulesOf;
  const found: string[] = [];
  if (ask) for (const number of await findSetUpNumbers(db, id)) found.push(...(await ask(number)));
  return found;
}
