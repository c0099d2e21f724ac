import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { securityEvents } from '#db/tables/security-events.ts';
import { members } from '#db/tables/members.ts';
import { passkeyChallenges, passkeys } from '#db/tables/passkeys.ts';
import { createAuthenticator, type AuthenticatorOptions } from '#tests/factories/accounts/authenticator.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import {
  addPasskey,
  listPasskeys,
  memberOfPasskey,
  passkeyAddOptions,
  passkeyLogInOptions,
  removePasskey,
  renamePasskey,
  type PasskeyServices,
} from './passkeys.ts';
import { openSession } from '#domain/auth/sessions.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';

let database: TestDatabase;
let services: PasskeyServices;
let memberId = 0;
const sessionOf = new Map<number, number>();
/** A member who has just logged in. */
const actorOf = (of: number) => memberActor(of, { sessionId: sessionOf.get(of) ?? 0 });
let otherId = 0;
const now = new Date('2026-11-21T12:00:00+08:00');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const caller = { userAgent: 'test', remoteIp: '203.0.113.5', now };
const here = { origin: 'https://radio.example', rpId: 'radio.example' };

beforeAll(async () => {
  database = await createTestDatabase();
  services = { db: database.db, siteUrl: 'https://radio.example' };
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(members);
  await database.db.delete(passkeyChallenges);
  const made = await database.db
    .insert(members)
    .values(
      ['a@member.example', 'b@member.example'].map((email) => ({ email, emailKey: email, displayName: email[0] })),
    )
    .returning({ id: members.id });
  [memberId, otherId] = made.map(({ id }) => id) as [number, number];
  for (const { id } of made) {
    const { sessionId } = await openSession(services, { memberId: id, rememberMe: false, ...caller });
    sessionOf.set(id, sessionId);
  }
});

async function withKey(of = memberId, options: Partial<AuthenticatorOptions> = {}) {
  const authenticator = createAuthenticator({ ...here, ...options });
  const credential = authenticator.create(await passkeyAddOptions(services, actorOf(of), { now }));
  const passkey = await addPasskey(services, actorOf(of), { name: '電話', credential, caller });
  return { authenticator, passkey, credential };
}
const challenge = () => passkeyLogInOptions(services, now);
const refused = (errorName: string) => ({ errorName });

describe('adding', () => {
  it('keeps what the key needs to be told again, and tells the member that it was added', async () => {
    await withKey();
    expect(await listPasskeys(database.db, memberId)).toMatchObject([
      { name: '電話', counter: 1, transports: ['internal'], isBackedUp: false, usedAt: null },
    ]);
    const events = await database.db.select().from(securityEvents).where(eq(securityEvents.memberId, memberId));
    expect(events).toMatchObject([{ kind: 'passkey-added', detail: { name: '電話' } }]);
    expect(await listPasskeys(database.db, otherId)).toEqual([]);
  });

  it('asks for a key that is found by itself and checks who holds it, and names those there are', async () => {
    const { passkey } = await withKey();
    const options = await passkeyAddOptions(services, actorOf(memberId), { now });
    expect(options.rp.id).toBe('radio.example');
    expect(options.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' });
    expect(options.excludeCredentials?.map(({ id }) => id)).toEqual([passkey.credentialId]);
    expect(JSON.stringify(options.user.id)).not.toContain(String(memberId));
  });

  it('takes a challenge once, for the member it was given to, for five minutes', async () => {
    const { credential } = await withKey();
    const me = actorOf(memberId);
    const again = { name: 'x', credential, caller };
    await expect(addPasskey(services, me, again)).rejects.toMatchObject(refused('verifyCodeNotFound'));
    const fresh = async (of: number) =>
      createAuthenticator(here).create(await passkeyAddOptions(services, actorOf(of), { now }));
    await expect(addPasskey(services, me, { ...again, credential: await fresh(otherId) })).rejects.toMatchObject(
      refused('verifyCodeNotFound'),
    );
    await expect(
      addPasskey(services, me, { ...again, credential: await fresh(memberId), caller: { ...caller, now: later(5) } }),
    ).rejects.toMatchObject(refused('verifyCodeNotFound'));
    const forLogIn = createAuthenticator(here).create({ ...(await challenge()), user: { id: 'eA' } });
    await expect(addPasskey(services, me, { ...again, credential: forLogIn })).rejects.toMatchObject(
      refused('verifyCodeNotFound'),
    );
    expect(await listPasskeys(database.db, memberId)).toHaveLength(1);
  });

  it.each<[string, Partial<AuthenticatorOptions>]>([
    ['another site', { origin: 'https://radio.example.evil.example' }],
    ['a key bound to another name', { rpId: 'evil.example' }],
    ['a holder who was not checked', { isVerified: false }],
  ])('refuses %s', async (_, options) => {
    await expect(withKey(memberId, options)).rejects.toMatchObject(refused('invalidParam'));
    expect(await listPasskeys(database.db, memberId)).toEqual([]);
  });

  it('refuses broken bytes without an error of ours', async () => {
    for (const attestationObject of ['AAAA', 'oA', '_____w', 'o2NmbXRkbm9uZQ']) {
      const credential = createAuthenticator(here).create(
        await passkeyAddOptions(services, actorOf(memberId), { now }),
      );
      credential.response.attestationObject = attestationObject;
      await expect(addPasskey(services, actorOf(memberId), { name: 'x', credential, caller })).rejects.toMatchObject(
        refused('invalidParam'),
      );
    }
  });

  it('holds ten keys an account and no more, also when they are added at once', async () => {
    const challenges = [];
    for (let i = 0; i < 9; i++) challenges.push(await withKey());
    const wishes = [];
    for (let i = 0; i < 3; i++) {
      const options = await passkeyAddOptions(services, actorOf(memberId), { now });
      const [row] = await database.db.select().from(passkeyChallenges);
      wishes.push({ credential: createAuthenticator(here).create(options), row });
    }
    // A newer challenge deletes the member's older ones. They are inserted again to simulate three racing pages.
    await database.db.insert(passkeyChallenges).values(wishes.slice(0, 2).map(({ row }) => row!));
    const added = await Promise.allSettled(
      wishes.map(({ credential }) => addPasskey(services, actorOf(memberId), { name: 'x', credential, caller })),
    );
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await listPasskeys(database.db, memberId)).toHaveLength(10);
    await expect(passkeyAddOptions(services, actorOf(memberId), { now })).rejects.toMatchObject(refused('conflict'));
  });
});

