import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#app/player/channel/channel-feed.ts';

const ASK_EVERY_MS = 60_000;

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
    const ask = async () => {
      const at = addressNow();
      if (document.hidden || at === null) return;
      const { signal } = ended;
      const found = await call<{ first_ts: number | null; last_ts: number | null }>(at, { signal });
      if (found.first_ts === null || found.last_ts === null) setKnown(null);
      else setKnown({ of, fromMs: found.first_ts * 1_000, toMs: found.last_ts * 1_000 });
    };
    // If it fails, what was known stays, and it is asked again in a minute.
    const tryAsk = () => void ask().catch(() => undefined);
    tryAsk();
    const timer = setInterval(tryAsk, ASK_EVERY_MS);
    return () => {
      ended.abort();
      clearInterval(timer);
    };
  }, [of, isAsked]);
  return known?.of === of ? known : null;
}
