import { useCallback, useEffect, useRef, useState } from 'react';
import { learnStationTime, stationNowMs } from '#app/components/shell/station-time.ts';
import { screenCalls } from '#app/screen-paths.ts';
import type { StripWire } from '#domain/events/events.schema.ts';
import { isOnAir } from './let-in.ts';

const TIMEOUT_MS = 8_000;
/** While its doors are shut, and once it is over, little changes. */
const QUIET_MS = 30_000;
/** A replay that is to be there in seconds is waited for this long. */
const REPLAY_COMES_MS = 120_000;
/** What asking is spread over, so that those who came together do not go on asking together. */
const SPREAD = 0.4;

/** When to ask again: with what happens next, and not with everybody. */
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

/** Where an event stands and what the station says of it: as the page was made, and then asked again and again. */
export function useStrip(
  eventId: number,
  first: StripWire,
  doorsAtMs: number,
): { strip: StripWire; askNow: () => void } {
  const [asked, setAsked] = useState<{ strip: StripWire; of: StripWire }>({ strip: first, of: first });
  // What a page that was loaded anew brings is newer than what was asked before.
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
        // The next time tells.
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
