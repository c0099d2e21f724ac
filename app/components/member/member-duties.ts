import type { NavigateFunction } from 'react-router';
import { calls, paths } from '#app/paths.ts';
import { SESSION_KEYS, SHARED_KEYS } from '#app/storage-keys.ts';
import { memberNow, type MemberState } from '#app/components/frame/member-state.ts';
import { holdsDialogsBack } from './held-back.ts';
import { openPrompts } from './prompts.ts';
import { verifyDownloads } from './stored-downloads.ts';

/** `mainSiteKeepAlive`: random, so that clients do not refresh at once. */
const KEEP_ALIVE_MS = { least: 20_000, most: 40_000 };
/** A page idle for this long no longer keeps the session alive; it then expires normally. */
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
 * Reports replay positions left when a tab or connection was lost. The reporting code is loaded only if this browser
 * has stored some, and when it is idle.
 */
function reportPositionsLeft(memberId: number): void {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(SHARED_KEYS.positions);
  } catch {
    // Storage is unavailable.
  }
  if (kept === null || !/"places":\[\{/.test(kept)) return;
  const handIn = async () => (await import('#app/player/replay/report-positions.ts')).reportPositions(memberId);
  const begin = () => void handIn().catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(begin);
  else setTimeout(begin, 1_000);
}

/** Adds what was followed as a guest. Its code is loaded only if this browser has stored some. */
function joinFollows(): void {
  try {
    if (localStorage.getItem(SHARED_KEYS.follows) === null) return;
  } catch {
    // Storage is unavailable.
    return;
  }
  void import('#app/components/follows/follows.ts').then(({ joinGuestList }) => joinGuestList()).catch(() => undefined);
}

/**
 * What a page does for a member: shows once-per-tab prompts, keeps the session alive while the page is used, sends
 * pending reports, and adds what was followed before.
 */
export function attend(member: MemberState, navigate: NavigateFunction): void {
  keepAlive();
  if (member.user) reportPositionsLeft(member.user.user_id);
  if (member.user) verifyDownloads(member.user.user_id);
  joinFollows();
  if (holdsDialogsBack()) return;
  const id = String(member.user?.user_id);
  if (sessionStorage.getItem(SESSION_KEYS.promptedFor) === id) return;
  sessionStorage.setItem(SESSION_KEYS.promptedFor, id);
  openPrompts(member, { changeCard: () => void navigate(paths.changeCard()) });
}
