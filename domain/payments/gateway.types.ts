import type { CheckoutStart } from './checkout.rules.ts';
import type { FactKind, GatewayName, PaymentMethod } from '#shared/payment-enums.ts';

export type { FactKind, GatewayName, PaymentMethod } from '#shared/payment-enums.ts';

/** A request exactly as a provider or a browser sent it: some providers sign the path as they called it. */
export interface SentRequest {
  method: string;
  /** The public URL with its query, before any proxy rewriting. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** What a gateway needs of an attempt. */
export interface GatewayAttempt {
  number: string;
  method: PaymentMethod;
  amountCents: number;
  /** Shown to the payer on the provider's page. */
  description: string;
  /** Whether the card is stored for later charges; `card_check` authorises and returns 1.00 when nothing is bought. */
  keepsCard: 'no' | 'renews' | 'card_check';
  agreement: string | null;
  periodMonths: number | null;
  gatewayRef: string | null;
  /** Returned by `start`; kept on the server only. */
  secret: Readonly<Record<string, unknown>>;
  createdAt: Date;
  expiresAt: Date;
  isPhone: boolean;
}

interface Started {
  start: CheckoutStart;
  gatewayRef: string | null;
  secret: Record<string, unknown>;
}

/** A card as the provider reports it; we never have its number. */
export interface StoredCard {
  token: string | null;
  agreement: string | null;
  scheme: string;
  last4: string;
  /** Last valid day. */
  endsOn: string;
}

/** A provider's statement about money. Whether it is trusted, and its effects, are decided in one place. */
export interface Fact {
  gateway: GatewayName;
  /** Our attempt number; null if the provider sends none that could be ours. */
  attempt: string | null;
  gatewayTxn: string;
  kind: FactKind;
  cents: number;
  currency: string;
  at: Date;
  /** Contains no name and no card number. */
  detail: Record<string, unknown>;
  card?: StoredCard;
}

export interface SettlementLine {
  /** Unique among the provider's transactions. */
  gatewayTxn: string;
  /** The transaction id used by webhooks and query answers. */
  factTxn: string;
  attempt: string | null;
  kind: 'paid' | 'refunded' | 'chargeback';
  cents: number;
  feeCents: number;
  day: string;
}

/**
 * A payment provider. It does not access our database. Each call has a timeout, and only calls that are safe to repeat
 * are retried. Throws `GatewayTimeoutError` if the provider did not answer and the outcome is unknown.
 */
export interface Gateway {
  name: GatewayName;
  methods: readonly PaymentMethod[];
  start(attempt: GatewayAttempt): Promise<Started>;
  /**
   * Parses a returning browser's request. `attempt` is set only if signed: the bearer may see its result. `trusted` is
   * set if the return is also the only report there is (JETCO).
   */
  readReturn(sent: SentRequest): {
    attempt: string | null;
    hint: 'ok' | 'failed' | 'cancelled' | 'unknown';
    trusted: Fact | null;
  };
  /** Throws `forbidden` if not genuine. A repeated webhook gets the same reply. */
  readWebhook(sent: SentRequest): {
    reply: { status: number; type: string; body: string };
    eventId: string;
    facts: Fact[];
    asks: string[];
  };
  /** Null if the provider has no query call. An empty list: no result yet. */
  query: ((attempt: GatewayAttempt) => Promise<Fact[]>) | null;
  cancel: ((attempt: GatewayAttempt) => Promise<'cancelled' | 'paid' | 'unknown'>) | null;
  /** `number` is the idempotency key where the provider supports one. */
  refund:
    | ((
        attempt: GatewayAttempt,
        refund: { number: string; cents: number; paidTxn: string; reason: string },
      ) => Promise<Fact[]>)
    | null;
  refundStatus: ((attempt: GatewayAttempt, refund: { number: string; paidTxn: string }) => Promise<Fact[]>) | null;
  /** Whether a refund without an answer may be sent again without a query first. */
  refundRepeats: boolean;
  void: ((attempt: GatewayAttempt, authorisedTxn: string) => Promise<Fact[]>) | null;
  chargeStored: ((card: Pick<StoredCard, 'token' | 'agreement'>, attempt: GatewayAttempt) => Promise<Fact[]>) | null;
  /** Stops a schedule at the provider. */
  stopSchedule: ((agreement: string) => Promise<'stopped' | 'unknown'>) | null;
  /** Ids of the schedules that the payments of an attempt set up, by the attempt's number, as far as the provider names them. */
  schedulesOf?: (number: string) => Promise<string[]>;
  /** All charges of a schedule, to catch missed webhooks; null if they cannot be found. */
  chargesOfSchedule?: (agreement: string) => Promise<Fact[] | null>;
  deleteToken: ((token: string) => Promise<void>) | null;
  parseSettlement(file: string): SettlementLine[];
}

/** The provider did not answer; the outcome is unknown. */
export class GatewayTimeoutError extends Error {}
/** Code of a refusal of who asks. Of a repeated call it does not say what became of the first. */
export const NO_ACCESS = 'ACCESS';

/** The provider refused the request, which moved no money; an earlier one may have. */
export class GatewayRefusedError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
