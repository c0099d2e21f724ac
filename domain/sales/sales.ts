// The door for modules that sell, pages and the server.

export type { AskedLine, AskedSale, Buyer, PricedLine, Product, SalesServices } from './sales.types.ts';
export { createSaleQueue } from './sale-queue.ts';

// Selling.
export { productsOfCodes } from './codes.ts';
export { saleFulfilment } from './sale-fulfilment.ts';
export { quoteSale } from './quoting.ts';
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
export { emailHashOf, isGuestLink } from './guest-links.ts';
export { linkGuest, noteAddressProved } from './linking.ts';
