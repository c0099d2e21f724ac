import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { listConsents, getProfile } from '#domain/members/members.ts';
import { askDeletion, GRACE_DAYS, takeBackDeletion } from '#domain/privacy/privacy.ts';
import { takeIntent } from './account-posted.server.ts';
import { ownerProofOf, ownPage } from './own-page.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const page = await ownPage(args);
  const { members, actor, now, db, siteUrl } = page;
  const { member, hasPassword } = await getProfile(members, actor.memberId, now);
  return {
    siteUrl,
    graceDays: GRACE_DAYS,
    proof: await ownerProofOf(page, hasPassword),
    eraseAtMs: member.eraseAt?.getTime() ?? null,
    consents: (await listConsents(db, actor.memberId)).map(({ id, kind, isGiven, wording, createdAt }) => ({
      id,
      kind,
      isGiven,
      wording,
      atMs: createdAt.getTime(),
    })),
  };
}

export const action = (args: ActionFunctionArgs) =>
  takeIntent(args, {
    leave: async ({ privacy, actor, visitor }, { password }) => {
      const { trustedDeviceCookie } = await askDeletion(privacy, actor, { password }, visitor);
      return { cookies: [trustedDeviceCookie] };
    },
    stay: ({ privacy, actor, visitor }) => takeBackDeletion(privacy, { memberId: actor.memberId, visitor }),
  });
