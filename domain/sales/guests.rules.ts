// How guests prove their address. What they may buy is `forGuests` of each product.

const MINUTE_MS = 60_000;

export const CODE_DIGITS = 6;
export const CODE_MS = 10 * MINUTE_MS;
export const CODE_TRIES = 5;
export const LINK_MS = 24 * 60 * MINUTE_MS;
/** A browser need not verify the address again for this long. */
export const PROOF_MS = 30 * 24 * 60 * MINUTE_MS;
