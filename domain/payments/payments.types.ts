import type { Db, Tx } from '#db/database.ts';
import type { AttemptState, KeptReason, OrderState } from '#shared/payment-enums.ts';
import type { Fact, Gateway, GatewayName, StoredCard } from './gateway.types.ts';

export interface OrderLine {
  lineNo: number;
  kind: string;
  productId: number;
  name: string;
  quantity: number;
  unitCents: number;
  discountCents: number;
  payload: Record<string, unknown>;
}

export interface Order {
  id: number;
  memberId: number | null;
  /** A buyer without an account. */
  guestId: number | null;
  kind: string;
  state: OrderState;
  totalCents: number;
  capturedCents: number;
  refundedCents: number;
  isAutopay: boolean;
  returnPath: string | null;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  fulfilledAt: Date | null;
  lines: OrderLine[];
}

export interface Attempt {
  id: number;
  orderId: number;
  number: string;
  gateway: GatewayName;
  state: AttemptState;
  amountCents: number;
  profileId: number | null;
}

/** Reversed value of an order that had moved elsewhere. */
export interface MovedValue {
  /** From credit. */
  creditCents: number;
  /** From what other orders granted. */
  fromOrders: { orderId: number; line: OrderLine; cents: number }[];
  /** Used meanwhile; cannot be reversed. */
  shortCents: number;
}

/** The days over which income is earned. */
interface EarnedOver {
  fromDay: string;
  days: number;
  /** Credit used for the order besides money, earned along with it. */
  creditCents?: number;
}

/**
 * Effects of buying one kind of line, implemented by the product's module. They run in a savepoint of the transaction
 * that pays or refunds the order, so a failure does not lose the recorded money. Both must be idempotent.
 */
export interface Fulfilment {
  fulfil(
    tx: Tx,
    order: Order,
    line: OrderLine,
    by: { attempt: Attempt; card: StoredCard | null; now: Date },
  ): Promise<void>;
  /**
   * Reverses `cents` of the line, or all of it if that is all that was paid. Returns how much of them was found outside
   * the line itself, where its value had moved. `isChargeback`: a bank took the money, whether or not what it paid for
   * is in use.
   */
  reverse(
    tx: Tx,
    order: Order,
    line: OrderLine,
    by: { cents: number; now: Date; isChargeback?: boolean },
  ): Promise<MovedValue | void>;
  /**
   * The unused money of a line, if that differs from what is still to be earned of it. `limit`: the most of it that
   * staff can refund, and why it is not more.
   */
  unused?(
    tx: Tx,
    order: Order,
    line: OrderLine,
    by: { now: Date },
  ): Promise<{ cents: number; limit?: { cents: number; why: KeptReason } } | null>;
  /** The line will not be bought: releases what was reserved. */
  release(tx: Tx, order: Order, line: OrderLine, by: { now: Date }): Promise<void>;
  /** The payer is sent to a provider and may pay until then: extends reservations. Throws if it may not. */
  waits?(tx: Tx, order: Order, by: { until: Date; now: Date }): Promise<void>;
  /** Days over which income is earned; null: at once. Called after `fulfil`. */
  earnedOver(tx: Tx, order: Order, line: OrderLine): Promise<EarnedOver | null>;
  /** The holder's bank took the money back: stops further charges. What it paid for ends by `reverse`, or stays. */
  chargedBack?(tx: Tx, order: Order, line: OrderLine, by: { now: Date }): Promise<void>;
  /** Result page of the buyer. */
  pathOf(result: 'success' | 'failure', order: Order): string;
}

/** Money that moved, as stated by a receipt or a refund note. */
export interface Paper {
  kind: 'receipt' | 'refund_note';
  orderId: number;
  refundId: number | null;
  cents: number;
  /** When the money moved. */
  paidAt: Date;
  content: {
    /** Our number of the payment or refund. */
    reference: string;
    gateway: string;
    method: string;
    lines: { kind: string; name: string; quantity: number; unitCents: number; discountCents: number }[];
  };
}

export interface PaymentServices {
  db: Db;
  clock: () => Date;
  siteUrl: string;
  /** Derives the pseudonyms under which addresses are counted. */
  secretKey: string;
  gateways: Readonly<Partial<Record<GatewayName, Gateway>>>;
  /** By line kind. */
  fulfilments: Readonly<Record<string, Fulfilment>>;
  /** Called after the transaction that changed a member's access. */
  onAccessChanged(memberId: number): Promise<void>;
  /** Returns the order of a charge made by a provider's own schedule, by the schedule's id; null if it is not ours. */
  orderOfSchedule?(tx: Tx, charge: { agreement: string; gatewayTxn: string; now: Date }): Promise<number | null>;
  /** Queues a receipt or refund note in the transaction that moves the money; its number is assigned later. */
  /** Keeps access after a chargeback until staff end it; by default unused access ends at once. */
  keepsAccessAfterChargeback?: boolean;
  /** Notifies the buyer of a chargeback. */
  tellChargeback?(tx: Tx, told: { order: Order; factId: number; cents: number; endsAccess: boolean }): Promise<void>;
  noteReceipt?(tx: Tx, paper: Paper): Promise<void>;
}

export interface SeenFact extends Fact {
  source: 'notice' | 'query' | 'return' | 'settlement' | 'hand';
  /** When the webhook arrived; without a webhook, the time of recording is used. */
  receivedAt?: Date;
  /** The order was created for this charge, after the provider had made it. */
  isAdopted?: boolean;
}

/** Shows a browser without its session the outcome of one attempt. */
export interface PaymentTickets {
  ticketFor: (number: string) => string;
  isTicketOf: (ticket: string, number: string) => boolean;
}
