import { useEffect, useState } from 'react';
import type { Ladder } from '#app/player/player.state.ts';
import { linesOf } from '#app/player/screen/screen-quality.ts';

const SHOWN_MS = 8_000;

/** Names of two renditions. */
export interface Slower {
  from: string;
  to: string;
}

/** The previous rendition after an automatic switch to a smaller one, for a few seconds. */
export function useSlower(ladder: Ladder | null, isAutomatic: boolean): Slower | null {
  const [before, setBefore] = useState<string | null>(null);
  const [slower, setSlower] = useState<Slower | null>(null);
  const shown = ladder?.shown ?? null;
  if (shown !== null && shown !== before) {
    const isSmaller = (linesOf(shown) ?? 0) < (linesOf(before) ?? 0);
    setSlower(isAutomatic && isSmaller && before !== null ? { from: before, to: shown } : null);
    setBefore(shown);
  }
  useEffect(() => {
    if (slower === null) return undefined;
    const timer = setTimeout(() => setSlower(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [slower]);
  return slower;
}
