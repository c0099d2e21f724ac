import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mails } from '#db/tables/mail.ts';
import { attempts } from '#db/tables/attempts.ts';
import { mailedLinks } from '#db/tables/mailed-links.ts';
import { securityEvents } from '#db/tables/security-events.ts';
import { memberConsents, members } from '#db/tables/members.ts';
import { registrations } from '#db/tables/registration.ts';
import { mailsTo, workOffAccountJobs } from '#tests/factories/accounts/account-mail.ts';
import { createMemberServices, insertMember } from '#tests/factories/accounts/member-services.ts';
import { emptyAccounts } from '#tests/factories/accounts/accounts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import type { BotVerdict } from '#shared/outside/bot-check.ts';
import type { MailDomainVerdict } from '#shared/outside/mail-domains.ts';
import { mailWelcome } from './welcome-mails.ts';
import { changeRegistrationEmail, register, resendWelcomeEmail } from './registration.ts';
import { setPassword } from './set-password.ts';
import type { MemberServices } from '#domain/members/members.ts';
import { endOfWelcome } from '#domain/mailed-links/mailed-links.ts';
import { logIn, openFirstLogIn } from '#domain/auth/auth.ts';
import { actorOf } from '#domain/auth/sessions.ts';
import { REGISTRATION } from '#tests/factories/accounts/registration-form.ts';

const NOW = new Date('2026-11-21T08:00:00Z');
const DAY_MS = 86_400_000;
let database: TestDatabase;
let services: MemberServices;
let human: BotVerdict;
let domain: MailDomainVerdict;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyAccounts(database);
  human = { verdict: 'passed' };
  domain = 'accepts';
  services = createMemberServices(database.db, {
    botCheck: { verify: async () => human },
    mailDomains: { check: async () => domain },
  });
});

const filled = { ...REGISTRATION, is_subscribe_edm: true };
let visits = 0;
/** Each visit comes from another network, so that the per-address limit does not interfere. */
const visitor = (now = NOW) => {
  visits += 1;
  return { now, remoteIp: `198.51.${Math.floor(visits / 250) % 250}.${visits % 250}`, userAgent: 'Test' };
};
const send = (over: object = {}, from = visitor()) => register(services, { ...filled, ...over }, from);
const workOff = () => workOffAccountJobs(database, services, NOW);
const passwords = { password: 'harbour-tram-5', confirmed_password: 'harbour-tram-5' };
const set = (code: string, now = NOW) => setPassword(services, { ...passwords, verify_code: code }, visitor(now));
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { errorName?: string; faults?: unknown }) => ({ name: error.errorName, faults: error.faults }),
  );

