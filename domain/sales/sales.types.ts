import type { Db, Tx } from '#db/database.ts';
import type { Order, PaymentServices } from '#domain/payments/payments.ts';
import type { Standing } from '#domain/promotions/promotions.rules.ts';
import type { SaleType } from '#shared/payment-enums.ts';

/** Who buys. Of a guest the address is proved. */
export type Buyer = { kind: 'member'; memberId: number } | { kind: 'guest'; guestId: number; email: string };

/** A line as its buyer asks for it: what and how many, never for how much. It is kept in the payload of its line as `asked`. */
export interface AskedLine {
  /** As the room names it: a tier, a good; else the kind of the product. */
  kind: string;
  id: number;
  /** Which one, of things that are one of a kind. */
  unit: string | null;
  quantity: number;
  promotionCode: string | null;
}

/** The same with its name and price of this moment. `discountCents` is what the room takes off; a code is taken off after it. */
export interface PricedLine {
  productId: number;
  name: string;
  quantity: number;
  unitCents: number;
  discountCents: number;
  payload: Record<string, unknown>;
}

/** What a room sells, handed in by `server/sales.ts` by the product type of the wire. */
export interface Product<Kind extends string = string> {
  /** Of the order and its lines. */
  kind: Kind;
  /** Whether a guest may buy it. */
  forGuests: boolean;
  /**
   * Names and prices of the server, a line for each that is asked for, in their order. Refuses what may not be bought: not on
   * sale (`productNotFound`), owned already (`alreadyOwned`), an address that is not verified, terms of another version. In
   * the transaction, under the lock of its buyer's account.
   */
  price(
    tx: Tx,
    buyer: Buyer,
    lines: readonly AskedLine[],
    now: Date,
    asked: { termsVersion: string | null },
  ): Promise<PricedLine[]>;
  /** Holds what runs out, for an order that was just opened; throws `quotaFull` where nothing is left. */
  hold(tx: Tx, order: Order, lines: readonly PricedLine[], until: Date): Promise<void>;
  /** Gives what a code to be redeemed is for, without an order. Absent: nothing of the kind is redeemed. */
  redeem?(
    tx: Tx,
    buyer: Extract<Buyer, { kind: 'member' }>,
    productId: number,
    now: Date,
  ): Promise<{ name: string; path: string }>;
  /** Page of one, or of all: where a code that is for it leads. */
  pathOf?(productId: number | null): string;
  /** Whether it is bought in the order of coming, as what runs out is. */
  isQueued?: boolean;
}

/** By the product type of the wire. */
export type Products = Readonly<Partial<Record<SaleType, Product>>>;

/** Serves those who want what runs out, in the order of coming. */
export interface SaleQueue {
  /**
   * Serves a buyer in their turn: their order, or their place where it is not their turn yet. Throws as `work` does. `open`
   * finds what they were served with before.
   */
  pass(
    item: string,
    buyer: string,
    how: { open: () => Promise<Order | null>; work: () => Promise<Order> },
  ): Promise<Order | Place>;
}

export interface SalesServices {
  db: Db;
  payments: PaymentServices;
  products: Products;
  queue: SaleQueue;
  /** Whether a member never had a plan, had one, or has one: some codes are for one of these. */
  standingOf(db: Db, memberId: number, now: Date): Promise<Standing>;
  siteUrl: string;
  secretKey: string;
  /** Our page on which an order is paid by its buyer. */
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

/** What an asker is told: their order, or their place in the queue for it. */
export type Sale =
  | { order: Order; checkoutPath: string; place: null }
  | { order: null; checkoutPath: null; place: Place };

/** A number in the order of coming, and when to ask again. */
export interface Place {
  number: number;
  ahead: number;
  everyMs: number;
}
