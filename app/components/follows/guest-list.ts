import { COOKIES, DAY_SECONDS, writeCookie } from '#app/cookies.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import { MAX_GUEST_FOLLOWS, followKey, type Followable } from '#domain/follows/follows.rules.ts';
import { FOLLOW_KINDS } from '#shared/follow-kinds.ts';
import { ROW_HEIGHT } from './row-height.ts';

// What a guest follows, in this browser. A member's is on the server.

/** As in `consent.ts`. */
const ROW_PROPERTY = '--followed';
const ROW = '[data-followed]';
const COOKIE_SECONDS = 180 * DAY_SECONDS;

const isFollowable = (item: unknown): item is Followable => {
  const { kind, subject } = (item ?? {}) as Partial<Record<keyof Followable, unknown>>;
  return (FOLLOW_KINDS as readonly unknown[]).includes(kind) && typeof subject === 'string' && subject !== '';
};

/** The list, the latest first; empty without storage, or if something else wrote there. */
export function readGuestList(): Followable[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SHARED_KEYS.follows) ?? '[]');
    return Array.isArray(stored)
      ? stored
          .filter(isFollowable)
          .map(({ kind, subject }) => ({ kind, subject }))
          .slice(0, MAX_GUEST_FOLLOWS)
      : [];
  } catch {
    return [];
  }
}

function writeGuestList(items: readonly Followable[]): boolean {
  try {
    if (items.length === 0) localStorage.removeItem(SHARED_KEYS.follows);
    else localStorage.setItem(SHARED_KEYS.follows, JSON.stringify(items));
    return true;
  } catch {
    return false;
  }
}

/** Changes the list as it is now. Nothing runs between reading and writing, and no other tab writes meanwhile. */
async function change(edit: (items: Followable[]) => Followable[] | null): Promise<boolean> {
  const run = () => {
    const edited = edit(readGuestList());
    return edited !== null && writeGuestList(edited);
  };
  // Browsers without locks have one thread for the tabs of a site, or tabs that nobody presses at once.
  return 'locks' in navigator ? navigator.locks.request(SHARED_KEYS.follows, run) : run();
}

/** False if the list is full, or the browser stores nothing. */
export const addToGuestList = (item: Followable): Promise<boolean> =>
  change((items) => {
    const others = items.filter((each) => followKey(each) !== followKey(item));
    return others.length < MAX_GUEST_FOLLOWS ? [item, ...others] : null;
  });

export const removeFromGuestList = (gone: readonly Followable[]): Promise<boolean> => {
  const keys = new Set(gone.map(followKey));
  return change((items) => items.filter((each) => !keys.has(followKey(each))));
};

/** From now on the home page reserves the row, or none. */
export function markFollows(isAny: boolean): void {
  writeCookie(COOKIES.follows, '1', { maxAgeSeconds: isAny ? COOKIE_SECONDS : 0 });
  const { style } = document.documentElement;
  // Where it is shown already, its space stays until the page is left.
  if (isAny === (style.getPropertyValue(ROW_PROPERTY) !== '') || document.querySelector(ROW) !== null) return;
  if (isAny) style.setProperty(ROW_PROPERTY, ROW_HEIGHT);
  else style.removeProperty(ROW_PROPERTY);
}

/** At log-out nothing of the member remains in the browser. */
export function clearFollows(): void {
  writeGuestList([]);
  markFollows(false);
}
