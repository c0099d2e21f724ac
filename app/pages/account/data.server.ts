import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { listConsents } from '#domain/members/consents.ts';
import { askDeletion, GRACE_DAYS, takeBackDeletion } from '#domain/privacy/privacy.ts';
import { getProfile } from '#domain/members/profile.ts';
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
    leave: async ({ members, actor, visitor }, { password }) => {
      const { trustedDeviceCookie } = await askDeletion(members, actor, { password }, visitor);
      return { cookies: [trustedDeviceCookie] };
    },
    stay: ({ members, actor, visitor }) => takeBackDeletion(members, { memberId: actor.memberId, visitor }),
  });
