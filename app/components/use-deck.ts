import { useEffect, useState } from 'react';
import { calls } from '#app/paths.ts';
import { tilesOfReply, type DeckTile } from './deck-data.ts';

const REFRESH_MS = 180_000;
const FALLBACK_MS = 30_000;
const TICK_MS = 15_000;
const TIMEOUT_MS = 10_000;

/**
 * The toolbar's tiles, kept true: asked for anew every 180 s and when a programme ends, or after 30 s when the last
 * call failed. Paused while the tab is hidden.
 */
export function useDeck(initial: DeckTile[], renderedAtMs: number): { tiles: DeckTile[]; nowMs: number } {
  const [tiles, setTiles] = useState(initial);
  const [nowMs, setNowMs] = useState(renderedAtMs);

  useEffect(() => setTiles(initial), [initial]);

  useEffect(() => {
    setNowMs(Date.now());
    const tick = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(tick);
  }, []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let stopped = false;
    const endsAtMs = Math.min(...tiles.map((tile) => tile.endsAtMs));
    const wait = (ms: number) => {
      timer = setTimeout(() => void refresh(), ms);
    };
    const refresh = async () => {
      if (document.hidden) return wait(FALLBACK_MS);
      try {
        const response = await fetch(calls.toolbar(), { signal: AbortSignal.timeout(TIMEOUT_MS) });
        const next = tilesOfReply(await response.json(), tiles);
        if (stopped) return;
        if (next) setTiles(next);
        else wait(FALLBACK_MS);
      } catch {
        if (!stopped) wait(FALLBACK_MS);
      }
    };
    const untilEndMs = endsAtMs - Date.now() + 500;
    wait(untilEndMs > 0 ? Math.min(REFRESH_MS, untilEndMs) : FALLBACK_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [tiles]);

  return { tiles, nowMs };
}
