import type { CheckoutStart } from '#app/pages/plans/payment.types.ts';

/** What the document of a checkout may reach beside this site, as its policy is told: one provider, one way. */
export function checkoutTerms(start: CheckoutStart | null): string {
  const of = (way: 'form' | 'script', address: string) =>
    // A stand-in of the demo may stand on this site.
    address.startsWith('/') ? 'none' : `${way} ${new URL(address).origin}`;
  switch (start?.kind) {
    case 'form':
      return of('form', start.url);
    case 'script':
      return of('script', start.src);
    // Followed as links: no policy asks about them.
    case 'redirect':
    case 'qr':
    case undefined:
      return 'none';
  }
}
