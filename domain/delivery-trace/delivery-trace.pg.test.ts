import { afterAll, beforeAll, expect, it } from 'vitest';
import { mails } from '#db/tables/mail.ts';
import { attempts } from '#db/tables/attempts.ts';
import { mailedLinks } from '#db/tables/mailed-links.ts';
import { registrations } from '#db/tables/registration.ts';
import { phoneCallbacks, phoneRequests, smsCodes } from '#db/tables/phone-verification.ts';
import { insertMember } from '#tests/factories/accounts/member-services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { attemptName } from '#domain/attempts/attempts.ts';
import { traceDelivery } from './delivery-trace.ts';

const SECRET_KEY = 'a key for tests of thirty-two letters';
const now = new Date();
const later = new Date(now.getTime() + 3_600_000);

let database: TestDatabase;
let memberId = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  memberId = await insertMember(db, 'chan@gmail.com', {
    phoneNo: '55123456',
    phoneNoCountry: 852,
    passwordHash: 'HASH',
  });
  await insertMember(db, 'other@mail.example', { phoneNo: '55999999', phoneNoCountry: 852 });
  const words = { subject: 'S', textBody: 'SECRET WORDS', recipient: 'Chan@gmail.com' };
  await db.insert(mails).values([
    { ...words, template: 'member-reset', dedupeKey: 'a', attempts: 3, lastError: '550 mailbox full' },
    { ...words, template: 'member-verify', dedupeKey: 'b', sentAt: now },
    { ...words, template: 'contact', dedupeKey: 'c', recipient: 'other@mail.example' },
  ]);
  await db.insert(mailedLinks).values({
    purpose: 'reset',
    codeHash: Buffer.from('LINK'),
    memberId,
    email: 'chan@gmail.com',
    expiresAt: later,
  });
  await db.insert(registrations).values({
    saltHash: Buffer.from('SALT'),
    email: 'lee@mail.example',
    emailKey: 'lee@mail.example',
    surname: '李',
    givenName: '四',
    displayName: '李四',
    gender: 'M',
    dob: '1990-01-01',
    phoneNoCountry: 852,
    phoneNo: '55123456',
    isSubscribeEdm: false,
    under18Terms: false,
    expiresAt: later,
  });
  const phone = { phoneNoCountry: 852, phoneNo: '55123456' };
  await db.insert(smsCodes).values({
    ...phone,
    memberId,
    saltHash: Buffer.from('CODE'),
    codeMac: Buffer.from('MAC'),
    share: 'strangers',
    delivery: 'blocked',
    providerId: 'SM1',
    expiresAt: later,
  });
  const [request] = await db
    .insert(phoneRequests)
    .values({ ...phone, memberId, pageInstance: 'page', verifyType: 1, stationNo: '+85230000881', textCode: '9999' })
    .returning({ id: phoneRequests.id });
  await db.insert(phoneCallbacks).values({
    providerId: 'CA1',
    channel: 'call',
    fromNo: '+85255123456',
    toNo: '+85230000881',
    requestId: request?.id ?? null,
  });
  await db.insert(attempts).values([
    { key: `login:account:m${memberId}`, count: 100, endsAt: later },
    { key: `forgotten:email:${attemptName(SECRET_KEY, 'chan@gmail.com')}`, count: 6, endsAt: later },
    { key: `login:account:m${memberId}1`, count: 1, endsAt: later },
  ]);
});
afterAll(() => database.close());

const traced = async (asked: string) =>
  Object.fromEntries(
    (await traceDelivery({ db: database.db, secretKey: SECRET_KEY }, asked)).map(({ title, rows }) => [title, rows]),
  );

it('tells of an address what was written, sent and refused, and what was counted against it', async () => {
  // Gmail ignores dots: the same mailbox.
  const told = await traced('C.HAN@gmail.com');
  expect(told['accounts']).toMatchObject([
    { member: memberId, state: 'active', has_password: true, phone_proved: null },
  ]);
  expect(told['mails']).toHaveLength(2);
  expect(told['mails']).toContainEqual(
    expect.objectContaining({ template: 'member-reset', sent: null, attempts: 3, last_error: '550 mailbox full' }),
  );
  expect(told['mailed links']).toMatchObject([{ purpose: 'reset', used: null }]);
  expect(told['counts that limits look at']).toMatchObject([
    { counted: 'forgotten:email:(this one)', count: 6 },
    { counted: `login:account:m${memberId}`, count: 100 },
  ]);
});

it('tells of a number how far its texts and calls got, whoever asked, however it is written', async () => {
  const told = await traced('+852 5512 3456');
  expect(told['texts to the number']).toMatchObject([{ delivery: 'blocked', provider_id: 'SM1', asked_by: 'member' }]);
  expect(told['verifications by call, text or voice']).toMatchObject([{ state: 'requested', how: 'call' }]);
  expect(told['calls and texts that came from it']).toMatchObject([{ channel: 'call', our_number: '+85230000881' }]);
  expect(told['registrations that wait']).toHaveLength(1);
});

it('holds nothing that opens an account, and nobody else', async () => {
  const told = JSON.stringify([await traced('chan@gmail.com'), await traced('55123456')]);
  for (const kept of ['SECRET WORDS', 'HASH', 'MAC', 'LINK', 'SALT', '9999', 'other@mail.example', '大文', '李'])
    expect(told).not.toContain(kept);
  expect((await traced('nobody@mail.example'))['mails']).toEqual([]);
});
