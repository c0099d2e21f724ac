import { PAYMENT_METHODS } from '#shared/payment-methods.ts';

/**
 * Kinds of what is bought and paid, and their numbers on the wire. The database, the domain, the server and the pages read them here
 * and nowhere else.
 */

/**
 * EN-26, R-247: the spec names fifteen of 43 kinds and numbers none. They are numbered in its order; 16 to 43 are reserved for those
 * it does not name.
 */
export const TransactionType = {
  SUBSCRIPTION: 1,
  AUTO_RENEW: 2,
  OFF: 3,
  REFUND: 4,
  PENDING_REFUND: 5,
  VOID: 6,
  CARD_AUTHORISATION: 7,
  PLAN_CHANGE: 8,
  CARD_REMOVAL: 9,
  TRANSFER: 10,
  VOD_PURCHASE: 11,
  VOD_REFUND: 12,
  VOD_VOID: 13,
  CAMPAIGN_REDEMPTION: 14,
  OTHER: 15,
} as const;
export type TransactionType = (typeof TransactionType)[keyof typeof TransactionType];

/** EN-28, R-248: five have a name in the spec. Of the two that it reserves, JETCO takes the first; 7 stays free. */
export const PaymentGatewayType = { CREDIT_CARD: 1, OFFLINE: 2, ALIPAY: 3, WECHAT_PAY: 4, PAYME: 5, JETCO: 6 } as const;
export type PaymentGatewayType = (typeof PaymentGatewayType)[keyof typeof PaymentGatewayType];

/** Products sold individually. */
export const PRODUCT_KINDS = ['premium', 'livestream', 'campaign', 'replay'] as const;
export type ProductKind = (typeof PRODUCT_KINDS)[number];

/** EN-27, R-248: labels, without numbers. */
export const PRODUCT_TYPES = ['subscription', ...PRODUCT_KINDS] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** The product types of `salesTransaction`. */
export const SALE_TYPES = ['Premium', 'Livestream', 'Campaign', 'Replay'] as const;
export type SaleType = (typeof SALE_TYPES)[number];
/** Names of what was bought in addresses of result pages; the last two are ours. */
export type ResultType = 'Subscription' | SaleType | 'ChangeCard' | 'Gift';

/** Every gateway of a payment method. */
export type GatewayName = (typeof PAYMENT_METHODS)[PaymentMethod]['gateways'][number];
export type PaymentMethod = keyof typeof PAYMENT_METHODS;
/** EN-51: providers through whose pages or codes a payer pays. */
export type Provider = Exclude<GatewayName, (typeof WITHOUT_PROVIDER)[number]>;
/** Methods offered at a checkout. */
export type OnlineMethod = {
  [Method in PaymentMethod]: (typeof PAYMENT_METHODS)[Method]['gateways'][number] extends Provider ? Method : never;
}[PaymentMethod];

const gatewaysOf = (method: PaymentMethod): readonly GatewayName[] => PAYMENT_METHODS[method].gateways;
const ALL_METHODS = Object.keys(PAYMENT_METHODS) as PaymentMethod[];
/** Gateways without a provider. */
const WITHOUT_PROVIDER = ['offline', 'free'] as const;

export const isProvider = (gateway: string): gateway is Provider => PROVIDERS.some((provider) => provider === gateway);
export const isOnlineMethod = (method: string): method is OnlineMethod =>
  ONLINE_METHODS.some((online) => online === method);

export const GATEWAYS = [...new Set(ALL_METHODS.flatMap(gatewaysOf))] as [GatewayName, ...GatewayName[]];
export const PROVIDERS = GATEWAYS.filter(
  (gateway): gateway is Provider => !WITHOUT_PROVIDER.some((none) => none === gateway),
);
export const ONLINE_METHODS = ALL_METHODS.filter((method): method is OnlineMethod =>
  gatewaysOf(method).every(isProvider),
);
/** EN-14, R-241. */
export const OfflineMethod = { cheque: 1, deposit: 2 } as const;

export const ORDER_STATES = ['open', 'paid', 'cancelled', 'expired', 'review', 'part_refunded', 'refunded'] as const;
export type OrderState = (typeof ORDER_STATES)[number];
/** Why no more of what was paid can be refunded. */
export const KEPT_REASONS = ['gift-redeemed', 'rental-started', 'value-used'] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];
export const ATTEMPT_STATES = [
  'created',
  'redirected',
  'authorised',
  'paid',
  'failed',
  'cancelled',
  'expired',
  'part_refunded',
  'refunded',
  'review',
] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];
/** Kinds of report about money, by a provider or by staff. */
export const FACT_KINDS = [
  'paid',
  'authorised',
  'failed',
  'voided',
  'refunded',
  'cancelled',
  'expired',
  'chargeback',
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** Type of an order by its kind. The spec names none for campaigns and tickets. */
const TYPE_OF_ORDER: Readonly<Record<string, TransactionType>> = {
  subscription: TransactionType.SUBSCRIPTION,
  offline_subscription: TransactionType.SUBSCRIPTION,
  gift: TransactionType.SUBSCRIPTION,
  renewal: TransactionType.AUTO_RENEW,
  plan_change: TransactionType.PLAN_CHANGE,
  card_check: TransactionType.CARD_AUTHORISATION,
  premium: TransactionType.VOD_PURCHASE,
};
export const transactionTypeOf = (orderKind: string): TransactionType =>
  TYPE_OF_ORDER[orderKind] ?? TransactionType.OTHER;

/** Type of what was bought, by the kind of the order: a plan unless it is sold individually. */
export const productTypeOf = (orderKind: string): ProductType =>
  PRODUCT_KINDS.find((kind) => kind === orderKind) ?? 'subscription';

/** Type of the payment method; null: nothing had to be paid. */
export function gatewayTypeOf(method: PaymentMethod): PaymentGatewayType | null {
  const { type } = PAYMENT_METHODS[method];
  return type && PaymentGatewayType[type];
}

/** Online methods by their numbers, then the others: the order of the check constraint of attempts. */
export const METHODS: readonly PaymentMethod[] = [
  ...ONLINE_METHODS.toSorted((a, b) => (gatewayTypeOf(a) ?? 0) - (gatewayTypeOf(b) ?? 0)),
  ...ALL_METHODS.filter((method) => !isOnlineMethod(method)),
];
