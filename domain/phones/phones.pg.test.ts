import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { members } from '#db/tables/members.ts';
import { phoneChanges } from '#db/tables/phones.ts';
import { hashPassword } from '#domain/passwords/passwords.ts';
import { findMemberPhone } from '#domain/members/phone-numbers.ts';
import { endSessions } from '#domain/auth/sessions.ts';
import { createSessionMemory } from '#domain/auth/session-memory.ts';
import { listSecurityEvents } from '#domain/security-events/security-events.ts';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { addMember, logInAs, type TestPhones } from '#tests/factories/accounts/phones.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { beforePhoneTests } from '#tests/factories/accounts/phone-tests.ts';
import {
  cancelPhoneChange,
  demandVerifiablePhone,
  findPhoneWish,
  isDuplicatedPhoneNo,
  updatePhoneNo,
  saveProvedPhone,
} from './phones.ts';

let database: TestDatabase;
let phones: TestPhones;
let memberId: number;
beforePhoneTests('a2p', (test) => ({ database, phones, memberId } = test));

const wish = async (phoneNo: string, by = memberId) =>
  updatePhoneNo(
    phones.services,
    await logInAs(database.db, by, phones.now()),
    { phone: { phoneNoCountry: 852, phoneNo }, verifySms: true },
    phones.visitor(),
  );
const phoneOf = (id: number) => findMemberPhone(database.db, id);

it('answers wishes: what cannot be proved, what another proved, what is proved already, the same wish twice', async () => {
  expect(await errorNameOf(wish('21234567'))).toBe('phoneNotAllowed');
  const changeId = await wish('61234567');
  expect(await wish('61234567')).toBe(changeId);
  await demandVerifiablePhone(phones.services, { memberId, changeId }, phones.now());
  const phone = { phoneNoCountry: 852, phoneNo: '61234567' };
  expect(await isDuplicatedPhoneNo(phones.services, { memberId, phone }, phones.now())).toBe(false);
  await addMember(database.db, { phoneNo: '61234567', phoneVerifiedAt: phones.now() });
  expect(await isDuplicatedPhoneNo(phones.services, { memberId, phone }, phones.now())).toBe(true);
  expect(await errorNameOf(demandVerifiablePhone(phones.services, { memberId, changeId }, phones.now()))).toBe(
    'phoneTaken',
  );
  expect(await errorNameOf(wish('61234567'))).toBe('duplicateVerified');
  const other = await addMember(database.db, { phoneNo: '62222222' });
  expect(await errorNameOf(demandVerifiablePhone(phones.services, { memberId: other, changeId }, phones.now()))).toBe(
    'dataNotFound',
  );
  await database.db.update(members).set({ phoneVerifiedAt: phones.now() }).where(eq(members.id, memberId));
  expect(await errorNameOf(wish('91234567'))).toBe('duplicateVerifiedByUser');
  await updatePhoneNo(
    phones.services,
    await logInAs(database.db, memberId, phones.now()),
    { phone: { phoneNoCountry: 0, phoneNo: '447700900123' }, verifySms: false },
    phones.visitor(),
  );
  expect(await phoneOf(memberId)).toEqual({ phoneNoCountry: 0, phoneNo: '447700900123', phoneVerifiedAt: null });
});

it('changes no number for a browser that was left open: 15 minutes after the log-in it asks for the password', async () => {
  const passwordHash = await hashPassword('tram-to-north-point-2');
  await database.db.update(members).set({ passwordHash }).where(eq(members.id, memberId));
  const actor = await logInAs(database.db, memberId, phones.now());
  const ask = (verifySms: boolean, password?: unknown) =>
    updatePhoneNo(
      phones.services,
      actor,
      { phone: { phoneNoCountry: 852, phoneNo: '61234567' }, verifySms, password },
      phones.visitor(),
    );
  phones.wait(15 * 60);
  for (const verifySms of [true, false])
    for (const password of [undefined, '', 'another-one', 1])
      expect(await errorNameOf(ask(verifySms, password))).toBe(password ? 'oldPasswordMismatch' : 'proofNeeded');
  expect(await phoneOf(memberId)).toMatchObject({ phoneNo: '91234567' });
  expect(await database.db.select().from(phoneChanges)).toEqual([]);
  await ask(false, 'tram-to-north-point-2');
  expect(await phoneOf(memberId)).toMatchObject({ phoneNo: '61234567' });
});

it('drops a number that somebody wished for before a new password: proving it afterwards changes nothing', async () => {
  const changeId = await wish('61234567');
  const proved = { memberId, phoneChangeId: changeId, phoneNoCountry: 852, phoneNo: '61234567' };
  await database.db.transaction((tx) =>
    endSessions({ ...phones.services, db: tx, sessions: createSessionMemory() }, memberId),
  );
  expect(await findPhoneWish(phones.services, memberId, phones.now())).toBeNull();
  expect(await database.db.transaction((tx) => saveProvedPhone(tx, proved, phones.visitor()))).toBe('stale');
  expect(await phoneOf(memberId)).toMatchObject({ phoneNo: '91234567' });
  // The owner requests the change again.
  expect(await wish('61234567')).not.toBe(changeId);
});

it('drops a number that its member withdraws, once, and says so: proving it afterwards changes nothing', async () => {
  const changeId = await wish('61234567');
  const other = await addMember(database.db, { phoneNo: '62222222' });
  const cancel = async (by: number) =>
    cancelPhoneChange(phones.services, await logInAs(database.db, by, phones.now()), phones.visitor());
  expect(await errorNameOf(cancel(other))).toBe('dataNotFound');
  await cancel(memberId);
  expect(await findPhoneWish(phones.services, memberId, phones.now())).toBeNull();
  expect(await errorNameOf(cancel(memberId))).toBe('dataNotFound');
  const proved = { memberId, phoneChangeId: changeId, phoneNoCountry: 852, phoneNo: '61234567' };
  expect(await database.db.transaction((tx) => saveProvedPhone(tx, proved, phones.visitor()))).toBe('stale');
  expect(await phoneOf(memberId)).toMatchObject({ phoneNo: '91234567' });
  expect(await listSecurityEvents(database.db, memberId)).toMatchObject([
    { kind: 'phone-change-cancelled', detail: { phone: '61****67' } },
  ]);
  expect(await wish('61234567')).not.toBe(changeId);
});

it('lets nobody go through numbers one by one', async () => {
  const ask = (i: number) =>
    errorNameOf(
      isDuplicatedPhoneNo(
        phones.services,
        { memberId, phone: { phoneNoCountry: 852, phoneNo: String(61_000_000 + i) } },
        phones.now(),
      ),
    );
  const said = await Promise.all(Array.from({ length: 30 }, (_, i) => ask(i)));
  expect(said.filter((one) => one === 'tooManyRequests')).toHaveLength(10);
});
