/** Said between two instants, Unix milliseconds. */
export interface SpokenLine {
  fromMs: number;
  toMs: number;
  words: string;
}

export interface CaptionerOptions {
  /** `http://host:port`; captions go to `/api/live/{streamId}/captions`. */
  url: string;
  streamId: number;
  token: string;
  /** What is said, by when it ended. */
  linesEndedWithin: (afterMs: number, untilMs: number) => readonly SpokenLine[];
  log: (line: string) => void;
}

const LOOK_EVERY_MS = 1_000;
/** Unanswered cues are sent again for a minute. */
const AGAIN_MS = 60_000;
const TIMEOUT_MS = 5_000;

/** Captions what follows the clock as a stenographer would: a line once it has been said. */
export function startCaptioner({ url, streamId, token, linesEndedWithin, log }: CaptionerOptions): {
  stop(): Promise<void>;
} {
  const ended = new AbortController();
  let sentUntilMs = Date.now() - AGAIN_MS;
  let sending: Promise<void> | null = null;
  let isAway = false;

  async function send(): Promise<void> {
    const untilMs = Date.now();
    const lines = linesEndedWithin(Math.max(sentUntilMs, untilMs - AGAIN_MS), untilMs);
    if (lines.length === 0) return;
    const cues = lines.map(({ fromMs, toMs, words }) => ({
      start_ts: fromMs / 1_000,
      end_ts: toMs / 1_000,
      text: words,
    }));
    try {
      const response = await fetch(`${url}/api/live/${streamId}/captions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ cues }),
        signal: AbortSignal.any([ended.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`status ${response.status}`);
      sentUntilMs = untilMs;
      isAway = false;
    } catch (error) {
      if (!isAway && !ended.signal.aborted)
        log(`demo captioner: captions were not accepted; retrying (${String(error)})`);
      isAway = true;
    }
  }

  const timer = setInterval(() => {
    sending ??= send().finally(() => (sending = null));
  }, LOOK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      ended.abort();
      await sending;
    },
  };
}
