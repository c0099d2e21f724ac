import type { Db, Tx } from '#db/database.ts';
import type { Order, PaymentServices } from '#domain/payments/payments.ts';
import type { Standing } from '#domain/promotions/promotions.rules.ts';
import type { SaleType } from '#shared/payment-enums.ts';

/** The buyer. A guest's address is verified. */
export type Buyer = { kind: 'member'; memberId: number } | { kind: 'guest'; guestId: number; email: string };

/** A requested line: what and how many, never a price. Stored in the line's payload as `asked`. */
export interface AskedLine {
  /** The product's own kind, such as a tier or a good; else the product kind. */
  kind: string;
  id: number;
  /** Which one, of unique items. */
  unit: string | null;
  quantity: number;
  promotionCode: string | null;
}

/**
 * The line with its current name and price. `discountCents` is the product's own discount; a code's is applied after
 * it.
 */
export interface PricedLine {
  productId: number;
  name: string;
  quantity: number;
  unitCents: number;
  discountCents: number;
  payload: Record<string, unknown>;
}

/** A product type, injected by `server/services/sales.ts` under its wire name. */
export interface Product<Kind extends string = string> {
  /** Kind of the order and its lines. */
  kind: Kind;
  /** Whether guests can buy it. */
  forGuests: boolean;
  /**
   * Names and prices of the requested lines, in order. Throws if not on sale (`productNotFound`), already owned
   * (`alreadyOwned`), the address is unverified, or the terms changed. Runs in the transaction, under the lock of the
   * buyer's account.
   */
  price(
    tx: Tx,
    buyer: Buyer,
    lines: readonly AskedLine[],
    now: Date,
    asked: { termsVersion: string | null },
  ): Promise<PricedLine[]>;
  /** Holds limited items for a new order; throws `quotaFull` if none are left. */
  hold(tx: Tx, order: Order, lines: readonly PricedLine[], until: Date): Promise<void>;
  /** Grants what a redeem code is for, without an order. Absent if the kind cannot be redeemed. */
  redeem?(
    tx: Tx,
    buyer: Extract<Buyer, { kind: 'member' }>,
    productId: number,
    now: Date,
  ): Promise<{ name: string; path: string }>;
  /** Page of one product, or of all; where a code leads. */
  pathOf?(productId: number | null): string;
  /** Whether it is sold by the queue, as limited items are. */
  isQueued?: boolean;
}

/** By the product type of the wire. */
export type Products = Readonly<Partial<Record<SaleType, Product>>>;

/** Serves buyers of limited items in order of arrival. */
export interface SaleQueue {
  /**
   * Serves a buyer in turn: returns their order, or their position if it is not their turn. Throws as `work` does.
   * `open` finds an order they already have.
   */
  pass(
    item: string,
    buyer: string,
    how: { open: () => Promise<Order | null>; work: () => Promise<Order> },
  ): Promise<Order | QueuePosition>;
}

export interface SalesServices {
  db: Db;
  payments: PaymentServices;
  products: Products;
  queue: SaleQueue;
  /** Whether a member never had a plan, had one, or has one; some codes depend on it. */
  standingOf(db: Db, memberId: number, now: Date): Promise<Standing>;
  siteUrl: string;
  secretKey: string;
  /** The page where the buyer pays an order. */
  checkoutPath(order: Order): string;
}

export interface AskedSale {
  productType: SaleType;
  lines: readonly AskedLine[];
  termsVersion: string | null;
  utmMedium: string | null;
  utmSource: string | null;
  idempotencyKey: string | null;
  returnPath: string | null;
}

/** The result: an order, or a position in its queue. */
export type Sale =
  | { order: Order; checkoutPath: string; position: null }
  | { order: null; checkoutPath: null; position: QueuePosition };

/** Queue number, and when to retry. */
export interface QueuePosition {
  number: number;
  ahead: number;
  everyMs: number;
}
