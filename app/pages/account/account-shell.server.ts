import type { LoaderFunctionArgs } from 'react-router';
import { getProfile } from '#domain/members/members.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { ownPage } from './own-page.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { members, actor, now } = await ownPage(args);
  const { member } = await getProfile(members, actor.memberId, now);
  return {
    memberId: actor.memberId,
    displayName: member.displayName,
    year: Number(dayHkOf(member.createdAt).slice(0, 4)),
    eraseAtMs: member.eraseAt?.getTime() ?? null,
  };
}