describe('nobody learns whether an address has an account', () => {
  it('answers alike and takes the same steps up to the reply, for an address with an account and for one without', async () => {
    await insertMember(database.db, 'chan@example.com', { passwordHash: 'x' });
    const state = async () => ({
      registrations: (await database.db.select().from(registrations)).length,
      jobs: (await database.pool.query('select task_identifier from graphile_worker.jobs')).rows.length,
      mails: (await database.db.select().from(mails)).length,
      attempts: (await database.db.select().from(attempts)).length,
    });
    const known = await send();
    const afterKnown = await state();
    const unknown = await send({ email: 'nobody@example.com' });
    const afterUnknown = await state();
    expect(Object.keys(known)).toEqual(Object.keys(unknown));
    expect(afterKnown).toEqual({ registrations: 1, jobs: 1, mails: 0, attempts: 2 });
    expect(afterUnknown).toEqual({ registrations: 2, jobs: 2, mails: 0, attempts: 4 });
  });

  it('tells the mailbox: a link that sets the password, or word that there is an account already', async () => {
    await insertMember(database.db, 'chan@example.com');
    await send();
    await send({ email: 'lee@example.com' });
    await workOff();
    const [known] = await mailsTo(database, 'chan@example.com');
    expect(known).toMatchObject({ template: 'member-exists', code: '' });
    expect((await mailsTo(database, 'lee@example.com'))[0]).toMatchObject({ template: 'member-welcome' });
    expect(await database.db.select().from(mailedLinks)).toHaveLength(1);
  });

  it('writes nothing into a mailbox that a stranger wrote: no name of a registration is in its mail', async () => {
    await send({ email: 'lee@example.com', dispaly_name: 'Win at evil.example', surname: 'evil.example' });
    await workOff();
    const [welcome] = await mailsTo(database, 'lee@example.com');
    expect(welcome?.template).toBe('member-welcome');
    expect(welcome?.text).not.toContain('evil.example');
  });

  it("knows a mailbox by Gmail's rule too, and writes to the address of the account (10025)", async () => {
    await insertMember(database.db, 'chantaiman@gmail.com');
    await send({ email: 'Chan.Tai.Man@googlemail.com' });
    await workOff();
    expect((await mailsTo(database, 'chantaiman@gmail.com'))[0]).toMatchObject({ template: 'member-exists' });
    // Two registrations of one mailbox without an account: the second to use its link learns why it cannot.
    await database.db.delete(members);
    await send({ email: 'lee.tai@gmail.com' });
    await send({ email: 'leetai@gmail.com' });
    await workOff();
    const [first] = await mailsTo(database, 'lee.tai@gmail.com');
    await insertMember(database.db, 'leeta.i@gmail.com');
    expect(await refusalOf(set(first!.code))).toMatchObject({ name: 'duplicateGmail' });
    expect(await database.db.select().from(members)).toHaveLength(1);
  });

  it('limits a mailbox and an address in the same way whether there is an account or not', async () => {
    await insertMember(database.db, 'chan@example.com');
    for (const email of ['chan@example.com', 'nobody@example.com']) {
      for (let i = 0; i < 5; i++) expect(await refusalOf(send({ email }))).toBeNull();
      expect(await refusalOf(send({ email }))).toMatchObject({ name: 'registrationLimit' });
    }
    const one = { now: NOW, remoteIp: '203.0.113.1', userAgent: '' };
    const tries = await Promise.all(
      Array.from({ length: 25 }, (_, i) => refusalOf(send({ email: `someone${i}@example.com` }, one))),
    );
    expect(tries.filter((refusal) => refusal?.name === 'registrationLimit')).toHaveLength(5);
  });
});

