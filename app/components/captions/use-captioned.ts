import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#app/player/channel/channel-feed.ts';

const ASK_EVERY_MS = 60_000;
/** While there are none: viewers who are on time come before an event's first caption. */
const ASK_AGAIN_MS = 15_000;

/**
 * Time range of the captions of a channel or an event; null while unknown, or if there are none. `of`: its
 * key. `address`: URL to call, which changes with each renewal of a grant; null: not yet.
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
    // On failure the last range stays.
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
