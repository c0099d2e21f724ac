import type { Db, Tx } from '#db/database.ts';
import type { PaymentServices } from '#domain/payments/payments.ts';
import type { MemberActor } from '#shared/actor.ts';

/** Films, events and what campaigns sell, as codes know them: what is bought one by one is another room's. */
export interface ProductsOfCodes {
  /** Gives one for a code, without an order. Throws where its member may not have it, or has it. */
  give(
    tx: Tx,
    what: { kind: string; id: number },
    memberId: number,
    now: Date,
  ): Promise<{ name: string; path: string }>;
  /** The page of one, or of all of a kind. */
  pathOf(kind: string, id: number | null): string;
}

/** What buying, renewing and stopping need of the house. */
export interface SubscriptionServices {
  db: Db;
  siteUrl: string;
  secretKey: string;
  payments: PaymentServices;
  products: ProductsOfCodes;
  /**
   * Lets on only who proves to be the owner, and whose address and phone did not change just now: before a card or a plan is
   * touched. Throws why not.
   */
  proveOwner(actor: MemberActor, proof: { password?: unknown }, now: Date): Promise<void>;
}
