import type { z } from 'zod';
import { askWhoItIs, memberNow } from '#app/components/frame/member-state.ts';
import { tellListTabs } from '#app/components/library/list-tabs.ts';
import { callAsMember } from '#app/components/member/member-call.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import { followRefused } from '#app/text/zh-hk/follows.ts';
import { followKey, type Followable } from '#domain/follows/follows.rules.ts';
import type {
  FollowedWire,
  followsReplySchema,
  joinReplySchema,
  newsReplySchema,
} from '#domain/follows/follows.schema.ts';
import { followCalls } from './follow-calls.ts';
import { addToGuestList, markFollows, readGuestList, removeFromGuestList } from './guest-list.ts';

// What this visitor follows: for members from the server, for guests from this browser. Loaded after the first paint.

const FULL = 120001;

/** Id of the member, null for a guest, undefined before it is known. */
let owner: number | null | undefined;
let keys: ReadonlySet<string> | null = null;
let loading: Promise<void> | null = null;
let joining: Promise<void> | null = null;
const listeners = new Set<() => void>();

function know(all: Iterable<string>): void {
  keys = new Set(all);
  markFollows(keys.size > 0);
  for (const listener of listeners) listener();
}

const jsonInit = (method: 'POST' | 'PUT' | 'DELETE', body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function join(): Promise<void> {
  const items = readGuestList();
  if (items.length === 0) return;
  const answer = await callAsMember(followCalls.list(), jsonInit('POST', { items }), { tells: false });
  if (!answer.isOk) return console.error('the list of this browser was not joined', answer);
  const { left_out: leftOut } = answer.response as z.output<typeof joinReplySchema>;
  const kept = new Set(leftOut.map(followKey));
  await removeFromGuestList(items.filter((item) => !kept.has(followKey(item))));
  forgetKeys();
  tellListTabs();
}

/**
 * Adds the list of this browser to that of the member who logged in. Only what the server has is removed here, so that
 * nothing is lost if the call fails, another tab does the same, or the list of the member is full.
 */
export function joinGuestList(): Promise<void> {
  joining ??= join().finally(() => (joining = null));
  return joining;
}

async function load(): Promise<void> {
  if (memberNow() === null) await askWhoItIs();
  const now = memberNow()?.user?.user_id ?? null;
  if (owner !== now) keys = null;
  owner = now;
  if (keys !== null) return;
  if (now === null) return know(readGuestList().map(followKey));
  await joinGuestList();
  const answer = await callAsMember(followCalls.list(), {}, { tells: false });
  // The visitor may have logged in or out.
  if ((memberNow()?.user?.user_id ?? null) !== now) return load();
  if (answer.isOk) know((answer.response as z.output<typeof followsReplySchema>).items.map(followKey));
}

/** Loads what is followed, once at a time. */
function loadFollows(): Promise<void> {
  loading ??= load().finally(() => (loading = null));
  return loading;
}

function forgetKeys(): void {
  keys = null;
  if (listeners.size > 0) void loadFollows();
}

function hear({ key }: StorageEvent): void {
  if (key === SHARED_KEYS.lists || key === SHARED_KEYS.follows) forgetKeys();
}

/** Reports whether it is followed, now and on each change, in other tabs too. */
export function watchFollow(item: Followable, tell: (isFollowed: boolean) => void): () => void {
  const listener = () => tell(keys?.has(followKey(item)) === true);
  if (listeners.size === 0) window.addEventListener('storage', hear);
  listeners.add(listener);
  void loadFollows().then(() => listeners.has(listener) && listener());
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', hear);
  };
}

/** A browser with notifications sends the station its list: a guest's is stored nowhere else. */
function tellNotifications(): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  void import('#app/components/notify/push-browser.ts')
    .then(({ lookAtNotifications }) => lookAtNotifications())
    .catch(
      // The page of notifications does it too.
      () => undefined,
    );
}

/** Follows or unfollows it. Shows a message on failure. */
export async function toggleFollow(item: Followable): Promise<void> {
  await loadFollows();
  if (keys === null) return notify(followRefused.failed, 'info');
  const isFollowed = keys.has(followKey(item));
  const others = [...keys].filter((key) => key !== followKey(item));
  if (owner === null) {
    const isDone = isFollowed ? await removeFromGuestList([item]) : await addToGuestList(item);
    if (!isDone) return notify(isFollowed ? followRefused.failed : followRefused.fullForGuests, 'info');
    tellNotifications();
    return know(readGuestList().map(followKey));
  }
  const answer = await callAsMember(followCalls.list(), jsonInit(isFollowed ? 'DELETE' : 'PUT', item));
  if (!answer.isOk) return notify(answer.code === FULL ? followRefused.full : followRefused.failed, 'info');
  tellListTabs();
  know(isFollowed ? others : [followKey(item), ...others]);
}

/** News of what this visitor follows. Null if it could not be loaded. */
export async function askFollowed(
  headlines?: number,
): Promise<{ followed: number; items: readonly FollowedWire[] } | null> {
  const isGuest = !memberNow()?.user;
  if (!isGuest) await joinGuestList();
  const body = { ...(isGuest && { items: readGuestList() }), ...(headlines !== undefined && { headlines }) };
  const answer = await callAsMember(followCalls.news(), jsonInit('POST', body), { tells: false });
  return answer.isOk ? (answer.response as z.output<typeof newsReplySchema>) : null;
}
