import { createTestDatabase } from '#tests/setup/pg.ts';
import { simulateCheckouts } from '#tests/simulation/checkouts.ts';
import { POINTS } from '#tests/simulation/points.ts';
import type { Row } from './measure.ts';

const CHECKOUTS = Number(process.env['CHECKOUTS'] ?? 5_000);
const KILLS_EACH = Number(process.env['KILLS'] ?? 20);

/** A larger run of the suite's simulation: every named point is killed a given number of times, others at random. */
export async function paymentsSimulationBench(): Promise<Row[]> {
  const seed = Number(process.env.PAYMENT_SEED ?? Math.floor(Math.random() * 1_000_000));
  console.log(`PAYMENT_SEED=${seed}`);
  const database = await createTestDatabase();
  try {
    const { stories, attempts, kills, faults } = await simulateCheckouts(database, {
      seed,
      checkouts: CHECKOUTS,
      killsAtPoints: KILLS_EACH,
      killsAtRandom: 100,
    });
    for (const fault of faults) console.log(fault);
    const deaths = [...kills.values()].reduce((sum, times) => sum + times, 0);
    return [
      {
        promise: `checkouts by six kinds of provider, our process killed at ${POINTS.length} points and at random`,
        figure: `${stories} checkouts, ${attempts} attempts, ${deaths} deaths: ${faults.length} faults (seed ${seed})`,
        limit: 'no fault',
        holds: faults.length === 0,
      },
    ];
  } finally {
    await database.close();
  }
}
