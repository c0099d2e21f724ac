import type { Change } from '#app/pages/account/account-posted.server.ts';
import {
  findFamilyInvitation,
  inviteAgain,
  inviteToFamily,
  joinFamily,
  leaveFamily,
  removeFromFamily,
  viewFamily,
  withdrawFamilyInvitation,
} from '#domain/families/families.ts';
import type { Db } from '#db/database.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';

/** Longer than any code of ours. */
const MAX_CODE = 100;

/** The family of a member, and the invitation whose link they opened. */
export async function familyView(
  at: { db: Db; now: Date },
  actor: MemberActor,
  { code, hasOwnPlan, maxDevices }: { code: string; hasOwnPlan: boolean; maxDevices: number },
) {
  const token = code.slice(0, MAX_CODE);
  const [family, opened] = await Promise.all([
    viewFamily(at, actor),
    token === '' ? null : findFamilyInvitation(at, actor, token),
  ]);
  return {
    role: family.role,
    isRunning: family.runsUntil !== null,
    isVerified: actor.isEmailVerified,
    hasOwnPlan,
    maxDevices,
    people: family.people.map(({ id, memberId, seat, name, joinedAt }) => ({
      id,
      name,
      isPayer: seat === 1,
      isSelf: memberId === actor.memberId,
      joinedAtMs: joinedAt.getTime(),
    })),
    invitations: family.invitations.map(({ id, email, expiresAt }) => ({
      id,
      email,
      isLapsed: expiresAt <= at.now,
      expiresAtMs: expiresAt.getTime(),
    })),
    free: family.free,
    freeFromMs: family.freeFrom?.getTime() ?? null,
    isFull: family.isFull,
    opened: opened && { ...opened, code: token },
  };
}

function idOf(thing = ''): number {
  const id = Number(thing);
  if (!isPossibleId(id)) throw new DomainError('dataNotFound');
  return id;
}

/** What the forms of the family do. */
export const familyChanges: Readonly<Record<string, Change>> = {
  'family-invite': ({ db, now, siteUrl, actor }, { email = '' }) => inviteToFamily({ db, now, siteUrl }, actor, email),
  'family-again': ({ db, now, siteUrl, actor }, { thing }) => inviteAgain({ db, now, siteUrl }, actor, idOf(thing)),
  'family-withdraw': ({ db, actor }, { thing }) => withdrawFamilyInvitation({ db }, actor, idOf(thing)),
  'family-join': ({ db, now, siteUrl, actor }, { thing = '' }) =>
    joinFamily({ db, now, siteUrl }, actor, thing.slice(0, MAX_CODE)),
  'family-leave': ({ db, now, actor }) => leaveFamily({ db, now }, actor),
  'family-remove': ({ db, now, actor }, { thing }) => removeFromFamily({ db, now }, actor, idOf(thing)),
};
