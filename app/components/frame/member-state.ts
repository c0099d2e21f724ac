import { useEffect, useSyncExternalStore } from 'react';
import { useNavigate, useNavigation, useRevalidator } from 'react-router';
import type { z } from 'zod';
import { COOKIES, readCookie, writeCookie } from '#app/cookies.ts';
import { calls } from '#app/paths.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import type { userStateReplySchema } from '#domain/members/members.schema.ts';
import { mayMeasure } from '#app/components/shell/consent.ts';
import { AD_FREE_SECONDS } from '#shared/ad-free-cookie.ts';
import { learnStationTime } from '#app/components/shell/station-time.ts';

// Pages are everybody's: who looks at one is asked once it is there. This part loads with every page, so it is kept small;
// what only members need comes when there is one.

export type MemberState = z.output<typeof userStateReplySchema>;

const GUEST: MemberState = {
  user: null,
  is_email_verified: false,
  subscribed: false,
  allowed_to_add_to_playlist: false,
  show_card_expiring: false,
  show_boc_reminder: false,
  show_archive_tutorial: false,
  show_archive_offer: false,
  tracking_token: null,
};
const TIMEOUT_MS = 10_000;
/** A tab that comes back after this asks again. */
const STALE_MS = 300_000;

let state: MemberState | null = null;
let askedAtMs = 0;
let asking: AbortController | undefined;
/** A form of members is on its way. Kept beside the frame: the answer may lead into another. */
let hasSent = false;
const listeners = new Set<() => void>();

function set(next: MemberState): void {
  state = next;
  // The next page is without advertisements from its first paint; the one that stands keeps its room.
  if (next.subscribed !== (readCookie(document.cookie, COOKIES.adFree) === '1'))
    writeCookie(COOKIES.adFree, '1', { maxAgeSeconds: next.subscribed ? AD_FREE_SECONDS : 0 });
  for (const listener of listeners) listener();
}

/** Null until the answer is there. */
export const memberNow = (): MemberState | null => state;

/** What other tabs are to hear of: who is in, and what they may. */
const markOf = ({ user, is_email_verified, subscribed }: MemberState): string =>
  user ? `in ${Number(is_email_verified)}${Number(subscribed)}` : 'out';

/**
 * Lets the other tabs know that something is not as it was, by a mark that they hear the change of. `isChanged`: the
 * account was changed in what the mark does not show.
 */
function tellTabs(now: MemberState, isChanged = false): void {
  try {
    const [before] = (localStorage.getItem(SHARED_KEYS.member) ?? 'out').split('@');
    if (isChanged || before !== markOf(now)) localStorage.setItem(SHARED_KEYS.member, `${markOf(now)}@${Date.now()}`);
  } catch {
    // Without storage each tab asks when it is come back to.
  }
}

/** Something of the account was changed here. */
export async function accountChanged(): Promise<void> {
  await askWhoItIs();
  if (state) tellTabs(state, true);
}

/** Holds pages of a member that must not stay on a screen after the session. */
export const isAccountPage = (path = window.location.pathname): boolean => path.startsWith('/member/userinfo');

/** The browser's name for itself, by which reports are signed for: of who agreed to statistics. */
async function ownName(): Promise<HeadersInit> {
  const name = mayMeasure() ? (await import('#app/tracking/visitor-name.ts')).visitorName() : null;
  return name === null ? {} : { 'x-visitor': name };
}

/** Asks who the visitor is. An answer that does not come changes nothing, but for the first: then it is a guest. */
export async function askWhoItIs(): Promise<void> {
  asking?.abort();
  const mine = (asking = new AbortController());
  askedAtMs = Date.now();
  let next: MemberState | undefined;
  try {
    const signal = AbortSignal.any([mine.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const reply = await fetch(calls.userState(), { signal, headers: await ownName() });
    learnStationTime(reply);
    if (reply.ok) next = ((await reply.json()) as { response: MemberState }).response;
    else console.error('the check of the member and the plan was refused', reply.status);
  } catch (error) {
    // The next return of the tab asks again.
    if (!mine.signal.aborted) console.error('the check of the member and the plan failed', error);
  }
  if (mine.signal.aborted) return;
  if (next) tellTabs(next);
  const isOver = state?.user && next && !next.user && isAccountPage();
  set(next ?? state ?? GUEST);
  if (isOver) void import('#app/components/member/member-call.ts').then(({ sessionOver }) => sessionOver(), left);
}

/** Gecko refuses what a page asked for that is being left. */
const left = (): void => undefined;

/** After a log-out: nobody needs to be asked. */
export function forgetMember(): void {
  asking?.abort();
  tellTabs(GUEST);
  set(GUEST);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useMember(): MemberState | null {
  return useSyncExternalStore(subscribe, memberNow, () => null);
}

/** Asks after load, once a document; after forms of members were sent; and when a tab comes back after a while. */
export function MemberWatch(): null {
  const member = useMember();
  const navigate = useNavigate();
  const { formAction, state: going } = useNavigation();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (formAction?.startsWith('/member')) hasSent = true;
    else if (hasSent && going === 'idle') {
      hasSent = false;
      void askWhoItIs();
    }
  }, [formAction, going]);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const ask = () => void askWhoItIs();
    const askWhenOld = () => {
      if (!document.hidden && Date.now() - askedAtMs >= STALE_MS) ask();
    };
    const askIdly = () => {
      if (signal.aborted || askedAtMs > 0) return;
      if ('requestIdleCallback' in window) requestIdleCallback(askWhenOld, { timeout: 2_000 });
      else setTimeout(askWhenOld, 200);
    };
    if (document.readyState === 'complete') askIdly();
    else window.addEventListener('load', askIdly, { signal });
    document.addEventListener('visibilitychange', askWhenOld, { signal });
    const hear = async ({ key }: StorageEvent) => {
      if (key !== SHARED_KEYS.member) return;
      await askWhoItIs();
      // What the page shows of the account is asked for anew; what is being written in it stays.
      if (isAccountPage() && memberNow()?.user) await revalidate();
    };
    window.addEventListener('storage', (event) => void hear(event), { signal });
    // A page out of the browser's memory may be of before a log-in or log-out.
    window.addEventListener('pageshow', ({ persisted }) => persisted && ask(), { signal });
    return () => ended.abort();
  }, [revalidate]);
  useEffect(() => {
    if (member?.user)
      void import('#app/components/member/member-duties.ts').then(({ attend }) => attend(member, navigate), left);
  }, [member, navigate]);
  return null;
}
