import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findMemberPhone, hasVerifiedPhone } from '#domain/members/phone-numbers.ts';
import { findRegistrationPhone } from '#domain/registration/registration.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { plansOf, scannedTables } from '#tests/setup/plans.ts';
import { findOpenPhoneChange } from '#domain/phones/phones.ts';
import * as requests from './phone-requests.store.ts';
import * as codes from './sms-codes.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await db.execute(sql`
    insert into members (id, email, email_key, phone_no_country, phone_no, phone_verified_at)
    select i, i || '@example.com', i || '@example.com', 852, (60000000 + i)::text, case when i % 2 = 0 then now() end
    from generate_series(1, 20000) as i`);
  await db.execute(sql`
    insert into phone_changes (member_id, phone_no_country, phone_no, verify_sms, state, expires_at)
    select i, 852, (61000000 + i)::text, true, case when i % 3 = 0 then 'open' else 'done' end, now() + interval '1 day'
    from generate_series(1, 20000) as i`);
  await db.execute(sql`
    insert into phone_requests (member_id, page_instance, phone_no_country, phone_no, verify_type, state, station_no, text_code)
    select i, 'page', 852, (60000000 + i)::text, 1, case when i % 3 = 0 then 'waiting-call' else 'verified' end, '+852', '1'
    from generate_series(1, 20000) as i`);
  await db.execute(sql`
    insert into sms_codes (salt_hash, member_id, phone_no_country, phone_no, code_mac, share, expires_at, created_at)
    select sha256(i::text::bytea), i, 852, (60000000 + i)::text, sha256('x'), 'strangers', now(), now() - i * interval '1 minute'
    from generate_series(1, 20000) as i`);
  await db.execute(sql`vacuum analyze`);
}, 60_000);
afterAll(() => database.close());

it('asks nothing that reads a table of members, codes or requests from end to end', async () => {
  const now = new Date();
  const phone = { phoneNoCountry: 852, phoneNo: '60000300' };
  const from = { spanFrom: now, dayFrom: now };
  const waiting = { caller: phone, stationNo: '+852', by: 'call' as const, textCode: '', now };
  const plans = await plansOf(database.pool, async (db) => {
    await findMemberPhone(db, 1);
    await hasVerifiedPhone(db, phone, 1);
    await findRegistrationPhone(db, Buffer.alloc(32), now);
    await findOpenPhoneChange(db, { memberId: 3, now });
    await requests.findLatestRequest(db, { ...phone, memberId: 300 });
    await requests.lockLiveRequest(db, 3);
    await requests.lockRequest(db, 3);
    await requests.lockWaitingRequest(db, waiting);
    await requests.listStationNosInUse(db, phone.phoneNo, now);
    await codes.findLatestCode(db, { memberId: 1 }, phone);
    await codes.findCodeBySalt(db, 1, Buffer.alloc(32));
    await codes.countSends(db, phone, from);
    await codes.countSends(db, { memberId: 1 }, from);
    await codes.countTries(db, { registrationId: 1 }, from);
    await codes.countShare(db, 'strangers', now);
    await codes.isBlockedSince(db, phone, now);
    await codes.replaceCodes(db, { memberId: 1 });
    await codes.takeTry(db, 1, now);
  });
  expect(plans.length).toBeGreaterThanOrEqual(18);
  // There are no registrations here, and an empty table is read by a sequential scan.
  expect(scannedTables(plans).filter((table) => table !== 'registrations')).toEqual([]);
});
