import { lockAccount, openOrder } from '#domain/payments/payments.ts';
import { lockProfile } from '#domain/subscriptions/profiles.ts';
import { getPlan, type SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';

/** Opens an order that verifies another card and refunds its HK$1.00 (AP-039). Throws 30006, 30007, 31001, 20006. */
export async function changeCreditCard(
  services: SubscriptionServices,
  actor: MemberActor,
  { profileId, password, idempotencyKey }: { profileId: number; password?: unknown; idempotencyKey?: string | null },
  now: Date,
): Promise<{ orderId: number; gateway: 'mpgs' }> {
  await services.proveOwner(actor, { password }, now);
  const { memberId } = actor;
  return services.db.transaction(async (tx) => {
    await lockAccount(tx, memberId);
    const profile = await lockProfile(tx, profileId);
    const isOwn = profile !== null && profile.memberId === memberId;
    // Another member's profile is reported as missing, so that its existence does not leak.
    if (!isOwn || profile.state === 'stopped' || profile.stopAskedAt !== null)
      throw new DomainError('noRecurringProfile');
    if (profile.runId !== null) throw new DomainError('inRenewalBatch');
    if (profile.gateway === 'paydollar') throw new DomainError('periodFixed');
    const plan = await getPlan(tx, profile.planId);
    const line = {
      lineNo: 1,
      kind: 'card_check',
      productId: plan.id,
      name: plan.name,
      quantity: 1,
      // Free: the card-check amount is refunded.
      unitCents: 0,
      discountCents: 0,
      payload: { profileId },
    };
    const order = await openOrder(
      tx,
      { memberId, kind: 'card_check', lines: [line], isAutopay: true, idempotencyKey: idempotencyKey ?? null, now },
      services.payments,
    );
    return { orderId: order.id, gateway: 'mpgs' as const };
  });
}
