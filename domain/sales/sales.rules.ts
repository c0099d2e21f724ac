// Pure decisions of selling.

const MINUTE_MS = 60_000;

/** How long an order is held for its buyer, and the maximum while they are at a provider. */
export const HOLD_MS = 10 * MINUTE_MS;
const MAX_HOLD_MS = 30 * MINUTE_MS;

/** Lines per order: films, tickets, goods. */
export const MAX_LINES = 10;
/** Pieces per line; a product may allow fewer. */
export const MAX_QUANTITY = 99;

/** A queue entry expires this long after the buyer's last heartbeat. */
export const ENTRY_KEPT_MS = 10 * MINUTE_MS;

/** Retention of verified guests without orders. */
export const ORDERLESS_KEPT_DAYS = 90;
/** Retry interval of queued clients, with jitter so that they do not return at once. */
const ASK_AGAIN_MS = { least: 2_000, most: 4_000 } as const;
/** Beyond this many buyers ahead, the interval doubles. */
const FAR_BACK = 500;
/** A buyer silent for longer is passed. */
export const ENTRY_SILENT_MS = 15_000;
/**
 * Interval at which a process writes the heartbeats of its buyers, together. With the longest interval of clients it is
 * less than `ENTRY_SILENT_MS`, or other processes would pass those who wait.
 */
export const HEARTBEATS_WRITTEN_MS = 5_000;
/** Interval at which a process reads who waits and who was served elsewhere. */
export const STANDING_READ_MS = 1_000;
/** Maximum reply time: a buyer not served by then gets their position, and is served regardless. */
export const REPLY_WITHIN_MS = 1_200;
/** With this many ahead, a buyer gets their position at once. */
export const SERVED_SOON = 50;
/** How long a sold-out result is cached. */
export const EMPTY_FOR_MS = 1_000;

/** Until when an order's holds can wait for a payer at a provider until `until`; null if it has waited long enough. */
export function waitsUntil(createdAt: Date, until: Date, now: Date): Date | null {
  const last = new Date(createdAt.getTime() + MAX_HOLD_MS);
  if (now >= last) return null;
  return until < last ? until : last;
}

interface AskedLike {
  kind: string;
  id: number;
  unit: string | null;
  quantity: number;
  promotionCode: string | null;
}

/** Two submits with the same key are the same order. */
export const askedKey = (lines: readonly AskedLike[], termsVersion: string | null): string =>
  JSON.stringify([
    lines.map(({ kind, id, unit, quantity, promotionCode }) => [kind, id, unit, quantity, promotionCode ?? '']),
    termsVersion,
  ]);

/** Queue name: the same item shares a queue. */
export const itemOf = (orderKind: string, lines: readonly AskedLike[]): string =>
  `${orderKind}:${lines[0]?.id ?? 0}:${lines[0]?.kind ?? ''}`;

/** `draw`: random, from 0 to 1, for jitter. */
export const askAgainMs = (draw: number, ahead: number): number =>
  Math.round(ASK_AGAIN_MS.least + draw * (ASK_AGAIN_MS.most - ASK_AGAIN_MS.least)) * (ahead < FAR_BACK ? 1 : 2);
