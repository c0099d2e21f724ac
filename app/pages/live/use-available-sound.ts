import { useEffect, useState } from 'react';
import { calls } from '#app/paths.ts';
import { spansOfReply, type AvailableReply, type AvailableSpan } from '#app/player/channel/available-sound.ts';
import type { MediaKind } from '#app/player/sources/source.ts';
import type { ChannelId } from '#shared/enums.ts';

const ASK_EVERY_MS = 60_000;
const TIMEOUT_MS = 10_000;

/**
 * What of the channel can be heard again; null until it is known. The page is the same for everyone and kept, so it is
 * asked for after it. What was known last is held while nobody answers; a hidden tab asks when it is seen again.
 */
export function useAvailableSound(channelId: ChannelId, kind: MediaKind): readonly AvailableSpan[] | null {
  const address = calls.kept(channelId, kind);
  const [known, setKnown] = useState<{ address: string; spans: AvailableSpan[] } | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    const ask = async () => {
      if (document.hidden) return;
      try {
        const reply = await fetch(address, {
          signal: AbortSignal.any([ended.signal, AbortSignal.timeout(TIMEOUT_MS)]),
        });
        if (reply.ok) setKnown({ address, spans: spansOfReply((await reply.json()) as AvailableReply) });
      } catch {
        // Asked again in a minute.
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    document.addEventListener('visibilitychange', () => void ask(), { signal: ended.signal });
    return () => {
      ended.abort();
      clearInterval(timer);
    };
  }, [address]);
  return known?.address === address ? known.spans : null;
}
