// What the browser is told of a payment. The names are those of `domain/payments`.

export const GATEWAYS = ['paydollar', 'mpgs', 'payme', 'eft', 'jetco'] as const;
export type Gateway = (typeof GATEWAYS)[number];
export type Method = 'card' | 'payme' | 'alipay' | 'wechat' | 'jetco';

export type OrderState = 'open' | 'paid' | 'cancelled' | 'expired' | 'review' | 'part_refunded' | 'refunded';
export type AttemptState =
  | 'created'
  | 'redirected'
  | 'authorised'
  | 'paid'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'part_refunded'
  | 'refunded'
  | 'review';

/** How a browser goes on to the provider (`Start` of `domain/payments/gateway.types.ts`). */
export type CheckoutStart =
  | { kind: 'form'; url: string; fields: [name: string, value: string][] }
  | { kind: 'script'; src: string; sessionId: string; mode: 'page' | 'embedded' }
  | { kind: 'redirect'; url: string }
  | { kind: 'qr'; text: string; appUrl: string | null };
