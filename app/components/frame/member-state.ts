import { useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { COOKIES, readCookie, writeCookie } from '#app/cookies.ts';
import { calls } from '#app/paths.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import type { userStateReplySchema } from '#domain/members/members.schema.ts';
import { mayMeasure } from '#app/components/shell/consent.ts';
import { AD_FREE_SECONDS } from '#shared/ads/ad-free-cookie.ts';
import { learnStationTime } from '#app/components/shell/station-time.ts';

// Pages are the same for everyone; the visitor is identified after load, by `MemberWatch`. This module is part of every
// page and stays small.

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

let state: MemberState | null = null;
let askedAtMs = 0;
let asking: AbortController | undefined;
const listeners = new Set<() => void>();
/** Set by `MemberWatch`: its code is loaded on demand. */
let tellSessionOver: () => void = () => undefined;

function set(next: MemberState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** The next page is ad-free from its first paint; the current one keeps its reserved space. */
function markAdFree({ subscribed }: MemberState): void {
  if (subscribed !== (readCookie(document.cookie, COOKIES.adFree) === '1'))
    writeCookie(COOKIES.adFree, '1', { maxAgeSeconds: subscribed ? AD_FREE_SECONDS : 0 });
}

/** Null until loaded. */
export const memberNow = (): MemberState | null => state;

/** When the state was last requested, in ms since the epoch; 0: never. */
export const lastAskedAtMs = (): number => askedAtMs;

/** `tell` runs when an account page finds that its session is over. */
export function whenSessionEnds(tell: () => void): void {
  tellSessionOver = tell;
}

/** State shared with other tabs: login and rights. */
const markOf = ({ user, is_email_verified, subscribed }: MemberState): string =>
  user ? `in ${Number(is_email_verified)}${Number(subscribed)}` : 'out';

/**
 * Notifies other tabs of a change, through a storage entry whose changes they receive. `isChanged`: the account changed
 * in a way the entry does not show.
 */
function tellTabs(now: MemberState, isChanged = false): void {
  try {
    const [before] = (localStorage.getItem(SHARED_KEYS.member) ?? 'out').split('@');
    if (isChanged || before !== markOf(now)) localStorage.setItem(SHARED_KEYS.member, `${markOf(now)}@${Date.now()}`);
  } catch {
    // Without storage, each tab reloads when it is shown again.
  }
}

/** The account was changed in this tab. */
export async function accountChanged(): Promise<void> {
  await askWhoItIs();
  if (state) tellTabs(state, true);
}

/** Account pages, which must not stay on screen after the session. */
export const isAccountPage = (path = window.location.pathname): boolean => path.startsWith('/member/userinfo');

/** The browser's random name, for which reports are signed; only with consent to statistics. */
async function ownName(): Promise<HeadersInit> {
  if (!mayMeasure()) return {};
  // Whoever blocks the code of statistics is still who they are.
  const name = await import('#app/tracking/visitor-name.ts').then(({ visitorName }) => visitorName()).catch(() => null);
  return name === null ? {} : { 'x-visitor': name };
}

/**
 * Loads the visitor's state. A failed request changes nothing, except for the first: then the visitor counts as a
 * guest.
 */
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
    else console.error('request for the member state was rejected', reply.status);
  } catch (error) {
    // Retried when the tab is shown again.
    if (!mine.signal.aborted) console.error('request for the member state failed', error);
  }
  if (mine.signal.aborted) return;
  if (next) {
    tellTabs(next);
    // A request that failed, also because the page is being left, says nothing of a subscription.
    markAdFree(next);
  }
  const isOver = state?.user && next && !next.user && isAccountPage();
  set(next ?? state ?? GUEST);
  if (isOver) tellSessionOver();
}

/** After logout: no request is needed. */
export function forgetMember(): void {
  asking?.abort();
  tellTabs(GUEST);
  markAdFree(GUEST);
  set(GUEST);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useMember(): MemberState | null {
  return useSyncExternalStore(subscribe, memberNow, () => null);
}
