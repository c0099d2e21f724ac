import { redirect, type RouterContextProvider } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { COOKIES, DAY_SECONDS } from '#app/cookies.ts';
import { paths } from '#app/paths.ts';
import { type LoggingIn, isFreshLogIn } from '#domain/auth/auth.ts';
import type { MemberActor } from '#shared/actor.ts';
import { secretOf, SESSION_COOKIES } from '#shared/http/session-cookie.ts';

interface Asked {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
}

/** Query parameters of the router, not the page. */
const ROUTERS = ['index', '_routes'];
const REGISTRATION_SECONDS = 7 * DAY_SECONDS;

/** Sends a guest to login with a return address; a chosen plan is stored for as long as registration may take. */
function toLogIn({ pathname, searchParams }: URL): Response {
  const query = new URLSearchParams([...searchParams].filter(([name]) => !ROUTERS.includes(name)));
  const back = query.size > 0 ? `${pathname}?${query.toString()}` : pathname;
  const headers = new Headers();
  const plan = query.get('plan') ?? '';
  if (pathname === paths.newSubscription() && /^[1-9]\d{0,9}$/.test(plan))
    headers.append(
      'set-cookie',
      `${COOKIES.chosenPlan}=${plan}; Path=/; Max-Age=${REGISTRATION_SECONDS}; Secure; SameSite=Lax`,
    );
  return redirect(paths.login({ return: back }), { status: 303, headers });
}

/** The member of the account, and the dependencies of its modules. A guest is sent to login with a return address. */
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
  if (actor.kind === 'guest') throw toLogIn(url);
  const known = secretOf(request.headers.get('cookie'), SESSION_COOKIES.known);
  const visitor: LoggingIn = { now, remoteIp, userAgent, known, mayUseTicket: true };
  return { actor, members, privacy, phones, library, podcasts, links, db, now, siteUrl, visitor };
}

/** Proof required before a change that concerns ownership of the account. */
export type ReauthenticationNeed = 'nothing' | 'password' | 'log-in';

export async function ownerProofOf(
  { members, actor, now }: { members: Parameters<typeof isFreshLogIn>[0]; actor: MemberActor; now: Date },
  hasPassword: boolean,
): Promise<ReauthenticationNeed> {
  if (await isFreshLogIn(members, actor, now)) return 'nothing';
  return hasPassword ? 'password' : 'log-in';
}
