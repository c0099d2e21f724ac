import { expect, it } from 'vitest';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { simulateCheckouts } from './checkouts.ts';
import { MUTANTS } from './mutants.ts';

// A test that detects no fault proves nothing: each of these must be detected.

/**
 * The violations expected of mutants that concern plans, gifts and cards: fewer checkouts beside the subscribers reveal
 * them.
 */
const OF_PLANS: Readonly<Record<string, RegExp>> = {
  'a stored card is charged twice for a period': /^we know nothing of paid UR\d+-again/,
  'the dollar that proves a card is kept': /^mpgs still holds the authorisation/,
  'a plan goes on after a chargeback of it': /may go on$/,
  'what a bank took back is had for nothing': /for nothing$/,
  'a gift whose money went back is redeemed': /can be redeemed/,
  'renewals are not charged': /was due and not charged$/,
};

/**
 * Most are detected with few checkouts, the others with as many as a run without a mutant has: which process dies when
 * depends on the machine, so few may miss what they find elsewhere.
 */
const SIZES = [12, 40];
const SIZES_OF_PLANS = [8, 40];

async function faultsWith(mutant: string, checkouts: number): Promise<string[]> {
  const database = await createTestDatabase();
  try {
    return (await simulateCheckouts(database, { seed: 881, checkouts, mutant })).faults;
  } finally {
    await database.close();
  }
}

it.each(Object.keys(MUTANTS))('finds that %s', { timeout: 600_000 }, async (mutant) => {
  const words = OF_PLANS[mutant];
  for (const checkouts of words ? SIZES_OF_PLANS : SIZES) {
    const found = (await faultsWith(mutant, checkouts)).filter((fault) => words?.test(fault) ?? true);
    if (found.length > 0) return;
  }
  expect.fail('nothing was found');
});
