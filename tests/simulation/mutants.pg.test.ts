import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { simulateCheckouts } from './checkouts.ts';
import { MUTANTS } from './mutants.ts';

// A test that detects no fault proves nothing: each of these must be detected.

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

it.each(Object.keys(MUTANTS))('finds that %s', { timeout: 600_000 }, async (mutant) => {
  const { faults } = await simulateCheckouts(database, { seed: 881, checkouts: 40, mutant });
  expect(faults).not.toEqual([]);
});