describe('logging in', () => {
  it('finds the member by the key alone, and notes the use', async () => {
    const { authenticator } = await withKey();
    await withKey(otherId);
    const options = await challenge();
    expect(options.allowCredentials ?? []).toEqual([]);
    const credential = authenticator.get(options);
    expect(await memberOfPasskey(services, { credential, now })).toEqual({
      id: memberId,
      displayName: 'a',
      email: 'a@member.example',
      epoch: 1,
      state: 'active',
      mergedIntoId: null,
    });
    expect(await listPasskeys(database.db, memberId)).toMatchObject([{ counter: 2, usedAt: now }]);
  });

  it('lets one signature in once, also when it comes five times at once', async () => {
    const { authenticator } = await withKey(memberId, { counter: 0, isBackedUp: true });
    const credential = authenticator.get(await challenge());
    const calls = await Promise.allSettled(
      Array.from({ length: 5 }, () => memberOfPasskey(services, { credential, now })),
    );
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(memberOfPasskey(services, { credential, now })).rejects.toMatchObject(refused('verifyCodeNotFound'));
  });

  it('refuses a copy of a key whose count stayed behind', async () => {
    const { authenticator } = await withKey();
    const copy = authenticator.copy();
    await memberOfPasskey(services, { credential: authenticator.get(await challenge()), now });
    const credential = copy.get(await challenge());
    await expect(memberOfPasskey(services, { credential, now })).rejects.toMatchObject(refused('passwordMismatch'));
  });

  it('refuses a challenge that is over, and one that a member was given to add a key', async () => {
    const { authenticator } = await withKey();
    const old = authenticator.get(await challenge());
    await expect(memberOfPasskey(services, { credential: old, now: later(5) })).rejects.toMatchObject(
      refused('verifyCodeNotFound'),
    );
    const adding = authenticator.get(await passkeyAddOptions(services, actorOf(memberId), { now }));
    await expect(memberOfPasskey(services, { credential: adding, now })).rejects.toMatchObject(
      refused('verifyCodeNotFound'),
    );
  });

  it('refuses an unknown key, a changed signature, another holder and another site alike', async () => {
    const { authenticator } = await withKey();
    const stranger = createAuthenticator(here);
    stranger.create({ challenge: 'eA', user: { id: 'eA' } });
    const changed = authenticator.get(await challenge());
    changed.response.signature = stranger.get(await challenge()).response.signature;
    const otherHolder = authenticator.get(await challenge());
    otherHolder.response.userHandle = 'c29tZWJvZHk';
    const noHolder = authenticator.get(await challenge());
    noHolder.response.userHandle = null;
    for (const credential of [stranger.get(await challenge()), changed, otherHolder, noHolder])
      await expect(memberOfPasskey(services, { credential, now })).rejects.toMatchObject(refused('passwordMismatch'));
    const elsewhere: PasskeyServices = { ...services, siteUrl: 'https://other.example' };
    const credential = authenticator.get(await challenge());
    await expect(memberOfPasskey(elsewhere, { credential, now })).rejects.toMatchObject(refused('passwordMismatch'));
  });

  it('keeps a closed account closed, and opens one that is leaving so that it can be taken back', async () => {
    const { authenticator } = await withKey();
    const set = (values: Partial<typeof members.$inferInsert>) =>
      database.db.update(members).set(values).where(eq(members.id, memberId));
    await set({ state: 'inactive' });
    await expect(
      memberOfPasskey(services, { credential: authenticator.get(await challenge()), now }),
    ).rejects.toMatchObject(refused('userInactive'));
    await set({ state: 'deleting', eraseAt: later(60) });
    expect(await memberOfPasskey(services, { credential: authenticator.get(await challenge()), now })).toMatchObject({
      id: memberId,
      state: 'deleting',
    });
  });
});

describe('keeping', () => {
  it("renames and removes one's own keys only, and a removed key opens nothing", async () => {
    const { authenticator, passkey } = await withKey();
    const { id } = passkey;
    await expect(renamePasskey(database.db, { id, memberId: otherId, name: '偷' })).rejects.toMatchObject(
      refused('dataNotFound'),
    );
    await expect(removePasskey(services, actorOf(otherId), { id }, caller)).rejects.toMatchObject(
      refused('dataNotFound'),
    );
    await renamePasskey(database.db, { id, memberId, name: '手提電話' });
    expect(await listPasskeys(database.db, memberId)).toMatchObject([{ name: '手提電話' }]);
    await removePasskey(services, actorOf(memberId), { id }, caller);
    await expect(
      memberOfPasskey(services, { credential: authenticator.get(await challenge()), now }),
    ).rejects.toMatchObject(refused('passwordMismatch'));
    const kinds = await database.db.select({ kind: securityEvents.kind }).from(securityEvents);
    expect(kinds.map(({ kind }) => kind)).toEqual(['passkey-added', 'passkey-removed']);
    expect(await database.db.select().from(passkeys)).toEqual([]);
  });
});
