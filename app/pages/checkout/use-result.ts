import { useEffect, useState } from 'react';
import { moneyCalls } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import type { Waiting } from './waiting.ts';

const CALL_TIMEOUT_MS = 8_000;

/** A provider that reports unpaid for this long is believed, unless its own return said otherwise. */
const UNPAID_AFTER_MS = 10_000;

interface Result {
  status: 'pending' | 'success' | 'failure';
  redirect: string;
  isUnpaid: boolean;
}

function readResult(body: unknown): Result | null {
  const { response } = (body ?? {}) as { response?: Partial<Result> & { is_unpaid?: boolean } };
  if (response?.status === 'success' || response?.status === 'failure') {
    // Only ever a page of this site.
    if (typeof response.redirect === 'string' && /^\/(?![/\\])/.test(response.redirect))
      return { status: response.status, redirect: response.redirect, isUnpaid: false };
  }
  return response?.status === 'pending'
    ? { status: 'pending', redirect: '', isUnpaid: response.is_unpaid === true }
    : null;
}

/**
 * Polls a payment until its outcome is known, and then moves to its page by a full page load. A timeout is not a
 * failure. Returns the seconds so far, and whether the last call failed.
 */
export function useResult(
  { number, ticket }: { number: string; ticket: string | null },
  { everyMs, forMs }: Waiting,
  {
    isOn,
    isGuest = false,
    onOver,
    unpaidPath = null,
  }: {
    isOn: boolean;
    isGuest?: boolean;
    onOver?: () => void;
    /** Payment page, once its provider reports it as unpaid. */
    unpaidPath?: string | null;
  },
): { seconds: number; isAway: boolean } {
  const [seconds, setSeconds] = useState(0);
  const [isAway, setAway] = useState(false);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const beganMs = performance.now();
    let isLeft = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = setInterval(() => setSeconds(Math.floor((performance.now() - beganMs) / 1_000)), 1_000);
    async function ask(): Promise<void> {
      try {
        const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
        const reply = await fetch(moneyCalls.paymentResult(number, ticket), { signal, cache: 'no-store' });
        const result = readResult(await reply.json());
        if (isLeft) return;
        setAway(result === null);
        // Guests are redirected by this page itself, to one that is for them.
        if (result !== null && result.status !== 'pending')
          return isGuest ? window.location.reload() : window.location.replace(result.redirect);
        if (result?.isUnpaid && unpaidPath !== null && performance.now() - beganMs >= UNPAID_AFTER_MS)
          return window.location.replace(unpaidPath);
      } catch {
        if (isLeft) return;
        setAway(true);
      }
      if (performance.now() - beganMs >= forMs) return setOver(true);
      timer = setTimeout(() => void ask(), everyMs);
    }
    timer = setTimeout(() => void ask(), Math.min(everyMs, 2_000));
    // Phones suspend timers of hidden pages: poll as soon as it is visible.
    const onSeen = () => {
      if (document.visibilityState !== 'visible') return;
      clearTimeout(timer);
      void ask();
    };
    document.addEventListener('visibilitychange', onSeen);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      clearInterval(tick);
      document.removeEventListener('visibilitychange', onSeen);
    };
  }, [isOn, isGuest, number, ticket, everyMs, forMs, unpaidPath]);
  useEffect(() => {
    if (!isOver) return;
    if (onOver) onOver();
    else window.location.replace(paths.memberMessage('transactionProcessing'));
  }, [isOver, onOver]);
  return { seconds, isAway };
}
