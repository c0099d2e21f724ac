import {
  behindLiveMs,
  livePositionAt,
  oldestOf,
  type LiveSession,
  type Speed,
  type StreamClock,
} from './player.state.ts';
import type { LiveSource } from './sources/source.ts';

/** Rules of live streams: positions are instants, and the end is now. */

/** A start this much later than requested is not explained by segment boundaries. */
const NOT_KEPT_MS = 30_000;
const DEFAULT_TARGET_MS = { live: 4_000, event: 1_000 } as const;

export const newLive = <S extends LiveSource>(source: S): LiveSession<S> => ({
  timeline: 'live',
  source,
  phase: 'loading',
  load: null,
  seek: null,
  attempts: 0,
  error: null,
  speed: 1,
  retrying: false,
  mayComeBack: false,
  pausedBy: null,
  refused: null,
  ladder: null,
  heardAtMs: null,
  covers: null,
  edgeMs: null,
  edgeLagMs: DEFAULT_TARGET_MS[source.kind] * 1.5,
  targetMs: DEFAULT_TARGET_MS[source.kind],
  notice: null,
});

/** Opens a playlist at an instant, clamped to the rewind window. */
export function openLive<S extends LiveSession>(session: S, startAtMs: number | null, nowMs: number): S {
  const oldestMs = oldestOf(session, nowMs);
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
    speed: atMs === null ? 1 : session.speed,
    retrying: false,
    pausedBy: null,
    refused: null,
    // For an event, an instant before its start means its start.
    notice: passed && session.source.kind === 'live' ? 'window-passed' : null,
  };
}

export function seekLive<S extends LiveSession>(session: S, toMs: number, nowMs: number): S {
  const atLive = hasMet(session, toMs, nowMs);
  const atMs = Math.max(toMs, oldestOf(session, nowMs));
  if (session.phase === 'paused') {
    const positionMs = atLive ? livePositionAt(session, nowMs) : atMs;
    const speed = atLive ? 1 : session.speed;
    return { ...session, load: null, covers: null, heardAtMs: positionMs, speed, notice: null };
  }
  if (atLive) return openLive(session, null, nowMs);
  const { covers } = session;
  const inside = covers !== null && atMs >= covers.fromMs && atMs < covers.toMs && session.load !== null;
  if (!inside || session.phase === 'failed' || session.phase === 'reconnecting') return openLive(session, atMs, nowMs);
  return { ...session, seek: { toMs: atMs }, heardAtMs: atMs, notice: null };
}

export function clockOfLive<S extends LiveSession>(session: S, clock: StreamClock, nowMs: number): S {
  const moved = clock.edgeMs !== session.edgeMs;
  // The origin returns the nearest available audio. If that is far from the request, the listener is told.
  const startAtMs = session.covers === null ? (session.load?.startAtMs ?? null) : null;
  const notKept = startAtMs !== null && clock.covers.fromMs > startAtMs + NOT_KEPT_MS;
  const next: S = {
    ...session,
    notice: notKept ? 'not-kept' : session.notice,
    heardAtMs: clock.heardAtMs,
    covers: clock.covers,
    edgeMs: clock.edgeMs,
    edgeLagMs: moved ? nowMs - clock.edgeMs : session.edgeLagMs,
    targetMs: clock.targetMs,
  };
  return next.speed > 1 && hasMet(next, clock.heardAtMs, nowMs) ? { ...next, speed: 1 } : next;
}

/** Whether an instant is live, or indistinguishable from it. */
const hasMet = (session: LiveSession, atMs: number, nowMs: number): boolean =>
  atMs >= livePositionAt(session, nowMs) - session.targetMs / 2;

/**
 * Up to here playback catches up at a speed that keeps speech easy to follow. From further behind that would take
 * hours.
 */
const NEAR_LIVE_MS = 15 * 60_000;

/** Playback speed to catch up with live; 1 at live. */
export function chaseSpeedOf(behindMs: number): Speed {
  if (behindMs === 0) return 1;
  return behindMs <= NEAR_LIVE_MS ? 1.25 : 1.5;
}

/** Starts or stops faster playback until it meets live. */
export function chaseLive<S extends LiveSession>(session: S, isOn: boolean, nowMs: number): S {
  const speed = isOn ? chaseSpeedOf(behindLiveMs(session, nowMs)) : 1;
  return speed === session.speed ? session : { ...session, speed };
}

/** When playback meets live at its current or its catch-up speed; null at live. */
export function meetsLiveAtMs(session: LiveSession, nowMs: number): number | null {
  const behindMs = behindLiveMs(session, nowMs);
  const speed = session.speed > 1 ? session.speed : chaseSpeedOf(behindMs);
  return behindMs === 0 ? null : nowMs + behindMs / (speed - 1);
}

/** Resumes where it stopped. Broken audio is skipped, since it would fail the next attempt too. */
export function reopenLive<S extends LiveSession>(session: S, nowMs: number): S {
  const { heardAtMs, error, targetMs } = session;
  if (error !== '120008' || heardAtMs === null) return openLive(session, heardAtMs, nowMs);
  const passedMs = heardAtMs + targetMs;
  return openLive(session, passedMs < livePositionAt(session, nowMs) ? passedMs : null, nowMs);
}

export function parkLive<S extends LiveSession>(session: S): S {
  return session.phase === 'paused' ? { ...session, load: null, covers: null } : session;
}
