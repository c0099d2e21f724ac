import { useEffect, useState } from 'react';
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

/** The member's rentals. */
export const useOwnFilms = () => useOwn<Answer>(filmCalls.my());

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
