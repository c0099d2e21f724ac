import { livePositionAt, REWIND_WINDOW_MS, type LiveSession, type StreamClock } from './player.state.ts';
import type { LiveSource } from './sources/source.ts';

/** What is special to a stream that goes on: its places are instants, and its end is now. */

/** A start this much later than asked for is not a matter of segments. */
const NOT_KEPT_MS = 30_000;
const DEFAULT_TARGET_MS = 4_000;

export const newLive = (source: LiveSource): LiveSession => ({
  timeline: 'live',
  source,
  phase: 'loading',
  load: null,
  seek: null,
  attempts: 0,
  error: null,
  retrying: false,
  pausedBy: null,
  heardAtMs: null,
  covers: null,
  edgeMs: null,
  edgeLagMs: DEFAULT_TARGET_MS * 1.5,
  targetMs: DEFAULT_TARGET_MS,
  notice: null,
});

/** Opens a playlist at an instant, which is kept inside the window. */
export function openLive(session: LiveSession, startAtMs: number | null, nowMs: number): LiveSession {
  const oldestMs = nowMs - REWIND_WINDOW_MS;
  const passed = startAtMs !== null && startAtMs < oldestMs;
  const atMs = passed ? oldestMs : startAtMs;
  return {
    ...session,
    phase: 'loading',
    load: { startAtMs: atMs },
    seek: null,
    heardAtMs: atMs,
    covers: null,
    error: null,
    retrying: false,
    pausedBy: null,
    notice: passed ? 'window-passed' : null,
  };
}

export function seekLive(session: LiveSession, toMs: number, nowMs: number): LiveSession {
  const atLive = toMs >= livePositionAt(session, nowMs) - session.targetMs / 2;
  const atMs = Math.max(toMs, nowMs - REWIND_WINDOW_MS);
  if (session.phase === 'paused') {
    const place = atLive ? livePositionAt(session, nowMs) : atMs;
    return { ...session, load: null, covers: null, heardAtMs: place, notice: null };
  }
  if (atLive) return openLive(session, null, nowMs);
  const { covers } = session;
  const inside = covers !== null && atMs >= covers.fromMs && atMs < covers.toMs && session.load !== null;
  if (!inside || session.phase === 'failed' || session.phase === 'reconnecting') return openLive(session, atMs, nowMs);
  return { ...session, seek: { toMs: atMs }, heardAtMs: atMs, notice: null };
}

export function clockOfLive(session: LiveSession, clock: StreamClock, nowMs: number): LiveSession {
  const moved = clock.edgeMs !== session.edgeMs;
  // The origin gives the nearest sound there is; when that is far from what was asked for, it is said.
  const startAtMs = session.covers === null ? (session.load?.startAtMs ?? null) : null;
  const notKept = startAtMs !== null && clock.covers.fromMs > startAtMs + NOT_KEPT_MS;
  return {
    ...session,
    notice: notKept ? 'not-kept' : session.notice,
    heardAtMs: clock.heardAtMs,
    covers: clock.covers,
    edgeMs: clock.edgeMs,
    edgeLagMs: moved ? nowMs - clock.edgeMs : session.edgeLagMs,
    targetMs: clock.targetMs,
  };
}

/** Goes on where it stopped; broken sound is passed, since it would break the next attempt too. */
export function reopenLive(session: LiveSession, nowMs: number): LiveSession {
  const { heardAtMs, error, targetMs } = session;
  if (error !== '120008' || heardAtMs === null) return openLive(session, heardAtMs, nowMs);
  const passedMs = heardAtMs + targetMs;
  return openLive(session, passedMs < livePositionAt(session, nowMs) ? passedMs : null, nowMs);
}

export function parkLive(session: LiveSession): LiveSession {
  return session.phase === 'paused' ? { ...session, load: null, covers: null } : session;
}
