import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { mediaElement, seekTo } from '#app/player/player.store.ts';
import { NO_JUMPS, readStationClock, stepTogether } from '#app/player/screen/together.ts';

const LOOK_EACH_MS = 500;

/**
 * Synchronises playback with friends. `behindMs`: lag behind the station's clock; null: alone. `positionNowMs` returns the
 * position to the millisecond, `lastMs` the last one available. Returns this viewer's offset; null while unknown.
 */
export function useTogether(
  behindMs: number | null,
  { positionNowMs, lastMs }: { positionNowMs: () => number | null; lastMs?: () => number },
  isMoving: boolean,
): number | null {
  const [clockMs, setClockMs] = useState<number | null>(null);
  const [aheadMs, setAheadMs] = useState<number | null>(null);
  const jumps = useRef(NO_JUMPS);
  const isTogether = behindMs !== null;

  useEffect(() => {
    if (!isTogether) return undefined;
    let isOver = false;
    jumps.current = NO_JUMPS;
    void readStationClock().then((read) => {
      if (!isOver) setClockMs(read);
    });
    return () => {
      isOver = true;
    };
  }, [isTogether]);

  const look = useEffectEvent((media: HTMLMediaElement) => {
    const positionMs = positionNowMs();
    if (positionMs === null || behindMs === null || clockMs === null) return;
    const wantedMs = Date.now() + clockMs - behindMs;
    const at = { positionMs, wantedMs, lastMs: lastMs?.() ?? null };
    const step = stepTogether(at, jumps.current, performance.now());
    jumps.current = step.jumps;
    if (step.toMs !== null) seekTo(step.toMs);
    else if (step.rate !== null) media.playbackRate = step.rate;
    setAheadMs(Math.round(positionMs - wantedMs));
  });

  const canTell = isTogether && clockMs !== null;
  useEffect(() => {
    const media = mediaElement();
    if (!canTell || !isMoving || media === null) return undefined;
    const timer = setInterval(() => look(media), LOOK_EACH_MS);
    return () => {
      clearInterval(timer);
      // Back to normal speed.
      media.playbackRate = media.defaultPlaybackRate;
      setAheadMs(null);
    };
  }, [canTell, isMoving]);

  return aheadMs;
}
