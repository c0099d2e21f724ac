import { useEffect, useRef, useState } from 'react';
import { mediaElement, seekTo } from '#app/player/player.store.ts';
import { correctionOf, readStationClock } from '#app/player/screen/together.ts';

const LOOK_EACH_MS = 500;
/** A jump takes a while until the picture moves again. */
const SETTLES_MS = 4_000;

/**
 * Keeps what plays at one place with friends. `behindMs`: how far it is behind the station's clock; null: alone. `placeMs`
 * reads the place to the millisecond. Says how far it is off; null while nobody can say.
 */
export function useTogether(behindMs: number | null, placeMs: () => number | null, isMoving: boolean): number | null {
  const [clockMs, setClockMs] = useState<number | null>(null);
  const [aheadMs, setAheadMs] = useState<number | null>(null);
  const jumpedAtMs = useRef(-Infinity);
  const isTogether = behindMs !== null;

  useEffect(() => {
    if (!isTogether) return undefined;
    let isOver = false;
    void readStationClock().then((read) => {
      if (!isOver) setClockMs(read);
    });
    return () => {
      isOver = true;
    };
  }, [isTogether]);

  useEffect(() => {
    const media = mediaElement();
    if (behindMs === null || clockMs === null || !isMoving || media === null) return undefined;
    const look = () => {
      const place = placeMs();
      if (place === null || performance.now() - jumpedAtMs.current < SETTLES_MS) return;
      const wanted = Date.now() + clockMs - behindMs;
      const ahead = place - wanted;
      const correction = correctionOf(ahead);
      if (correction.jumps) {
        jumpedAtMs.current = performance.now();
        seekTo(wanted);
      } else media.playbackRate = correction.rate;
      setAheadMs(Math.round(ahead));
    };
    const timer = setInterval(look, LOOK_EACH_MS);
    return () => {
      clearInterval(timer);
      // As it was said, from here on.
      media.playbackRate = media.defaultPlaybackRate;
      setAheadMs(null);
    };
  }, [behindMs, clockMs, isMoving, placeMs]);

  return aheadMs;
}