describe('a registration', () => {
  it('becomes a member when its link sets the password, with every consent and its words', async () => {
    await send();
    await workOff();
    const [mail] = await mailsTo(database, 'chan@example.com');
    const { purpose, memberId } = await set(mail!.code);
    expect(purpose).toBe('welcome');
    const [member] = await database.db.select().from(members);
    expect(member).toMatchObject({ id: memberId, email: 'chan@example.com', emailVerifiedAt: NOW, dob: '1990-01-31' });
    expect(member?.passwordHash).toMatch(/^\$argon2id\$/);
    const consents = await database.db.select().from(memberConsents);
    expect(consents.map(({ kind, isGiven }) => [kind, isGiven])).toEqual([
      ['terms', true],
      ['marketing', true],
    ]);
    expect(await database.db.select().from(registrations)).toMatchObject([{ expiresAt: NOW }]);
  });

  it('of one address, 500 times at once, ends in one account', async () => {
    const sent = await Promise.all(Array.from({ length: 500 }, () => refusalOf(send())));
    expect(sent.filter((refusal) => refusal === null)).toHaveLength(5);
    await workOff();
    const codes = (await mailsTo(database, 'chan@example.com')).map(({ code }) => code);
    expect(codes).toHaveLength(5);
    const used = await Promise.all([...codes, ...codes].map((code) => refusalOf(set(code))));
    expect(used.filter((refusal) => refusal === null)).toHaveLength(1);
    for (const refusal of used) expect([undefined, 'duplicateUser', 'verifyCodeNotFound']).toContain(refusal?.name);
    expect(await database.db.select().from(members)).toHaveLength(1);
  });

  it('ends in one account even where no limit stands in the way of 500 links', async () => {
    // Each uses another key, so that the mailbox is counted under a different name each time.
    await Promise.all(
      Array.from({ length: 500 }, (_, i) => register({ ...services, secretKey: `key ${i}` }, filled, visitor())),
    );
    await workOff();
    const codes = (await mailsTo(database, 'chan@example.com')).map(({ code }) => code);
    expect(codes).toHaveLength(500);
    const used = await Promise.all(codes.slice(0, 60).map((code) => refusalOf(set(code))));
    expect(used.filter((refusal) => refusal === null)).toHaveLength(1);
    expect(await database.db.select().from(members)).toHaveLength(1);
  });

  it('wants the consent of a guardian under 18, by the day in Hong Kong (VA-36)', async () => {
    // 18 on the day itself
    expect(await refusalOf(send({ dob: '2008-11-21' }))).toBeNull();
    const minor = { dob: '2008-11-22' };
    expect(await refusalOf(send(minor))).toEqual({
      name: 'invalidParam',
      faults: [{ field: 'under_18_terms', code: 'guardian' }],
    });
    await send({ ...minor, email: 'kid@example.com', under_18_terms: true });
    await workOff();
    const [mail] = await mailsTo(database, 'kid@example.com');
    const { memberId } = await set(mail!.code);
    const consents = (await database.db.select().from(memberConsents)).filter((one) => one.memberId === memberId);
    expect(consents).toContainEqual(expect.objectContaining({ kind: 'guardian', isGiven: true }));
  });

  it.each([
    [{ email: 'chan+1@example.com' }, 'plusSign'],
    [{ email: 'a@exa_mple.com' }, 'invalidDomain'],
    [{ email: 'a@b' }, 'invalidParam'],
    [{ phone_no: '21234567' }, 'phoneNotAllowed'],
    [{ dob: '2026-11-21' }, 'invalidParam'],
    [{ dispaly_name: '字'.repeat(21) }, 'invalidParam'],
    [{ terms: false }, 'invalidParam'],
    [{ turnstileToken: '' }, 'invalidParam'],
  ])('with %j is refused as %s, and nothing is stored or counted', async (over, name) => {
    expect(await refusalOf(send(over))).toMatchObject({ name });
    expect(await database.db.select().from(registrations)).toHaveLength(0);
    expect(await database.db.select().from(attempts)).toHaveLength(0);
  });

  it('is refused where the domain takes no mail (40003, 40005), and not where nobody can say', async () => {
    domain = 'noMailExchange';
    expect(await refusalOf(send())).toMatchObject({ name: 'noMailExchange' });
    domain = 'invalid';
    expect(await refusalOf(send())).toMatchObject({ name: 'invalidDomain' });
    domain = 'unknown';
    expect(await refusalOf(send())).toBeNull();
  });

  it('is not taken from a program, and waits where the bot check does not answer', async () => {
    human = { verdict: 'refused', reasons: ['invalid-input-response'] };
    expect(await refusalOf(send())).toMatchObject({ name: 'invalidParam' });
    human = { verdict: 'unavailable', reason: 'timeout' };
    expect(await refusalOf(send())).toMatchObject({ name: 'unavailable' });
    expect(await database.db.select().from(registrations)).toHaveLength(0);
  });

  it('is stored without its salt and link codes: a copy of the table opens nothing', async () => {
    const { randomSalt } = await send();
    await workOff();
    const [mail] = await mailsTo(database, 'chan@example.com');
    const tables = await Promise.all([
      database.db.select().from(registrations),
      database.db.select().from(mailedLinks),
    ]);
    const stored = JSON.stringify(tables);
    for (const secret of [randomSalt, mail!.code]) {
      expect(secret).toHaveLength(43);
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(Buffer.from(secret, 'base64url').toJSON().data.join(','));
    }
  });
});

