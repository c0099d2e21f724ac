import type { Db, Tx } from '#db/database.ts';
import type { PaymentServices } from '#domain/payments/payments.ts';
import type { MemberActor } from '#shared/actor.ts';

/** Codes can be for films, events and campaign goods, which other modules sell. */
export interface ProductsOfCodes {
  /** Grants a product for a code, without an order. Throws if the member may not have it or already does. */
  give(
    tx: Tx,
    what: { kind: string; id: number },
    memberId: number,
    now: Date,
  ): Promise<{ name: string; path: string }>;
  /** The page of one product, or of a kind. */
  pathOf(kind: string, id: number | null): string;
}

/** Dependencies of buying, renewing and stopping. */
export interface SubscriptionServices {
  db: Db;
  siteUrl: string;
  secretKey: string;
  payments: PaymentServices;
  products: ProductsOfCodes;
  /**
   * Re-authenticates the owner, whose address and phone must not have changed recently, before a card or plan changes.
   * Throws the reason.
   */
  proveOwner(actor: MemberActor, proof: { password?: unknown }, now: Date): Promise<void>;
}
