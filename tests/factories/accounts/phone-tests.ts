import { afterAll, beforeAll, beforeEach } from 'vitest';
import { attempts } from '#db/tables/attempts.ts';
import { members } from '#db/tables/members.ts';
import { phoneCallbacks, phoneRequests, smsCodes } from '#db/tables/phone-verification.ts';
import { phoneChanges } from '#db/tables/phones.ts';
import { registrations } from '#db/tables/registration.ts';
import { securityEvents } from '#db/tables/security-events.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { addMember, createPhones, type TestPhones } from './phones.ts';

export interface PhoneTest {
  database: TestDatabase;
  phones: TestPhones;
  /** A member with a number that is not verified. */
  memberId: number;
}

/** Registers the set-up of a file of phone tests: one database, and for each test new phones and one member. */
export function beforePhoneTests(mode: 'a2p' | 'p2a', prepared: (test: PhoneTest) => unknown): void {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    const { db } = database;
    const ofPhones = [phoneCallbacks, phoneRequests, smsCodes, phoneChanges];
    for (const table of [...ofPhones, securityEvents, registrations, members, attempts]) await db.delete(table);
    const phones = createPhones(db, mode);
    prepared({ database, phones, memberId: await addMember(db, { phoneNo: '91234567' }) });
  });
}