describe('the welcome mail', () => {
  it('is sent again to who registered, five times a day; of an unknown salt nothing is said', async () => {
    const { randomSalt } = await send();
    const minutesOn = (minutes: number) => ({ now: new Date(NOW.getTime() + minutes * 60_000) });
    for (let i = 1; i <= 5; i++) await resendWelcomeEmail(services, randomSalt, minutesOn(i));
    expect(await refusalOf(resendWelcomeEmail(services, randomSalt, minutesOn(6)))).toMatchObject({
      name: 'tooManyRequests',
    });
    expect(await refusalOf(resendWelcomeEmail(services, 'x'.repeat(43), { now: NOW }))).toBeNull();
    expect(await workOff()).toBe(6);
    expect(await mailsTo(database, 'chan@example.com')).toHaveLength(6);
  });

  it('is not sent twice within a minute, and says how long to wait', async () => {
    const { randomSalt } = await send();
    const at = (seconds: number) => ({ now: new Date(NOW.getTime() + seconds * 1000) });
    const waitOf = (seconds: number) =>
      resendWelcomeEmail(services, randomSalt, at(seconds)).then(
        () => null,
        ({ detail }: { detail: unknown }) => detail,
      );
    expect(await waitOf(15)).toEqual({ retry_after_seconds: 45 });
    expect(await waitOf(60)).toBeNull();
    expect(await waitOf(61)).toEqual({ retry_after_seconds: 59 });
    expect(await workOff()).toBe(2);
  });

  it('has a link that a newer mail replaces, and that says so; after its use it says that the account is there', async () => {
    const { randomSalt } = await send();
    await workOff();
    await resendWelcomeEmail(services, randomSalt, { now: new Date(NOW.getTime() + 60_000) });
    await workOff();
    const [newest, first] = await mailsTo(database, 'chan@example.com');
    expect(await refusalOf(set(first!.code))).toMatchObject({ name: 'verifyCodeNotFound' });
    expect(await endOfWelcome(database.db, first!.code)).toBe('replaced');
    expect(await endOfWelcome(database.db, newest!.code)).toBeNull();
    await set(newest!.code);
    // The same holds after the registration itself was deleted a day later.
    await database.db.delete(registrations);
    for (const { code } of [newest!, first!]) expect(await endOfWelcome(database.db, code)).toBe('activated');
    expect(await endOfWelcome(database.db, 'x'.repeat(43))).toBeNull();
  });

  it('keeps the link of a mail whose job ran twice', async () => {
    const { randomSalt } = await send();
    const [{ id } = { id: 0 }] = await database.db.select().from(registrations);
    for (let run = 0; run < 2; run++) await mailWelcome(services, { registrationId: id, key: 'one' }, NOW);
    expect(randomSalt).toBeTruthy();
    const [mail, ...more] = await mailsTo(database, 'chan@example.com');
    expect(more).toEqual([]);
    expect(await refusalOf(set(mail!.code))).toBeNull();
  });

  it('goes to another address where the first was mistyped, whose link is then void', async () => {
    const { randomSalt } = await send({ email: 'cahn@example.com' });
    await workOff();
    const [wrong] = await mailsTo(database, 'cahn@example.com');
    await changeRegistrationEmail(services, randomSalt, { email: 'chan@example.com' }, visitor());
    await workOff();
    expect(await refusalOf(set(wrong!.code))).toMatchObject({ name: 'verifyCodeNotFound' });
    const [right] = await mailsTo(database, 'chan@example.com');
    await set(right!.code);
    expect(await database.db.select().from(members)).toMatchObject([
      { email: 'chan@example.com', displayName: '大文' },
    ]);
    const other = changeRegistrationEmail(services, 'x'.repeat(43), { email: 'x@example.com' }, visitor());
    expect(await refusalOf(other)).toMatchObject({ name: 'verifyCodeNotFound' });
  });

  it('lets who set the password in at once, as in a browser that is known: nobody is told of a new device', async () => {
    await send();
    await workOff();
    const [mail] = await mailsTo(database, 'chan@example.com');
    const { memberId } = await set(mail!.code);
    const at = { ...visitor(), known: undefined };
    const { session, trustedDeviceCookie } = await openFirstLogIn(services, memberId, at);
    expect(await actorOf(services, session.token, NOW)).toMatchObject({ kind: 'member', memberId });
    const known = /__Host-known=([^;]+)/.exec(trustedDeviceCookie)?.[1];
    await logIn(services, { email: 'chan@example.com', password: passwords.password }, { ...at, known });
    expect(await database.db.select().from(securityEvents)).toEqual([]);
    expect((await mailsTo(database, 'chan@example.com')).map(({ template }) => template)).toEqual(['member-welcome']);
  });

  it('has a link that is over after seven days', async () => {
    await send();
    await workOff();
    const [mail] = await mailsTo(database, 'chan@example.com');
    expect(await refusalOf(set(mail!.code, new Date(NOW.getTime() + 7 * DAY_MS)))).toMatchObject({
      name: 'verifyCodeNotFound',
    });
    expect(await refusalOf(set(mail!.code, new Date(NOW.getTime() + 7 * DAY_MS - 1)))).toBeNull();
  });
});

it('gives a number that several prove at the same moment to one of them, and an account to all', async () => {
  const emails = Array.from({ length: 8 }, (_, i) => `lee${i}@example.com`);
  for (const email of emails) await send({ email });
  await database.db.update(registrations).set({ phoneVerifiedAt: NOW });
  await workOff();
  const codes = await Promise.all(emails.map(async (email) => (await mailsTo(database, email))[0]!.code));
  await Promise.all(codes.map((code) => set(code)));
  const made = await database.db.select().from(members);
  expect(made).toHaveLength(8);
  expect(made.filter(({ phoneVerifiedAt }) => phoneVerifiedAt !== null)).toHaveLength(1);
});
