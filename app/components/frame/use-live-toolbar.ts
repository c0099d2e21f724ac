import { useCallback, useEffect, useRef, useState } from 'react';
import { calls } from '#app/paths.ts';
import { isOver, tilesOfReply, type ToolbarTile } from './live-toolbar-data.ts';
import { useByClock } from '#app/components/hooks/use-clock.ts';

const REFRESH_MS = 180_000;
const FALLBACK_MS = 30_000;
const TIMEOUT_MS = 10_000;
/** Jitter, so that clients do not all refresh when a programme ends. */
const SPREAD_MS = 3_000;

/**
 * Keeps the toolbar's tiles current (the programme, and whether the channel streams video): refreshed every 180 s and when a programme ends, or after 30 s when the last call
 * failed. A hidden tab refreshes when it is shown again.
 */
export function useLiveToolbar(initial: ToolbarTile[], renderedAtMs: number): ToolbarTile[] {
  const [tiles, setTiles] = useState(initial);
  const over = useByClock(
    renderedAtMs,
    useCallback((nowMs) => tiles.some((tile) => isOver(tile, nowMs)), [tiles]),
  );
  const askedForNext = useRef(false);

  useEffect(() => {
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const wait = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), ms);
    };
    const refresh = async () => {
      if (document.hidden) return;
      try {
        const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(TIMEOUT_MS)]);
        const response = await fetch(calls.toolbar(), { signal });
        const next = tilesOfReply(await response.json(), tiles);
        if (next) setTiles(next);
        else wait(FALLBACK_MS);
      } catch {
        if (!ended.signal.aborted) wait(FALLBACK_MS);
      }
    };
    // After a programme ends, one request is made at once; if the server does not have the next one yet, later ones are
    // delayed.
    if (!over) wait(REFRESH_MS);
    else wait(askedForNext.current ? FALLBACK_MS : Math.random() * SPREAD_MS);
    askedForNext.current = over;
    document.addEventListener('visibilitychange', () => void refresh(), { signal: ended.signal });
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [tiles, over]);

  return tiles;
}
