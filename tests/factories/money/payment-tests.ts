import { afterAll, beforeAll, beforeEach } from 'vitest';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { createPaymentDatabase } from './payment-looks.ts';
import { createPaymentHouse, emptyPayments, type PaymentHouse } from './payments.ts';

export interface PaymentTest {
  database: TestDatabase;
  house: PaymentHouse;
  /** A member who has bought nothing yet. */
  me: number;
}

/** Registers the set-up of a file of payment tests: one database, and for each test no payments, new providers and a new payer. */
export function beforePaymentTests(prepared: (test: PaymentTest) => unknown): void {
  let database: TestDatabase;
  let payers = 0;
  beforeAll(async () => {
    database = await createPaymentDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    const house = createPaymentHouse(database.db);
    const me = await insertMember(database.db, `buyer${++payers}@member.example`);
    await emptyPayments(database);
    prepared({ database, house, me });
  });
}
