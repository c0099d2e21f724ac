import type { FactKind, GatewayName, PaymentMethod } from '#shared/payment-enums.ts';

export type { FactKind, GatewayName, PaymentMethod } from '#shared/payment-enums.ts';

/** A request as a provider or a browser sent it, byte for byte: some sign the path as they called it. */
export interface SentRequest {
  method: string;
  /** The public address with its query, whatever a proxy made of it. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** What a gateway needs to know of an attempt. */
export interface GatewayAttempt {
  number: string;
  method: PaymentMethod;
  amountCents: number;
  /** What the payer reads on the provider's page. */
  description: string;
  /** A card that is to be charged again later; with 1.00 that is held and given back where nothing is bought. */
  keepsCard: 'no' | 'renews' | 'card_check';
  agreement: string | null;
  periodMonths: number | null;
  gatewayRef: string | null;
  /** What `start` gave to be kept by the server alone. */
  secret: Readonly<Record<string, unknown>>;
  createdAt: Date;
  expiresAt: Date;
  isPhone: boolean;
}

/** How a browser goes on to the provider. */
export type Start =
  | { kind: 'form'; url: string; fields: [name: string, value: string][] }
  | { kind: 'script'; src: string; sessionId: string; mode: 'page' | 'embedded' }
  | { kind: 'redirect'; url: string }
  | { kind: 'qr'; text: string; appUrl: string | null };

interface Started {
  start: Start;
  gatewayRef: string | null;
  secret: Record<string, unknown>;
}

/** A card as a provider tells of it; its number is not ours to know. */
export interface StoredCard {
  token: string | null;
  agreement: string | null;
  scheme: string;
  last4: string;
  /** Last good day. */
  endsOn: string;
}

/** Something that a provider says of money; whether it is believed and what follows from it is decided in one place. */
export interface Fact {
  gateway: GatewayName;
  /** Our number of the attempt; null where the provider names none that could be ours. */
  attempt: string | null;
  gatewayTxn: string;
  kind: FactKind;
  cents: number;
  currency: string;
  at: Date;
  /** No name, no card number. */
  detail: Record<string, unknown>;
  card?: StoredCard;
}

export interface SettlementLine {
  /** Named so that no other transaction of the provider has the name. */
  gatewayTxn: string;
  /** The name by which notices and answers tell of it. */
  factTxn: string;
  attempt: string | null;
  kind: 'paid' | 'refunded' | 'chargeback';
  cents: number;
  feeCents: number;
  day: string;
}

/**
 * A provider. Nothing in it reads or writes our database; each call has a timeout, and only what may be sent twice is sent
 * again. A call that got no answer throws `GatewaySilent`: what became of it is not known.
 */
export interface Gateway {
  name: GatewayName;
  methods: readonly PaymentMethod[];
  start(attempt: GatewayAttempt): Promise<Started>;
  /**
   * A browser that came back. `attempt` as something signed names it: who brings that may see what became of it. `trusted` where
   * it is also all there is (JETCO).
   */
  readReturn(sent: SentRequest): {
    attempt: string | null;
    hint: 'ok' | 'failed' | 'cancelled' | 'unknown';
    trusted: Fact | null;
  };
  /** Throws `forbidden` for what is not genuine. The reply is the same for what was told before. */
  readNotice(sent: SentRequest): {
    reply: { status: number; type: string; body: string };
    eventId: string;
    facts: Fact[];
    asks: string[];
  };
  /** Null: it has no way to be asked. An empty list: nothing is known yet. */
  query: ((attempt: GatewayAttempt) => Promise<Fact[]>) | null;
  cancel: ((attempt: GatewayAttempt) => Promise<'cancelled' | 'paid' | 'unknown'>) | null;
  /** `number` makes it the same refund where the provider has such a key. */
  refund:
    | ((
        attempt: GatewayAttempt,
        refund: { number: string; cents: number; paidTxn: string; reason: string },
      ) => Promise<Fact[]>)
    | null;
  refundStatus: ((attempt: GatewayAttempt, refund: { number: string; paidTxn: string }) => Promise<Fact[]>) | null;
  /** Whether a refund that got no answer may be sent again unasked. */
  refundRepeats: boolean;
  void: ((attempt: GatewayAttempt, authorisedTxn: string) => Promise<Fact[]>) | null;
  chargeStored: ((card: Pick<StoredCard, 'token' | 'agreement'>, attempt: GatewayAttempt) => Promise<Fact[]>) | null;
  /** Ends a schedule of the provider's own. */
  stopSchedule: ((agreement: string) => Promise<'stopped' | 'unknown'>) | null;
  /** All that a schedule charged, for what no notice told of; null where it cannot be found. */
  chargesOfSchedule?: (agreement: string) => Promise<Fact[] | null>;
  deleteToken: ((token: string) => Promise<void>) | null;
  parseSettlement(file: string): SettlementLine[];
}

/** A call to a provider got no answer that says what became of it. */
export class GatewaySilent extends Error {}
/** A provider refused what was asked; nothing moved. */
export class GatewayRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
