import { expect, it } from 'vitest';
import { createTestDatabase } from '#tests/setup/pg.ts';
import { simulateCheckouts } from './checkouts.ts';
import { MUTANTS } from './mutants.ts';

// A test that detects no fault proves nothing: each of these must be detected, by the violation expected of it.

/** Mutants of one run, whose violations differ, and none of which hides another's. */
const RUNS: readonly Readonly<Record<string, RegExp>>[] = [
  {
    'what cannot be given is called given': /\(paid\) was given 0 times$/,
    'an order that is over keeps its code': /^codes count \d+ used and [1-9]\d* held/,
    'a receipt is forgotten': /has 0 receipts, 0 mailed$/,
    'less goes back than was meant': /^nobody expected the work item refund_differs/,
    'a stored card is charged twice for a period': /^we know nothing of paid UR\d+-again/,
    'the dollar that proves a card is kept': /^mpgs still holds the authorisation/,
  },
  {
    'a payment is given outside its transaction':
      / is heard and not paid$|was given [2-9]\d* times$|^the books have credit of/,
    'a plan goes on after a chargeback of it': /may go on$/,
  },
  {
    'what was refunded is not taken back': /\(refunded\) is heard and not paid$/,
    'a code is not counted': /^codes count/,
  },
  {
    'what a bank took back is had for nothing': /for nothing$/,
    'a gift whose money went back is redeemed': /can be redeemed/,
  },
  {
    'refunds are written down and not sent': /^nobody expected the work item failed_refund|was given 0 times$/,
    'renewals are not charged': /was due and not charged$/,
  },
  { 'nobody is ever asked': /was known by its settlement alone$/ },
  { 'the same payment is taken for another each time': / knows nothing of paid .*-\d+$/ },
];

/**
 * Most are detected with few checkouts, the others alone and with as many as a run without a mutant has: which process
 * dies when depends on the machine, so few may miss what they find elsewhere.
 */
const FEW = 12;
const MANY = 40;

/** Few checkouts of the usual seed have no chargeback that this one makes free. */
const SEEDS: Record<string, number> = { 'what a bank took back is had for nothing': 864 };

async function faultsWith(mutants: readonly string[], checkouts: number): Promise<string[]> {
  const database = await createTestDatabase();
  try {
    const seed = SEEDS[mutants[0] ?? ''] ?? 881;
    return (await simulateCheckouts(database, { seed, checkouts, mutants })).faults;
  } finally {
    await database.close();
  }
}

const together = new Map<(typeof RUNS)[number], Promise<string[]>>();

it.each(Object.keys(MUTANTS))('finds that %s', { timeout: 600_000 }, async (mutant) => {
  const run = RUNS.find((known) => mutant in known);
  if (!run) return expect.fail('it is in no run');
  if (!together.has(run)) together.set(run, faultsWith(Object.keys(run), FEW));
  const isExpected = (fault: string) => run[mutant]!.test(fault);
  if ((await together.get(run)!).some(isExpected)) return;
  expect(await faultsWith([mutant], MANY)).toContainEqual(expect.stringMatching(run[mutant]!));
});
