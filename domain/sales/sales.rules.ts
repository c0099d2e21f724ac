// What selling decides, without asking anybody.

const MINUTE_MS = 60_000;

/** How long what was asked for is kept for its buyer, and how long at most while they are at a provider. */
export const HOLD_MS = 10 * MINUTE_MS;
const LONGEST_HOLD_MS = 30 * MINUTE_MS;

export const MAX_LINES = 10;
export const MAX_QUANTITY = 99;

/** A place goes so long after the last sign of its buyer. */
export const PLACE_KEPT_MS = 10 * MINUTE_MS;
/** Who has a place is told to ask again in about so long; spread, so that not all come at once. */
const ASK_AGAIN_MS = { least: 2_000, most: 4_000 } as const;
/** Who has so many before them asks half as often. */
const FAR_BACK = 500;
/** Who was not seen for longer does not hold up those behind them. */
export const PLACE_SILENT_MS = 15_000;
/** So often the database hears that somebody still waits. */
export const PLACE_TOLD_MS = 60_000;
/** A reply comes within this: who is not served by then is told their place, and is served all the same. */
export const REPLY_WITHIN_MS = 1_200;
/** Whoever has so many before them would wait for nothing: they hear their place at once. */
export const SERVED_SOON = 50;
/** How long nobody need ask the database where nothing was left. */
export const EMPTY_FOR_MS = 1_000;

/** Until when what an order holds may wait for a payer who is at a provider until `until`. Null: it has waited long enough. */
export function waitsUntil(createdAt: Date, until: Date, now: Date): Date | null {
  const last = new Date(createdAt.getTime() + LONGEST_HOLD_MS);
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

/** What two presses have to have in common to be one order. */
export const askedKey = (lines: readonly AskedLike[], termsVersion: string | null): string =>
  JSON.stringify([
    lines.map(({ kind, id, unit, quantity, promotionCode }) => [kind, id, unit, quantity, promotionCode ?? '']),
    termsVersion,
  ]);

/** What is queued for: whoever wants the same waits in one line. */
export const itemOf = (orderKind: string, lines: readonly AskedLike[]): string =>
  `${orderKind}:${lines[0]?.id ?? 0}:${lines[0]?.kind ?? ''}`;

/** A draw between 0 and 1 spreads who asks again. */
export const askAgainMs = (draw: number, ahead: number): number =>
  Math.round(ASK_AGAIN_MS.least + draw * (ASK_AGAIN_MS.most - ASK_AGAIN_MS.least)) * (ahead < FAR_BACK ? 1 : 2);

// GUESTS

export const CODE_DIGITS = 6;
export const CODE_MS = 10 * MINUTE_MS;
export const CODE_TRIES = 5;
export const LINK_MS = 24 * 60 * MINUTE_MS;
/** For so long a browser need not prove the address again. */
export const PROOF_MS = 30 * 24 * 60 * MINUTE_MS;
