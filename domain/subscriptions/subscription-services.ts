import type { Db } from '#db/database.ts';
import type { PaymentServices } from '#domain/payments/payments.ts';
import type { MemberActor } from '#shared/actor.ts';

/** What buying, renewing and stopping need of the house. */
export interface SubscriptionServices {
  db: Db;
  siteUrl: string;
  secretKey: string;
  payments: PaymentServices;
  /**
   * Lets on only who proves to be the owner, and whose address and phone did not change just now: before a card or a plan is
   * touched. Throws why not.
   */
  proveOwner(actor: MemberActor, proof: { password?: unknown }, now: Date): Promise<void>;
}
