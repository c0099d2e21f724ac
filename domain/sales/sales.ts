// The door for modules that sell, pages and the server.

export type { AskedLine, Buyer, PricedLine, Product, SalesServices } from './sales.types.ts';
export { createSaleQueue } from './sale-queue.ts';

// Selling.
export { productsOfCodes } from './codes.ts';
export { saleFulfilment } from './sale-fulfilment.ts';

export { sell, sellAtOnce } from './selling.ts';

// Guests.
export {
  askGuestProof,
  findGuestOrder,
  guestCookie,
  guestOf,
  openGuestLink,
  proveGuest,
  vouchForGuest,
} from './guests.ts';
export { demandCheckout } from './selling.ts';
export { isGuestLink } from './guest-links.ts';
export { linkGuest, noteAddressProved } from './linking.ts';
