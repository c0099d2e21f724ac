import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { campaignCalls } from '#app/campaign-paths.ts';
import type { CampaignStatus } from '#domain/campaigns/campaigns.rules.ts';
import type { progressReplySchema } from '#domain/campaigns/campaigns.schema.ts';
import type { ProgressView } from './campaign.types.ts';

type Reply = z.output<typeof progressReplySchema>;

const ASK_EACH_MS = 20_000;
const TIMEOUT_MS = 8_000;

/** The page's state with the numbers of the reply; the structure stays, so nothing shifts. */
function merged(shown: ProgressView, reply: Reply): ProgressView {
  const leftOf = new Map(reply.products.map(({ id, left }) => [id, left]));
  return {
    ...shown,
    status: reply.status as CampaignStatus,
    result: reply.result,
    collectedCents: reply.collected_cents,
    supporters: reply.supporters,
    items: shown.items.map((item) => ({
      ...item,
      left: leftOf.has(item.id) ? (leftOf.get(item.id) ?? null) : item.left,
    })),
    days: shown.days && { ...shown.days, taken: reply.days?.taken ?? shown.days.taken },
  };
}

/** Progress of the campaign: as rendered, then polled while the page is visible, unless it is a draft. */
export function useCampaignProgress(loaded: ProgressView, isPolled = true): ProgressView {
  const [reply, setReply] = useState<Reply | null>(null);
  const { name } = loaded;
  useEffect(() => {
    if (!isPolled) return undefined;
    const ending = new AbortController();
    async function ask(): Promise<void> {
      if (document.visibilityState === 'hidden') return;
      try {
        const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(TIMEOUT_MS)]);
        const answer = await fetch(campaignCalls.progress(name), { signal });
        if (!answer.ok) return;
        const { response } = (await answer.json()) as { response: Reply };
        setReply(response);
      } catch {
        // The current state stays; it is polled again.
      }
    }
    void ask();
    const timer = setInterval(() => void ask(), ASK_EACH_MS);
    return () => {
      clearInterval(timer);
      ending.abort();
    };
  }, [name, isPolled]);
  return reply === null ? loaded : merged(loaded, reply);
}
