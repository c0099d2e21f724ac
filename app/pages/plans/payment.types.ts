// Payment data for the browser. The names are those of `domain/payments`.

/** How a browser continues to the provider (`Start` of `domain/payments/gateway.types.ts`). */
export type CheckoutStart =
  | { kind: 'form'; url: string; fields: [name: string, value: string][] }
  | { kind: 'script'; src: string; sessionId: string; mode: 'page' | 'embedded' }
  | { kind: 'redirect'; url: string }
  | { kind: 'qr'; text: string; appUrl: string | null };
