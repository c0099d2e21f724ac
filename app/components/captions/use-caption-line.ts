import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#app/player/channel/channel-feed.ts';
import { heardNowMs } from '#app/player/player.store.ts';
import { sliceOf, SLICE_SECONDS, type CaptionWire } from '#domain/archive/captions/captions.rules.ts';
import { captionSlicePath } from '#shared/paths/live-captions.ts';
import { lineAt, withSlice, type Caption } from './caption-line.ts';

const ASK_EVERY_MS = 2_000;
const LOOK_EVERY_MS = 200;
/** Lead time for fetching the next slice. */
const AHEAD_SECONDS = 4;
/** Usual delay of captions, for which the previous slice is polled. */
const USUAL_DELAY_SECONDS = 10;
/** Consecutive failures before an error is shown. */
const FAILURES = 2;

export type CaptionState = 'loading' | 'failed' | 'none' | { line: string };

const isSame = (a: CaptionState, b: CaptionState): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && a.line === b.line);

/**
 * Follows the captions at the playback position of a channel or an event, live or behind it, polling every two seconds
 * during playback: they are late, and are revised or withdrawn. `captioned`: base path; of an event it changes with
 * each renewal of the grant.
 */
export function useCaptionLine(captioned: string, columns: number): CaptionState {
  const [state, setState] = useState<CaptionState>('loading');
  const lineOf = useEffectEvent((captions: readonly Caption[], heardMs: number) => lineAt(captions, heardMs, columns));
  const addressOf = useEffectEvent((slice: number) => captionSlicePath(captioned, slice));
  useEffect(() => {
    const ended = new AbortController();
    let captions: readonly Caption[] = [];
    let read = new Set<number>();
    let failures = 0;
    let isAsking = false;
    let askedAtMs = -Infinity;
    let askedFor: number | null = null;

    const readSlice = async (slice: number) => {
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(10_000)]);
      const { cues } = await call<{ cues: CaptionWire[] }>(addressOf(slice), { signal });
      captions = withSlice(captions, { slice, cues, isKnown: read.has(slice) }, heardNowMs() ?? slice * 1_000);
      read.add(slice);
    };

    const ask = async (heardMs: number) => {
      isAsking = true;
      askedAtMs = performance.now();
      askedFor = heardMs;
      const slice = sliceOf(heardMs);
      read = new Set([...read].filter((one) => Math.abs(one - slice) <= 2 * SLICE_SECONDS));
      const wanted = [slice];
      if (!read.has(slice - SLICE_SECONDS) || heardMs / 1_000 - slice < USUAL_DELAY_SECONDS)
        wanted.push(slice - SLICE_SECONDS);
      if (slice + SLICE_SECONDS - heardMs / 1_000 < AHEAD_SECONDS) wanted.push(slice + SLICE_SECONDS);
      try {
        await Promise.all(wanted.map(readSlice));
        failures = 0;
      } catch {
        failures += 1;
      } finally {
        isAsking = false;
      }
    };

    const look = () => {
      const heardMs = heardNowMs();
      if (document.hidden || heardMs === null) return;
      const isDue = performance.now() - askedAtMs >= ASK_EVERY_MS && heardMs !== askedFor;
      const isElsewhere = failures === 0 && !read.has(sliceOf(heardMs));
      if (!isAsking && (isDue || isElsewhere)) void ask(heardMs);
      const line = lineOf(captions, heardMs);
      let next: CaptionState = line === null ? 'none' : { line };
      if (failures >= FAILURES) next = 'failed';
      else if (!read.has(sliceOf(heardMs)) && !line) next = 'loading';
      setState((before) => (isSame(before, next) ? before : next));
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      ended.abort();
      clearInterval(timer);
    };
  }, []);
  return state;
}
