import { setTimeout as delay } from 'node:timers/promises';

/** Simulated; when providers really repeat is not public. */
const REPEAT_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000];
const TIMEOUT_MS = 10_000;

export interface DeliveryOptions {
  /** Public address of the site. */
  siteUrl: string;
  /** Where the site is reached from here. */
  reachedAt: string;
  repeatMs?: readonly number[];
}

/** Something the site is told; `isAccepted` reads its answer. */
export interface Told {
  url: string;
  /** By how often it was told before and this time. */
  headersOf: (attempt: number) => Record<string, string>;
  body: string;
  isAccepted: (status: number, body: string) => boolean;
  /** Written down after each time. */
  onAnswer: (answer: string) => void;
}

/**
 * Tells the site something until it is accepted. Addresses elsewhere are never called: whoever knows the demo's secrets must
 * not send requests through it.
 */
export function createDelivery({ siteUrl, reachedAt, repeatMs = REPEAT_MS }: DeliveryOptions) {
  const ending = new AbortController();

  async function send({ url, headersOf, body, isAccepted, onAnswer }: Told, attempt: number): Promise<boolean> {
    if (!url.startsWith(`${siteUrl}/`)) {
      onAnswer('not an address of the site');
      return true;
    }
    try {
      const response = await fetch(reachedAt + url.slice(siteUrl.length), {
        method: 'POST',
        headers: headersOf(attempt),
        body,
        redirect: 'error',
        signal: AbortSignal.any([ending.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const text = await response.text();
      onAnswer(`${response.status} ${text.slice(0, 40)}`.trim());
      return isAccepted(response.status, text);
    } catch (error) {
      onAnswer(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  async function sendUntilAccepted(told: Told, afterMs: number): Promise<void> {
    if (afterMs > 0) await delay(afterMs, undefined, { ref: false, signal: ending.signal });
    for (const [i, pauseMs] of [...repeatMs, null].entries()) {
      if ((await send(told, i + 1)) || pauseMs === null) return;
      await delay(pauseMs, undefined, { ref: false, signal: ending.signal });
    }
  }

  return {
    /** On its way when this returns; one after the other. */
    tell(all: readonly Told[], afterMs = 0): void {
      const work = async () => {
        let pauseMs = afterMs;
        for (const told of all) {
          await sendUntilAccepted(told, pauseMs);
          pauseMs = 0;
        }
      };
      // What ends it is the end of the stand-in.
      void work().catch(() => {});
    },
    stop: () => ending.abort(),
  };
}

export type Delivery = ReturnType<typeof createDelivery>;
