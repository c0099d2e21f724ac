import { useCallback, useEffect, useRef, useState } from 'react';
import { learnStationTime, stationNowMs } from '#app/components/shell/station-time.ts';
import { screenCalls } from '#app/screen-paths.ts';
import type { StripWire } from '#domain/events/events.schema.ts';
import { isOnAir } from './let-in.ts';

const TIMEOUT_MS = 8_000;
/** Before doors open, and after the end, little changes. */
const QUIET_MS = 30_000;
/** How long to poll for a replay that should appear within seconds. */
const REPLAY_COMES_MS = 120_000;
/** Jitter of polling, so that clients that arrived together spread out. */
const SPREAD = 0.4;

/** Time until the next poll: at the next event, with jitter. */
function nextAskMs(strip: StripWire, doorsAtMs: number, nowMs: number, random: number): number {
  const isAboutToBegin = strip.state === 'before' && doorsAtMs - nowMs < QUIET_MS;
  const isReplayToCome =
    strip.state === 'ended' &&
    strip.replay_until_ts !== null &&
    strip.replay_until_ts > strip.now_ts &&
    nowMs - strip.end_ts * 1_000 < REPLAY_COMES_MS;
  const wait = isOnAir(strip) || isAboutToBegin || isReplayToCome ? strip.poll_s * 1_000 : QUIET_MS;
  return wait * (1 - SPREAD / 2 + SPREAD * random);
}

/** State of an event and the station's messages: as rendered, then polled. */
export function useStrip(
  eventId: number,
  first: StripWire,
  doorsAtMs: number,
): { strip: StripWire; askNow: () => void } {
  const [asked, setAsked] = useState<{ strip: StripWire; of: StripWire }>({ strip: first, of: first });
  // Data of a reloaded page is newer than what was polled before.
  const strip = asked.of === first ? asked.strip : first;
  const latest = useRef({ strip, first });
  useEffect(() => {
    latest.current = { strip, first };
  });

  const ask = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const timeout = AbortSignal.timeout(TIMEOUT_MS);
        const reply = await fetch(screenCalls.eventStrip(eventId), {
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        });
        learnStationTime(reply);
        if (!reply.ok) return;
        const { response } = (await reply.json()) as { response: StripWire };
        if (!signal?.aborted) setAsked({ strip: response, of: latest.current.first });
      } catch {
        // Retried with the next poll.
      }
    },
    [eventId],
  );

  useEffect(() => {
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const waitMs = nextAskMs(latest.current.strip, doorsAtMs, stationNowMs(), Math.random());
      timer = setTimeout(() => void ask(stopped.signal).then(() => !stopped.signal.aborted && wait()), waitMs);
    };
    wait();
    const onReturn = () => {
      if (!document.hidden) void ask(stopped.signal);
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      stopped.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [ask, doorsAtMs]);

  return { strip, askNow: () => void ask() };
}
