import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { simulateCheckouts } from './checkouts.ts';

/** `PAYMENT_SEED=n` repeats the choices of a run that printed it, `PAYMENT_SEED=random` makes new ones. */
const { PAYMENT_SEED = '881', PAYMENT_CHECKOUTS = '40', PAYMENT_KILLS = '0' } = process.env;
const SEED = PAYMENT_SEED === 'random' ? Math.floor(Math.random() * 1_000_000) : Number(PAYMENT_SEED);
const CHECKOUTS = Number(PAYMENT_CHECKOUTS);
const KILLS = Number(PAYMENT_KILLS);

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

it(
  'takes, renews, gives and gives back what six kinds of provider and a process that dies leave of it, to the cent',
  { timeout: 900_000 + CHECKOUTS * 5_000 },
  async () => {
    console.log(`PAYMENT_SEED=${SEED}`);
    const done = await simulateCheckouts(database, {
      seed: SEED,
      checkouts: CHECKOUTS,
      killsAtPoints: KILLS,
      killsAtRandom: 3 * KILLS,
    });
    console.log(`${done.stories} checkouts, ${done.attempts} attempts, killed: ${JSON.stringify([...done.kills])}`);
    // As one text: a list of many words is cut off.
    expect(done.faults.join('\n'), `PAYMENT_SEED=${SEED}`).toBe('');
    expect(done.attempts).toBeGreaterThan(CHECKOUTS / 2);
  },
);
