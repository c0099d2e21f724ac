import type { JobHelpers } from 'graphile-worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mails } from '#db/tables/mail.ts';
import { attempts } from '#db/tables/attempts.ts';
import { mailedLinks } from '#db/tables/mailed-links.ts';
import { memberSessions } from '#db/tables/auth.ts';
import { securityEvents } from '#db/tables/security-events.ts';
import { members } from '#db/tables/members.ts';
import { registrations } from '#db/tables/registration.ts';
import { passkeyChallenges } from '#db/tables/passkeys.ts';
import { forgetSentMails } from '#domain/mail/mail.ts';
import { createMemberServices, insertMember, privacyServicesOf } from '#tests/factories/accounts/member-services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { authTasks, SWEEP_AUTH } from '#domain/auth/auth.jobs.ts';
import { registrationTasks, SWEEP_REGISTRATIONS } from '#domain/registration/registration.jobs.ts';
import { newcomerMailer } from '#domain/registration/welcome-mails.ts';
import { passkeyTasks, SWEEP_PASSKEYS } from '#domain/passkeys/passkeys.jobs.ts';
import { ERASE_MEMBERS, privacyTasks } from './privacy.jobs.ts';

let database: TestDatabase;
const now = new Date('2026-11-21T12:00:00+08:00');
const days = (n: number) => new Date(now.getTime() + n * 86_400_000);
const run = async (task: string) => {
  const services = createMemberServices(database.db);
  const clock = () => now;
  const tasks = {
    ...authTasks({ services: { ...services, mailNewcomer: newcomerMailer(services) }, clock }),
    ...registrationTasks({ services, clock }),
    ...passkeyTasks({ db: database.db, clock }),
    ...privacyTasks({ services: privacyServicesOf(services), clock }),
  };
  await tasks[task]?.({}, {} as JobHelpers);
};
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('throws away what is over and keeps the rest', async () => {
  const { db } = database;
  const memberId = await insertMember(db, 'me@member.example');
  const bytes = (n: number) => Buffer.alloc(32, n);
  const ends = [days(-1), days(1)];
  await db.insert(memberSessions).values(
    ends.map((expiresAt, i) => ({
      memberId,
      tokenHash: bytes(i),
      rememberMe: true,
      userAgent: '',
      remoteIp: '',
      seenAt: days(-2),
      expiresAt,
    })),
  );
  await db.insert(attempts).values(ends.map((endsAt, i) => ({ key: `k${i}`, count: 1, endsAt })));
  await db.insert(passkeyChallenges).values(ends.map((expiresAt, i) => ({ challenge: `c${i}`, expiresAt })));
  await db.insert(registrations).values(
    ends.map((expiresAt, i) => ({
      saltHash: bytes(i),
      email: 'x@member.example',
      emailKey: 'x@member.example',
      surname: '陳',
      givenName: '小明',
      displayName: '小明',
      gender: 'M' as const,
      dob: '1990-01-31',
      phoneNoCountry: 852,
      phoneNo: '55001111',
      isSubscribeEdm: false,
      under18Terms: false,
      // Their texts count towards limits for a day.
      expiresAt: new Date(expiresAt.getTime() - 86_400_000),
    })),
  );
  const link = { purpose: 'reset' as const, memberId, email: 'me@member.example' };
  await db.insert(mailedLinks).values([
    { ...link, codeHash: bytes(0), expiresAt: days(-31) },
    { ...link, codeHash: bytes(1), expiresAt: days(1), usedAt: days(-31) },
    { ...link, codeHash: bytes(2), expiresAt: days(-29) },
  ]);
  const event = { memberId, kind: 'password-changed', userAgent: '', remoteIp: '' };
  await db.insert(securityEvents).values([
    { ...event, createdAt: days(-731) },
    { ...event, createdAt: days(-700) },
  ]);
  for (const sweep of [SWEEP_AUTH, SWEEP_REGISTRATIONS, SWEEP_PASSKEYS]) await run(sweep);
  const tables = [memberSessions, attempts, passkeyChallenges, registrations, mailedLinks, securityEvents];
  for (const table of tables) expect(await db.select().from(table)).toHaveLength(1);
});

it('erases whose grace is over and nobody else', async () => {
  const { db } = database;
  await insertMember(db, 'gone@member.example', { state: 'deleting', eraseAt: days(0) });
  await insertMember(db, 'going@member.example', { state: 'deleting', eraseAt: days(1) });
  await run(ERASE_MEMBERS);
  const left = await db.select({ email: members.email }).from(members).orderBy(members.id);
  expect(left.map(({ email }) => email)).toEqual(['me@member.example', 'going@member.example']);
});

it('forgets mails that were sent before an instant, and none that still waits', async () => {
  const { db } = database;
  await db.delete(mails);
  const mail = { template: 't', recipient: 'x@member.example', subject: 's', textBody: 't', createdAt: days(-100) };
  await db.insert(mails).values([
    { ...mail, dedupeKey: 'old', sentAt: days(-91) },
    { ...mail, dedupeKey: 'young', sentAt: days(-89) },
    { ...mail, dedupeKey: 'waits' },
  ]);
  await forgetSentMails(db, days(-90));
  const left = await db.select({ key: mails.dedupeKey }).from(mails).orderBy(mails.id);
  expect(left.map(({ key }) => key)).toEqual(['young', 'waits']);
});
