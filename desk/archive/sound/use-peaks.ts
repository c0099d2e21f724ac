import { useCallback, useEffect, useState } from 'react';
import { WAVE_WINDOW_MS } from '#domain/archive/sound.rules.ts';
import { call } from '../../call.ts';
import type { Peaks } from './wave.rules.ts';

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0);

/** Peaks of a broadcast's sound, ten minutes at a time, as each is computed on first request. */
export function usePeaks(archiveId: number, { fromMs, toMs }: { fromMs: number; toMs: number }) {
  const [windows, setWindows] = useState<readonly Peaks[]>([]);
  const [status, setStatus] = useState<'drawing' | 'drawn' | 'failed'>('drawing');
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const read = async () => {
      setStatus('drawing');
      setWindows([]);
      for (let at = Math.floor(fromMs / WAVE_WINDOW_MS) * WAVE_WINDOW_MS; at < toMs; at += WAVE_WINDOW_MS) {
        const path = `/api/staff/archive/${archiveId}/peaks?from_ms=${at}`;
        const { step_ms: stepMs, values } = await call<{ step_ms: number; values: string }>(
          path,
          undefined,
          stop.signal,
        );
        const read = { fromMs: at, stepMs, values: bytesOf(values) };
        setWindows((former) => [...former, read]);
      }
      setStatus('drawn');
    };
    read().catch(() => {
      if (!stop.signal.aborted) setStatus('failed');
    });
    return () => stop.abort();
  }, [archiveId, fromMs, toMs, tries]);
  return { windows, status, again: useCallback(() => setTries((n) => n + 1), []) };
}
