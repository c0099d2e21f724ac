import { afterAll, beforeAll, expect, it } from 'vitest';
import { members } from '#db/tables/members.ts';
import { recurringProfiles, subscriptionPlans } from '#db/tables/subscriptions.ts';
import { createMemberServices, insertMember } from '#tests/factories/accounts/member-services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { userState } from './user-state.ts';

const NOW = new Date('2026-11-21T12:00:00+08:00');
let database: TestDatabase;
let memberId = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  memberId = await insertMember(db, 'chan@example.com');
  await db.insert(subscriptionPlans).values({ id: 100, name: '250日', priceCents: 38_800, days: 250 });
  await db.insert(recurringProfiles).values({
    memberId,
    planId: 100,
    state: 'active',
    cardScheme: 'visa',
    cardLast4: '1234',
    cardEndsOn: '2026-11-30',
    periodMonths: 1,
  });
});
afterAll(() => database.close());

const stateOf = (isSubscriber: boolean, over: { hasBocReminder?: boolean } = {}) =>
  userState(createMemberServices(database.db, over), memberActor(memberId, { isSubscriber }), NOW);

it('shows who has a plan round the archive, until that was read (R-267, R-378)', async () => {
  expect(await stateOf(true)).toMatchObject({ showArchiveTutorial: true });
  expect(await stateOf(false)).toMatchObject({ showArchiveTutorial: false });
  await database.db.update(members).set({ archiveTutorialReadAt: NOW });
  expect(await stateOf(true)).toMatchObject({ showArchiveTutorial: false });
});

it('R-265 offers the archive to guests and to members without a plan, from their second day on', async () => {
  const registered = async (hoursAgo: number) => {
    await database.db.update(members).set({ createdAt: new Date(NOW.getTime() - hoursAgo * 3_600_000) });
    return (await stateOf(false)).showArchiveOffer;
  };
  expect(await registered(1)).toBe(false);
  expect(await registered(23.9)).toBe(false);
  expect(await registered(24)).toBe(true);
  expect((await stateOf(true)).showArchiveOffer).toBe(false);
  expect((await userState(createMemberServices(database.db), { kind: 'guest' }, NOW)).showArchiveOffer).toBe(true);
});

it('reminds of cards who has a plan, and nobody else', async () => {
  const reminded = { showCardExpiring: true, showBocReminder: true, mayAddToPlaylist: true };
  expect(await stateOf(true, { hasBocReminder: true })).toMatchObject(reminded);
  expect(await stateOf(true)).toMatchObject({ showCardExpiring: true, showBocReminder: false });
  const others = { showCardExpiring: false, showBocReminder: false, mayAddToPlaylist: false };
  expect(await stateOf(false, { hasBocReminder: true })).toMatchObject(others);
});
