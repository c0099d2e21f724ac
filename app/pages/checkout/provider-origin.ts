import type { CheckoutStart } from '#domain/payments/checkout.rules.ts';

/** External origins that the checkout document may use, for its policy: one provider, one method. */
export function checkoutTerms(start: CheckoutStart | null): string {
  const of = (way: 'form' | 'script', address: string) =>
    // A demo stand-in may be on this site.
    address.startsWith('/') ? 'none' : `${way} ${new URL(address).origin}`;
  switch (start?.kind) {
    case 'form':
      return of('form', start.url);
    case 'script':
      return of('script', start.src);
    // Followed as links, which the policy does not restrict.
    case 'redirect':
    case 'qr':
    case undefined:
      return 'none';
  }
}
