import { useEffect, useState } from 'react';
import { useAtEnd } from '#app/components/hooks/use-at-end.ts';
import { useOwn, type Own } from '#app/components/member/use-own.ts';
import { filmCalls } from '#app/film-paths.ts';
import type { OwnFilmWire } from '#domain/films/films.schema.ts';
import { leftAfter } from './left-time.ts';

const TICK_MS = 1_000;

interface Answer {
  items: OwnFilmWire[];
  history: OwnFilmWire[];
  has_more: boolean;
}
export type OwnFilms = Own<Answer>;

/** The member's rentals. They are asked for again when one ends. */
export function useOwnFilms(): { own: OwnFilms; askAgain: () => void } {
  const { own, askAgain } = useOwn<Answer>(filmCalls.my());
  const ends = own.state === 'known' ? own.items.map((item) => item.expires_ts * 1_000) : [];
  useAtEnd(ends.length > 0 ? Math.min(...ends) : null, own, askAgain);
  return { own, askAgain };
}

/** Remaining time of a rental, updated every second. */
export function useLeft(leftS: number, atMs: number): number {
  const [leftMs, setLeft] = useState(leftS * 1_000);
  useEffect(() => {
    const count = () => setLeft(leftAfter(leftS * 1_000, performance.now() - atMs));
    count();
    const timer = setInterval(count, TICK_MS);
    return () => clearInterval(timer);
  }, [leftS, atMs]);
  return leftMs;
}
