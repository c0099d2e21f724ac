import type { Tx } from '#db/database.ts';
import { replayPrices } from '#db/tables/replay-sales.ts';

/** Programmes of the demo whose replays are sold one by one, with the price of one. */
const PRICES: readonly (readonly [programId: number, cents: number])[] = [
  [1001, 1_200],
  [1031, 1_800],
  [1032, 1_800],
];

export async function seedReplayPrices(tx: Tx): Promise<number> {
  await tx
    .insert(replayPrices)
    .values(PRICES.map(([programId, priceCents]) => ({ programId, priceCents })))
    .onConflictDoNothing();
  return PRICES.length;
}
