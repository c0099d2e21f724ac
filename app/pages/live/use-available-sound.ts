import { startTransition, useEffect, useState } from 'react';
import { calls } from '#app/paths.ts';
import { spansOfReply, type AvailableReply, type AvailableSpan } from '#app/player/channel/available-sound.ts';
import type { MediaKind } from '#app/player/sources/source.ts';
import type { ChannelId } from '#shared/enums.ts';

const ASK_EVERY_MS = 60_000;
const TIMEOUT_MS = 10_000;

/**
 * Available audio of the channel; null until loaded. The page is the same for everyone and cached, so it is fetched
 * after load. If requests fail, the last state is kept; a hidden tab refreshes when shown again.
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
        if (!reply.ok) return;
        const spans = spansOfReply((await reply.json()) as AvailableReply);
        // A transition, because this renders the whole page.
        startTransition(() => setKnown({ address, spans }));
      } catch {
        // Retried in a minute.
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
