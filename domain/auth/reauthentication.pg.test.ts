import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempts } from '#db/tables/attempts.ts';
import { members } from '#db/tables/members.ts';
import { hashPassword } from '#domain/passwords/passwords.ts';
import { recordSecurityEvent } from '#domain/security-events/security-events.ts';
import type { MemberActor } from '#shared/actor.ts';
import { errorNameOf } from '#tests/factories/accounts/accounts.ts';
import { createMemberServices, insertMember } from '#tests/factories/accounts/member-services.ts';
import { RESPONSE_CODES } from '#shared/domain-error.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { isFreshForPayment, reauthenticateForPayment } from './auth.ts';
import { openSession } from './sessions.ts';

const START = new Date('2026-11-21T12:00:00+08:00');
const PASSWORD = 'correct-password-1';
const later = (minutes: number) => new Date(START.getTime() + minutes * 60_000);

let database: TestDatabase;
let services: ReturnType<typeof createMemberServices>;
let passwordHash = '';
let serial = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  services = createMemberServices(database.db);
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => database.close());
beforeEach(() => database.db.delete(attempts));

/** A member who logged in at `START`; by passkey if there is no password. */
async function loggedIn(hasPassword = true): Promise<MemberActor> {
  const memberId = await insertMember(database.db, `m${++serial}@member.example`, {
    passwordHash: hasPassword ? passwordHash : null,
  });
  const by = { memberId, rememberMe: true, userAgent: 'Mozilla/5.0', remoteIp: '203.0.113.9', now: START };
  const { sessionId } = await openSession(services, by);
  return memberActor(memberId, { sessionId });
}
const prove = (actor: MemberActor, now: Date, password?: unknown) =>
  errorNameOf(reauthenticateForPayment(services, actor, { password, now }));

describe('before a card, a plan or a refund is touched (ASVS 6.3.3)', () => {
  it('asks for the password, or a log-in of the last five minutes: a call of the catalogue has no field for one', async () => {
    const actor = await loggedIn();
    expect(await prove(actor, later(4.9))).toBeNull();
    // Nothing wrong was sent, so the message says what to send.
    for (const none of [undefined, null, '']) expect(await prove(actor, later(5), none)).toBe('proofNeeded');
    // A submitted password is compared even after a fresh log-in.
    for (const wrong of ['wrong-password-1', 1, {}, 'x'.repeat(2_000)])
      expect(await prove(actor, START, wrong)).toBe('oldPasswordMismatch');
    expect(await prove(actor, later(5), PASSWORD)).toBeNull();
    // A correct password does not cover the next call.
    expect(await prove(actor, later(5))).toBe('proofNeeded');
    expect(RESPONSE_CODES.proofNeeded).toMatchObject({ code: 10011, message: 'log in again, or send the password' });
  });

  it('asks who has a passkey and no password for a log-in of the last five minutes', async () => {
    const actor = await loggedIn(false);
    expect(await prove(actor, later(4.9))).toBeNull();
    expect(await isFreshForPayment(services, actor, later(4.9))).toBe(true);
    expect(await prove(actor, later(5))).toBe('proofNeeded');
    expect(await isFreshForPayment(services, actor, later(5))).toBe(false);
    expect(await prove(actor, later(5), PASSWORD)).toBe('proofNeeded');
  });

  it('stops who guesses with a session in hand, with the right password too', async () => {
    const actor = await loggedIn();
    for (let n = 0; n < 10; n++) expect(await prove(actor, START, `wrong-${n}`)).toBe('oldPasswordMismatch');
    expect(await prove(actor, START, PASSWORD)).toBe('tooManyRequests');
  });

  it.each(['email-changed', 'phone-changed'] as const)(
    'waits a day after %s: whoever took an account over moves its mails first',
    async (kind) => {
      const actor = await loggedIn();
      const by = { memberId: actor.memberId, kind, userAgent: 'Mozilla/5.0', remoteIp: '203.0.113.9', now: START };
      await database.db.transaction((tx) => recordSecurityEvent(tx, { ...by, detail: { email: 'm', phone: '5' } }));
      expect(await prove(actor, later(24 * 60 - 1), PASSWORD)).toBe('accountJustChanged');
      expect(await prove(actor, later(24 * 60 + 1), PASSWORD)).toBeNull();
    },
  );

  it('waits for nothing where the number that the account had all along was proved', async () => {
    const actor = await loggedIn();
    const by = { memberId: actor.memberId, userAgent: 'Mozilla/5.0', remoteIp: '203.0.113.9', now: START };
    const detail = { phone: '5', same: 'yes' };
    await database.db.transaction((tx) => recordSecurityEvent(tx, { ...by, kind: 'phone-changed', detail }));
    expect(await prove(actor, later(1), PASSWORD)).toBeNull();
  });

  it('hears nobody whose session is over', async () => {
    const actor = await loggedIn();
    await database.db.update(members).set({ credentialEpoch: 2 }).where(eq(members.id, actor.memberId));
    expect(await prove(actor, START, PASSWORD)).toBe('notAuthenticated');
  });
});
