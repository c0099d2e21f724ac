import { redirect, type RouterContextProvider } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';
import { type LoggingIn, isFreshLogIn } from '#domain/auth/auth.ts';
import type { MemberActor } from '#shared/actor.ts';
import { secretOf, SESSION_COOKIES } from '#shared/session-cookie.ts';

interface Asked {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
}

/** Whose account it is, and what its doors need. A guest is sent to the log-in and back. */
export async function ownPage({ context, request, url }: Asked) {
  const {
    members,
    privacy,
    phones,
    library,
    podcasts,
    links,
    now,
    remoteIp,
    userAgent,
    actor: actorOf,
    siteUrl,
    db,
  } = context.get(requestContext);
  const actor = await actorOf();
  // `index` is the router's own name in the query, not the page's.
  if (actor.kind === 'guest') throw redirect(paths.login({ return: url.pathname }), 303);
  const known = secretOf(request.headers.get('cookie'), SESSION_COOKIES.known);
  const visitor: LoggingIn = { now, remoteIp, userAgent, known, mayUseTicket: true };
  return { actor, members, privacy, phones, library, podcasts, links, db, now, siteUrl, visitor };
}

/** What a change asks for, before what decides whose the account is. */
export type ReauthenticationNeed = 'nothing' | 'password' | 'log-in';

export async function ownerProofOf(
  { members, actor, now }: { members: Parameters<typeof isFreshLogIn>[0]; actor: MemberActor; now: Date },
  hasPassword: boolean,
): Promise<ReauthenticationNeed> {
  if (await isFreshLogIn(members, actor, now)) return 'nothing';
  return hasPassword ? 'password' : 'log-in';
}
