import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#app/player/channel/channel-feed.ts';

const ASK_EVERY_MS = 60_000;
/** While there are none: everybody who came on time is there before the first caption of an event. */
const ASK_AGAIN_MS = 15_000;

/**
 * From when to when there are captions of a channel or an event; null while unknown, or if there are none. `of`: which
 * one. `address`: where to ask, which changes with each renewal of a grant; null: not yet.
 */
export function useCaptioned(of: string, address: string | null): { fromMs: number; toMs: number } | null {
  const [known, setKnown] = useState<{ of: string; fromMs: number; toMs: number } | null>(null);
  const addressNow = useEffectEvent(() => address);
  const isAsked = address !== null;
  useEffect(() => {
    if (!isAsked) return undefined;
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasAny = false;
    const ask = async () => {
      const at = addressNow();
      if (document.hidden || at === null) return;
      const { signal } = ended;
      const found = await call<{ first_ts: number | null; last_ts: number | null }>(at, { signal });
      hasAny = found.first_ts !== null && found.last_ts !== null;
      if (found.first_ts === null || found.last_ts === null) setKnown(null);
      else setKnown({ of, fromMs: found.first_ts * 1_000, toMs: found.last_ts * 1_000 });
    };
    // If it fails, what was known stays.
    const askOn = async () => {
      await ask().catch(() => undefined);
      if (!ended.signal.aborted) timer = setTimeout(() => void askOn(), hasAny ? ASK_EVERY_MS : ASK_AGAIN_MS);
    };
    void askOn();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [of, isAsked]);
  return known?.of === of ? known : null;
}
