import type { Db, Tx } from '#db/database.ts';
import type { AttemptState, OrderState } from '#shared/payment-enums.ts';
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
  /** Whoever bought it without an account. */
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

/** Value of an order that was taken back where it had moved. */
export interface MovedValue {
  /** Out of credit. */
  creditCents: number;
  /** Out of what other orders gave. */
  fromOrders: { orderId: number; line: OrderLine; cents: number }[];
  /** What was used meanwhile, and could not be taken back. */
  shortCents: number;
}

/** Days over which income is earned. */
interface EarnedOver {
  fromDay: string;
  days: number;
  /** Earned with it: credit that the order was paid with besides money. */
  creditCents?: number;
}

/**
 * What buying a kind of line causes, by the module whose product it is. Both run in the transaction in which the order is paid
 * or refunded, in a savepoint of it: the money stays a fact whatever happens here. Both bear to be run twice.
 */
export interface Fulfilment {
  fulfil(
    tx: Tx,
    order: Order,
    line: OrderLine,
    by: { attempt: Attempt; card: StoredCard | null; now: Date },
  ): Promise<void>;
  /**
   * `cents` of the line go back; all of it where they are what was paid. Answers what of them was found outside the line itself,
   * where its value had moved. `isChargeback`: a bank took them, and asked nobody whether what they paid for is in use.
   */
  reverse(
    tx: Tx,
    order: Order,
    line: OrderLine,
    by: { cents: number; now: Date; isChargeback?: boolean },
  ): Promise<MovedValue | void>;
  /** What of the money of a line is not used, where that is not what is still to be earned of it. `isLimit`: no more can be taken back. */
  unused?(
    tx: Tx,
    order: Order,
    line: OrderLine,
    by: { now: Date },
  ): Promise<{ cents: number; isLimit: boolean } | null>;
  /** Nothing of it will be bought: what was held for it is free again. */
  release(tx: Tx, order: Order, line: OrderLine, by: { now: Date }): Promise<void>;
  /** Its payer is sent to a provider, and may pay until then: what is held for it waits. Throws where it may not. */
  waits?(tx: Tx, order: Order, by: { until: Date; now: Date }): Promise<void>;
  /** Days over which its income is earned; null: at once. Asked after `fulfil`. */
  earnedOver(tx: Tx, order: Order, line: OrderLine): Promise<EarnedOver | null>;
  /** The holder's bank took the money back: nothing more is charged by it. What it paid for ends by `reverse`, or stays. */
  chargedBack?(tx: Tx, order: Order, line: OrderLine, by: { now: Date }): Promise<void>;
  /** Where its buyer is led. */
  pathOf(result: 'success' | 'failure', order: Order): string;
}

/** Money that moved, as a paper about it says it: a receipt, or a note of what went back. */
export interface Paper {
  kind: 'receipt' | 'refund_note';
  orderId: number;
  refundId: number | null;
  cents: number;
  /** When the money moved. */
  paidAt: Date;
  content: {
    /** Our number of the payment, or of the refund. */
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
  /** Makes the names under which addresses are counted. */
  secretKey: string;
  gateways: Readonly<Partial<Record<GatewayName, Gateway>>>;
  /** By the kind of line. */
  fulfilments: Readonly<Record<string, Fulfilment>>;
  /** Told after the transaction that changed what a member may hear. */
  onAccessChanged(memberId: number): Promise<void>;
  /**
   * The order of a charge that a provider made by a calendar of its own, by the number of the schedule; null where it is none
   * of ours.
   */
  orderOfSchedule?(tx: Tx, charge: { agreement: string; gatewayTxn: string; now: Date }): Promise<number | null>;
  /** Has a paper written, in the transaction in which the money moved; its number comes later. */
  /** What a chargeback paid for stays until a person ends it; by default what is not used ends at once. */
  keepsAccessAfterChargeback?: boolean;
  /** Tells the buyer that their bank took a payment back. */
  tellChargeback?(tx: Tx, told: { order: Order; factId: number; cents: number; endsAccess: boolean }): Promise<void>;
  noteReceipt?(tx: Tx, paper: Paper): Promise<void>;
}

export interface SeenFact extends Fact {
  source: 'notice' | 'query' | 'return' | 'settlement' | 'hand';
  /** When its notice came; without one, when it is recorded. */
  receivedAt?: Date;
  /** Its order was made for it, after the provider had charged. */
  isAdopted?: boolean;
}
