import { useCallback, useEffect, useState } from 'react';
import { useMember } from '#app/components/frame/member-state.ts';
import { callAsMember } from '#app/components/member/member-call.ts';
import { filmCalls } from '#app/film-paths.ts';
import type { OwnFilmWire } from '#domain/films/films.schema.ts';
import { leftAfter } from './left-time.ts';

const TICK_MS = 1_000;

interface Answer {
  items: OwnFilmWire[];
  history: OwnFilmWire[];
  has_more: boolean;
}

export type OwnFilms =
  /** Not known yet, or being reloaded. */
  | { state: 'asking' }
  | { state: 'guest' }
  | { state: 'failed' }
  | ({ state: 'known'; /** By the monotonic clock. */ atMs: number } & Answer);

/**
 * The member's rentals, fetched once the page is loaded and a member is known. The pages themselves are the same for
 * everyone.
 */
export function useOwnFilms(): { own: OwnFilms; askAgain: () => void } {
  const member = useMember();
  const isGuest = member !== null && member.user === null;
  const memberId = member?.user?.user_id ?? null;
  /** What another member owns is not shown to the one who logs in next. */
  const [answered, setAnswered] = useState<{ to: number; own: OwnFilms } | null>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (memberId === null) return;
    const ended = new AbortController();
    void callAsMember(filmCalls.my(), { signal: ended.signal }).then((answer) => {
      if (ended.signal.aborted) return;
      setAnswered({
        to: memberId,
        own: answer.isOk
          ? { state: 'known', atMs: performance.now(), ...(answer.response as Answer) }
          : { state: 'failed' },
      });
    });
    return () => ended.abort();
  }, [memberId, asked]);
  const askAgain = useCallback(() => setAsked((before) => before + 1), []);
  const own: OwnFilms = answered !== null && answered.to === memberId ? answered.own : { state: 'asking' };
  return { own: isGuest ? { state: 'guest' } : own, askAgain };
}

/** Remaining time of a rental, updated every second; reloads when it ends. */
export function useLeft(leftS: number, atMs: number, onOver: () => void): number {
  const [leftMs, setLeft] = useState(leftS * 1_000);
  useEffect(() => {
    let isTold = false;
    const count = () => {
      const now = leftAfter(leftS * 1_000, performance.now() - atMs);
      setLeft(now);
      if (now > 0 || isTold) return;
      isTold = true;
      onOver();
    };
    count();
    const timer = setInterval(count, TICK_MS);
    return () => clearInterval(timer);
  }, [leftS, atMs, onOver]);
  return leftMs;
}
