import { balances } from '#domain/ledger/ledger.ts';
import { listWork, orderStory } from '#domain/payments/payments.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { makeGivenTable, PAY_START, type PaymentHouse } from './payments.ts';

/** An empty database in which payments can be fulfilled. */
export async function createPaymentDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await makeGivenTable(database.db);
  return database;
}

/** Queries of payment tests on the current services. */
export const looksOf = (now: () => PaymentHouse) => ({
  later: (minutes: number): void => {
    now().clock.now = new Date(PAY_START.getTime() + minutes * 60_000);
  },
  rowOf: async (id: number) => (await orderStory(now().services.db, id)).order,
  /** Kinds of open work items. */
  work: async () => (await listWork(now().services.db, 100)).map(({ kind }) => kind),
  /** Accounts with a balance. */
  booked: async () =>
    Object.fromEntries(
      (await balances(now().services.db))
        .filter(({ cents }) => cents !== 0)
        .map(({ account, cents }) => [account, cents]),
    ),
});
