import type { NavigateFunction } from 'react-router';
import { calls, paths } from '#app/paths.ts';
import { SESSION_KEYS, SHARED_KEYS } from '#app/storage-keys.ts';
import { memberNow, type MemberState } from '#app/components/frame/member-state.ts';
import { holdsDialogsBack } from './held-back.ts';
import { openPrompts } from './prompts.ts';

/** `mainSiteKeepAlive`: drawn at random, so that not all pages ask at once. */
const KEEP_ALIVE_MS = { least: 20_000, most: 40_000 };
/** A page nobody touched for this long keeps no session alive: it then ends by its own time. */
const IDLE_MS = 30 * 60_000;
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'scroll'] as const;

let timer: ReturnType<typeof setTimeout> | undefined;
let usedAtMs = 0;

function waitAndCall(): void {
  timer = setTimeout(
    () => {
      timer = undefined;
      if (!memberNow()?.user) return;
      if (!document.hidden && Date.now() - usedAtMs < IDLE_MS)
        void fetch(calls.keepAlive(), { signal: AbortSignal.timeout(10_000) }).catch(() => null);
      waitAndCall();
    },
    KEEP_ALIVE_MS.least + Math.random() * (KEEP_ALIVE_MS.most - KEEP_ALIVE_MS.least),
  );
}

function keepAlive(): void {
  if (timer !== undefined) return;
  if (usedAtMs === 0) {
    const used = () => (usedAtMs = Date.now());
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, used, { passive: true, capture: true });
  }
  usedAtMs = Date.now();
  waitAndCall();
}

/**
 * Where a member was in a replay when a tab died or a line was cut is told now. Only a browser that kept something loads what
 * tells it, when it has nothing else to do.
 */
function handInPlacesLeft(memberId: number): void {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(SHARED_KEYS.places);
  } catch {
    // Nothing can be kept here.
  }
  if (kept === null || !/"places":\[\{/.test(kept)) return;
  const handIn = async () => (await import('#app/player/replay/hand-in-places.ts')).handInPlaces(memberId);
  const begin = () => void handIn().catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(begin);
  else setTimeout(begin, 1_000);
}

/**
 * What a page does for a member: says what is to be said once a tab, keeps the session while the page is used, and hands in
 * what waits.
 */
export function attend(member: MemberState, navigate: NavigateFunction): void {
  keepAlive();
  if (member.user) handInPlacesLeft(member.user.user_id);
  if (holdsDialogsBack()) return;
  const id = String(member.user?.user_id);
  if (sessionStorage.getItem(SESSION_KEYS.promptedFor) === id) return;
  sessionStorage.setItem(SESSION_KEYS.promptedFor, id);
  openPrompts(member, { changeCard: () => void navigate(paths.changeCard()) });
}
