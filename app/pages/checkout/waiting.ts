import type { OnlineMethod } from '#shared/payment-enums.ts';
import { PAYMENT_METHODS } from '#shared/payment-methods.ts';

/** How long a result is awaited, and the polling interval (R-457, K-026, K-027). */
export interface Waiting {
  everyMs: number;
  forMs: number;
}

const CARD_EVERY_MS = 10_000;
const WALLET_EVERY_MS = 5_000;

/** Cards answer within a minute or staff look into it; a wallet is confirmed on a phone within its window. */
export function waitingFor(method: OnlineMethod, isOffer: boolean): Waiting {
  if (PAYMENT_METHODS[method].isWallet) return { everyMs: WALLET_EVERY_MS, forMs: 300_000 };
  return { everyMs: CARD_EVERY_MS, forMs: isOffer ? 180_000 : 60_000 };
}

/** Seconds at which the elapsed time is announced: each half minute, and at the end. */
export const isTold = (seconds: number, forMs: number): boolean =>
  seconds > 0 && (seconds % 30 === 0 || seconds * 1_000 >= forMs);

export const percentOf = (secondsLeft: number, forMs: number): number =>
  Math.min(100, Math.max(0, 100 - (secondsLeft * 100_000) / forMs));
