import { useEffect, useState } from 'react';
import { notify } from '#app/components/shell/dialogs.ts';
import { filmText } from '#app/text/zh-hk/film.ts';

const WARN_BEFORE_END_MS = 30 * 60_000;

/** Warns once during playback that the rental period is nearly over, while there is time to watch the end. */
export function useWindowWarning(endsAtMs: number | null, nowMs: number | null, isPlaying: boolean): void {
  const [warnedOf, setWarnedOf] = useState<number | null>(null);
  const leftMs = endsAtMs === null || nowMs === null ? null : endsAtMs - nowMs;
  const isDue = isPlaying && leftMs !== null && leftMs > 0 && leftMs <= WARN_BEFORE_END_MS && warnedOf !== endsAtMs;
  useEffect(() => {
    if (!isDue || leftMs === null) return;
    setWarnedOf(endsAtMs);
    notify(filmText.endsSoon(leftMs), 'info');
  }, [isDue, leftMs, endsAtMs]);
}
