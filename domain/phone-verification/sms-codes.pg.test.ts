import { desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { securityEvents } from '#db/tables/security-events.ts';
import { members } from '#db/tables/members.ts';
import { registrations } from '#db/tables/registration.ts';
import { phoneChanges } from '#db/tables/phones.ts';
import { smsCodes } from '#db/tables/phone-verification.ts';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { addMember, addRegistration, logInAs, type TestPhones } from '#tests/factories/accounts/phones.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { beforePhoneTests } from '#tests/factories/accounts/phone-tests.ts';
import { makeMember } from '#domain/registration/registration.ts';
import { findMemberPhone } from '#domain/members/phone-numbers.ts';
import { phonePage } from './phone-pages.ts';
import { sweepPhones } from './phone-verification.ts';
import { updatePhoneNo } from '#domain/phones/phones.ts';
import {
  sendMemberSms,
  sendRegistrationSms,
  smsReported,
  verifyMemberSms,
  verifyRegistrationSms,
  waitingRegistrationSms,
} from './sms-codes.ts';

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
const send = (changeId: number | null = null, by = memberId) =>
  sendMemberSms(phones.services, { memberId: by, changeId }, phones.visitor());
const give = (randomSalt: string, code: string, by = memberId) =>
  verifyMemberSms(
    phones.services,
    { memberId: by, randomSalt, code, human: { turnstileToken: 'token' } },
    phones.visitor(),
  );
const wrongOf = (code: string) => (code === '0000' ? '1111' : '0000');
const codes = () => database.db.select().from(smsCodes).orderBy(smsCodes.id);
const phoneOf = (id: number) => findMemberPhone(database.db, id);

it('proves the present number by the code of its text, once, and tells the member of the change', async () => {
  const { randomSalt, secondsLeft } = await send();
  expect(secondsLeft).toBe(300);
  expect(phones.texts).toHaveLength(1);
  expect(phones.texts[0]).toMatchObject({ to: '+85291234567' });
  // Bound to our host, so that phones autofill it on our pages only.
  expect(phones.texts[0]?.body.split('\n').at(-1)).toBe(`@site.example #${phones.lastCode()}`);
  await give(randomSalt, phones.lastCode());
  expect(await phoneOf(memberId)).toMatchObject({ phoneNo: '91234567', phoneVerifiedAt: phones.now() });
  expect(await errorNameOf(give(randomSalt, phones.lastCode()))).toBe('duplicateVerifiedByUser');
  const events = await database.db.select().from(securityEvents);
  expect(events).toMatchObject([{ memberId, kind: 'phone-changed', detail: { phone: '91****67' } }]);
});

it('gives a wished number to the account when it is proved, and not before', async () => {
  const changeId = await wish('61234567');
  const { randomSalt } = await send(changeId);
  expect(await phoneOf(memberId)).toMatchObject({ phoneNo: '91234567' });
  await give(randomSalt, phones.lastCode());
  expect(await phoneOf(memberId)).toMatchObject({ phoneNo: '61234567', phoneVerifiedAt: phones.now() });
  expect(await errorNameOf(send(changeId))).toBe('dataNotFound');
});

it('gives one success to 500 who give one code at once', async () => {
  const { randomSalt } = await send();
  const code = phones.lastCode();
  const said = await Promise.all(Array.from({ length: 500 }, () => errorNameOf(give(randomSalt, code))));
  expect(said.filter((one) => one === null)).toHaveLength(1);
  expect(new Set(said)).toEqual(new Set([null, 'duplicateVerifiedByUser']));
  expect(await database.db.select().from(securityEvents)).toHaveLength(1);
});

it('stores no code, only its HMAC, and no salt', async () => {
  const { randomSalt } = await send();
  const [row] = await codes();
  const stored = JSON.stringify(row, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );
  expect(stored).not.toContain(randomSalt);
  expect(row?.codeMac).toHaveLength(32);
  expect(Object.values(row ?? {})).not.toContain(phones.lastCode());
});

it('gives five tries a code, and a new code no new ones: to the number and to the account', async () => {
  const first = await send();
  for (let i = 0; i < 5; i++)
    expect(await errorNameOf(give(first.randomSalt, wrongOf(phones.lastCode())))).toBe('verifyCodeNotFound');
  expect(await errorNameOf(give(first.randomSalt, phones.lastCode()))).toBe('smsLimit');
  phones.wait(30);
  const second = await send();
  expect(await errorNameOf(give(second.randomSalt, phones.lastCode()))).toBe('smsLimit');
  // Another number of the same account.
  const third = await send(await wish('61234567'));
  expect(await errorNameOf(give(third.randomSalt, phones.lastCode()))).toBe('smsLimit');
  // The same number on another account.
  const other = await addMember(database.db, { phoneNo: '91234567' });
  const theirs = await send(null, other);
  expect(await errorNameOf(give(theirs.randomSalt, phones.lastCode(), other))).toBe('smsLimit');
  phones.wait(601);
  const later = await send();
  await give(later.randomSalt, phones.lastCode());
});

it('takes at most five tries from 100 guesses that come at once', async () => {
  const { randomSalt } = await send();
  const code = phones.lastCode();
  const guesses = Array.from({ length: 100 }, (_, i) => String(i).padStart(4, '0')).filter((guess) => guess !== code);
  await Promise.all(guesses.map((guess) => errorNameOf(give(randomSalt, guess))));
  expect(await codes()).toMatchObject([{ tries: 5, state: 'waiting' }]);
});

it('sends one text for two presses, and answers the same to both', async () => {
  const [one, two] = await Promise.all([send(), send()]);
  expect(two).toEqual(one);
  expect(phones.texts).toHaveLength(1);
  phones.wait(5);
  expect(await send()).toEqual({ randomSalt: one.randomSalt, secondsLeft: 295, resendAfterSeconds: 15 });
  expect(phones.texts).toHaveLength(1);
});

it('shows a page that is read anew the code that is on its way, with the seconds that are left, and no other', async () => {
  const look = async () => (await phonePage(phones.services, memberId, phones.now())).sms;
  expect(await look()).toBeNull();
  const { randomSalt } = await send();
  phones.wait(7);
  expect(await look()).toEqual({ randomSalt, secondsLeft: 293, resendAfterSeconds: 13, delivery: 'queued' });
  phones.wait(292);
  expect(await look()).toMatchObject({ secondsLeft: 1, resendAfterSeconds: 0 });
  phones.wait(1);
  expect(await look()).toBeNull();
  await send(await wish('61234567'));
  expect(await look()).toMatchObject({ secondsLeft: 300 });
  await wish('62222222');
  expect(await look()).toBeNull();
});

it('shows who registers the code that is on its way, by no salt but their own', async () => {
  const randomSalt = await addRegistration(database.db, { phoneNo: '61234567' });
  const [row] = await database.db.select().from(registrations);
  const registration = { registrationId: row?.id ?? 0, phoneNoCountry: 852, phoneNo: '61234567' };
  const look = () => waitingRegistrationSms(phones.services, registration, phones.now());
  expect(await look()).toBeNull();
  await sendRegistrationSms(phones.services, { randomSalt }, phones.visitor());
  phones.wait(30);
  expect(await look()).toEqual({ secondsLeft: 270, resendAfterSeconds: 0, delivery: 'queued' });
});

it('counts the texts of registrations that became accounts: whoever finishes them gets no new ones', async () => {
  const finish = async () => {
    const randomSalt = await addRegistration(database.db, { phoneNo: '61234567' });
    const refusal = await errorNameOf(sendRegistrationSms(phones.services, { randomSalt }, phones.visitor()));
    const [row] = await database.db.select().from(registrations).orderBy(desc(registrations.id)).limit(1);
    await database.db.transaction((tx) => makeMember(tx, row?.id ?? 0, 'hash', phones.now()));
    return refusal;
  };
  expect([await finish(), await finish(), await finish()]).toEqual([null, null, null]);
  expect(await finish()).toBe('registrationLimit');
  phones.services.smsPerHour = 3;
  const other = await addRegistration(database.db, { phoneNo: '61111111' });
  expect(await errorNameOf(sendRegistrationSms(phones.services, { randomSalt: other }, phones.visitor()))).toBe(
    'registrationLimit',
  );
});

it('sends a number three texts in ten minutes and ten a day, whoever asks, also when all ask at once', async () => {
  const others = await Promise.all(Array.from({ length: 8 }, () => addMember(database.db, { phoneNo: '91234567' })));
  const said = await Promise.all(others.map((other) => errorNameOf(send(null, other))));
  expect(said.filter((one) => one === null)).toHaveLength(3);
  expect(phones.texts).toHaveLength(3);
  phones.wait(300);
  for (let i = 0; i < 7; i++) {
    phones.wait(300);
    await send();
  }
  phones.wait(3_600);
  expect(await errorNameOf(send())).toBe('smsLimit');
  phones.wait(24 * 3_600);
  expect(await errorNameOf(send())).toBeNull();
});

it('lets strangers spend no more than their share of an hour, and members with a proved number their own', async () => {
  phones.services.smsPerHour = 2;
  const strangers = await Promise.all(
    ['51111111', '52222222', '53333333'].map((phoneNo) => addMember(database.db, { phoneNo })),
  );
  const said: (string | null)[] = [];
  for (const stranger of strangers) said.push(await errorNameOf(send(null, stranger)));
  expect(said).toEqual([null, null, 'smsLimit']);
  await database.db.update(members).set({ phoneVerifiedAt: phones.now() }).where(eq(members.id, memberId));
  await send(await wish('61234567'));
  expect(phones.texts).toHaveLength(3);
  phones.wait(3_601);
  expect(await errorNameOf(send(null, strangers[2]))).toBeNull();
});

it('lets an older code and an old one prove nothing', async () => {
  const first = await send();
  const firstCode = phones.lastCode();
  phones.wait(30);
  const second = await send();
  expect(await errorNameOf(give(first.randomSalt, firstCode))).toBe('verifyCodeNotFound');
  phones.wait(300);
  expect(await errorNameOf(give(second.randomSalt, phones.lastCode()))).toBe('verifyCodeNotFound');
});

it('lets nobody use the code of another', async () => {
  const { randomSalt } = await send();
  const other = await addMember(database.db, { phoneNo: '61234567' });
  expect(await errorNameOf(give(randomSalt, phones.lastCode(), other))).toBe('verifyCodeNotFound');
  expect(await codes()).toMatchObject([{ tries: 0 }]);
});

it('proves a number for one member only, also when two give their codes at once', async () => {
  const other = await addMember(database.db, { phoneNo: '91234567' });
  const mine = await send();
  const myCode = phones.lastCode();
  const theirs = await send(null, other);
  const theirCode = phones.lastCode();
  const said = await Promise.all([
    errorNameOf(give(mine.randomSalt, myCode)),
    errorNameOf(give(theirs.randomSalt, theirCode, other)),
  ]);
  expect(said.toSorted()).toEqual(['duplicateVerified', null]);
  const proved = [await phoneOf(memberId), await phoneOf(other)].filter((phone) => phone?.phoneVerifiedAt);
  expect(proved).toHaveLength(1);
});

it('proves no number that the member does not want any more', async () => {
  const sent = await send(await wish('61234567'));
  const code = phones.lastCode();
  await wish('62222222');
  expect(await errorNameOf(give(sent.randomSalt, code))).toBe('verifyCodeNotFound');
  expect(await phoneOf(memberId)).toMatchObject({ phoneNo: '91234567', phoneVerifiedAt: null });
});

it('tells what the provider said: no number, blocked, away; and keeps a code that may be on its way', async () => {
  phones.sending = { verdict: 'badNumber' };
  expect(await errorNameOf(send())).toBe('phoneNotAllowed');
  phones.sending = { verdict: 'unavailable', reason: 'away' };
  expect(await errorNameOf(send())).toBe('phoneSmsUnavailable');
  phones.sending = { verdict: 'unknown', reason: 'late' };
  const { randomSalt } = await send();
  await give(randomSalt, phones.lastCode());
  expect(phones.problems).toEqual(['text: away', 'text: late']);
});

it('keeps the furthest report, and sends nothing more to a number whose carrier blocks us', async () => {
  await send();
  const [row] = await codes();
  const id = row?.id ?? 0;
  for (const delivery of ['delivered', 'sent', 'queued', 'blocked'] as const)
    await smsReported(phones.services, { id, delivery });
  expect(await codes()).toMatchObject([{ delivery: 'delivered' }]);
  phones.wait(30);
  await send();
  await smsReported(phones.services, { id: (await codes())[1]?.id ?? 0, delivery: 'blocked' });
  // Immediately: a blocked text does not count as a repeated click.
  expect(await errorNameOf(send())).toBe('smsBlocked');
  phones.wait(600);
  expect(await errorNameOf(send())).toBeNull();
});

it('proves the number of a registration, and tells only its owner that a member has it', async () => {
  const randomSalt = await addRegistration(database.db, { phoneNo: '91234567' });
  await database.db.update(members).set({ phoneVerifiedAt: phones.now() }).where(eq(members.id, memberId));
  const sent = await sendRegistrationSms(phones.services, { randomSalt }, phones.visitor());
  expect(sent.randomSalt).toBe(randomSalt);
  const giveIt = (code: string) =>
    verifyRegistrationSms(phones.services, { randomSalt, code, human: { turnstileToken: 'token' } }, phones.visitor());
  expect(await errorNameOf(giveIt(wrongOf(phones.lastCode())))).toBe('verifyCodeNotFound');
  expect(await errorNameOf(giveIt(phones.lastCode()))).toBe('duplicateVerified');

  const free = await addRegistration(database.db, { phoneNo: '61234567' });
  await sendRegistrationSms(phones.services, { randomSalt: free }, phones.visitor());
  const code = phones.lastCode();
  await verifyRegistrationSms(
    phones.services,
    { randomSalt: free, code, human: { turnstileToken: 'token' } },
    phones.visitor(),
  );
  const rows = await database.db.select().from(registrations).orderBy(registrations.id);
  expect(rows.map((row) => row.phoneVerifiedAt)).toEqual([null, phones.now()]);
});

it('refuses registrations by codes of their own, and a salt that names none', async () => {
  const randomSalt = await addRegistration(database.db, { phoneNo: '61234567' });
  const ask = (salt = randomSalt) => sendRegistrationSms(phones.services, { randomSalt: salt }, phones.visitor());
  for (let i = 0; i < 3; i++) {
    await ask();
    phones.wait(30);
  }
  expect(await errorNameOf(ask())).toBe('registrationLimit');
  expect(await errorNameOf(ask('no-registration-has-this'))).toBe('verifyCodeNotFound');
  phones.wait(600);
  phones.sending = { verdict: 'blocked' };
  expect(await errorNameOf(ask())).toBe('registrationBlocked');
});

it('counts whoever asks from an IPv6 network as one, whichever of its addresses they use', async () => {
  const ask = (at: number) =>
    errorNameOf(
      sendRegistrationSms(
        phones.services,
        { randomSalt: 'no-registration-has-this' },
        { ...phones.visitor(), remoteIp: `2001:db8:1:2::${at.toString(16)}` },
      ),
    );
  const said: (string | null)[] = [];
  for (let at = 1; at <= 21; at++) said.push(await ask(at));
  expect(said.slice(0, 20)).toEqual(Array<string>(20).fill('verifyCodeNotFound'));
  expect(said[20]).toBe('registrationLimit');
});

it('sends and proves nothing without the bot check or in another mode', async () => {
  const { randomSalt } = await send();
  phones.human = 'refused';
  expect(await errorNameOf(give(randomSalt, phones.lastCode()))).toBe('invalidParam');
  phones.human = 'unavailable';
  expect(await errorNameOf(give(randomSalt, phones.lastCode()))).toBe('unavailable');
  expect(await codes()).toMatchObject([{ tries: 0 }]);
  for (const mode of ['p2a', 'disabled'] as const) {
    phones.services.mode = mode;
    expect(await errorNameOf(send())).toBe('phoneModeNotSet');
  }
  expect(await errorNameOf(wish('61234567'))).toBe('phoneModeNotSet');
});

it('forgets codes and wishes after a month', async () => {
  await send(await wish('61234567'));
  phones.wait(31 * 86_400);
  await sweepPhones({ db: database.db, now: phones.now() });
  expect(await codes()).toEqual([]);
  expect(await database.db.select().from(phoneChanges)).toEqual([]);
});
