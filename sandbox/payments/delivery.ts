import { setTimeout as delay } from 'node:timers/promises';
import { postToSite, REPEAT_MS, TOLD_TIMEOUT_MS, type ToldSite } from './site-post.ts';

export interface DeliveryOptions extends ToldSite {
  repeatMs?: readonly number[];
}

/** A webhook to the site; `isAccepted` checks its reply. */
export interface WebhookCall {
  url: string;
  /** By number of the delivery attempt. */
  headersOf: (attempt: number) => Record<string, string>;
  body: string;
  isAccepted: (status: number, body: string) => boolean;
  /** Called after each delivery attempt. */
  onAnswer: (answer: string) => void;
}

/** Delivers webhooks to the site until accepted. */
export function createDelivery({ siteUrl, reachedAt, repeatMs = REPEAT_MS }: DeliveryOptions) {
  const ending = new AbortController();

  async function send({ url, headersOf, body, isAccepted, onAnswer }: WebhookCall, attempt: number): Promise<boolean> {
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(TOLD_TIMEOUT_MS)]);
    const site = { siteUrl, reachedAt };
    const { status, text, isElsewhere } = await postToSite(site, { url, headers: headersOf(attempt), body }, signal);
    onAnswer(status === 0 ? text : `${status} ${text.slice(0, 40)}`.trim());
    return isElsewhere || (status !== 0 && isAccepted(status, text));
  }

  async function sendUntilAccepted(call: WebhookCall, afterMs: number): Promise<void> {
    if (afterMs > 0) await delay(afterMs, undefined, { ref: false, signal: ending.signal });
    for (const [i, pauseMs] of [...repeatMs, null].entries()) {
      if ((await send(call, i + 1)) || pauseMs === null) return;
      await delay(pauseMs, undefined, { ref: false, signal: ending.signal });
    }
  }

  return {
    /** Queued on return; delivered one after another. */
    tell(all: readonly WebhookCall[], afterMs = 0): void {
      const work = async () => {
        let pauseMs = afterMs;
        for (const call of all) {
          await sendUntilAccepted(call, pauseMs);
          pauseMs = 0;
        }
      };
      // Only aborted when the stand-in stops.
      void work().catch(() => {});
    },
    stop: () => ending.abort(),
  };
}

export type Delivery = ReturnType<typeof createDelivery>;
