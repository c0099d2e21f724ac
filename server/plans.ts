import { OFFLINE_FULFILMENT, type OfflineServices } from '#domain/offline-applications/offline-applications.ts';
import type { PaymentServices } from '#domain/payments/payments.ts';
import { subscriptionFulfilments, type SubscriptionServices } from '#domain/subscriptions/subscriptions.ts';
import type { FileStorage } from '#shared/file-storage.ts';
import type { PictureDecoder } from '#shared/picture-decoder.ts';

/** Who gives what was bought of plans, by the kind of line. */
export const planFulfilments = (of: { siteUrl: string; secretKey: string }): PaymentServices['fulfilments'] => ({
  ...subscriptionFulfilments(of),
  offline_subscription: OFFLINE_FULFILMENT,
});

/** What plans, and applications for them, need of the house. */
export function createPlanServices(
  payments: PaymentServices,
  {
    secretKey,
    files,
    pictures,
    proveOwner,
  }: {
    secretKey: string;
    files: FileStorage;
    pictures: PictureDecoder;
    proveOwner: SubscriptionServices['proveOwner'];
  },
): { subscriptions: SubscriptionServices; offline: OfflineServices } {
  const { db, siteUrl } = payments;
  return {
    subscriptions: { db, siteUrl, secretKey, payments, proveOwner },
    offline: { db, siteUrl, payments, files, pictures },
  };
}
