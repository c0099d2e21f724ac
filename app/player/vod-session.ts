import type { Speed, VodClock, VodSession } from './player.state.ts';
import type { VodSource } from './sources/source.ts';

/** Rules of VOD sources, which have a start and an end, unlike live. */

/** The last second has nothing to play. */
const LAST_MS = 1_000;

const within = (ms: number, durationMs: number): number => Math.min(Math.max(ms, 0), Math.max(durationMs, 0));

export function newVod(source: VodSource, positionMs: number | null, speed: Speed = 1): VodSession {
  const { durationMs } = source;
  const session: VodSession = {
    timeline: 'vod',
    source,
    phase: 'loading',
    load: null,
    seek: null,
    attempts: 0,
    error: null,
    retrying: false,
    mayComeBack: true,
    pausedBy: null,
    positionMs: 0,
    hasPosition: false,
    durationMs,
    heldToMs: null,
    speed: source.hasSpeeds ? speed : 1,
    ended: false,
    refused: null,
    ladder: null,
  };
  if (positionMs === null) return openVod(session, null);
  return openVod(session, positionMs > durationMs - LAST_MS ? 0 : within(positionMs, durationMs));
}

export function openVod(session: VodSession, startAtMs: number | null): VodSession {
  return {
    ...session,
    phase: 'loading',
    load: { startAtMs },
    seek: null,
    positionMs: startAtMs ?? 0,
    hasPosition: startAtMs !== null,
    ended: false,
    error: null,
    retrying: false,
    mayComeBack: true,
    pausedBy: null,
    refused: null,
  };
}

/** Where to resume: the position, or the start after the end. Null: its kind decides. */
export const resumePosition = ({ source, ended, hasPosition, positionMs }: VodSession): number | null =>
  ended && !source.endsEarly ? 0 : hasPosition ? positionMs : null;

/** Its kind has completed the source, and determined its start. */
export function applyVodSource(session: VodSession, source: VodSource, startAtMs: number | null): VodSession {
  if (source.key !== session.source.key) return session;
  const positionMs = startAtMs === null ? session.positionMs : startAtMs;
  const learnt = { ...session, source, durationMs: source.durationMs, positionMs, hasPosition: true };
  const isHeard = source.endsEarly && positionMs > source.durationMs - LAST_MS;
  return isHeard ? endVod(learnt) : learnt;
}

export function seekVod(session: VodSession, toMs: number): VodSession {
  const positionMs = within(toMs, session.durationMs);
  // At an end beyond which nothing may be heard there is no audio to wait for.
  if (session.source.endsEarly && session.durationMs > 0 && toMs >= session.durationMs) return endVod(session);
  if (session.phase === 'failed' || session.phase === 'reconnecting')
    return { ...openVod(session, positionMs), attempts: 0 };
  if (session.load === null) return { ...session, positionMs, ended: false };
  // A source that has not started yet starts there.
  if (session.phase === 'loading') return openVod(session, positionMs);
  return { ...session, seek: { toMs: positionMs }, positionMs, ended: false };
}

export function clockOfVod(session: VodSession, clock: VodClock): VodSession {
  // Until it has started, the element reports 0 whatever was requested.
  if (session.phase === 'loading' || session.phase === 'reconnecting') return session;
  const heldToMs = clock.heldToMs ?? null;
  if (heldToMs !== session.heldToMs) return clockOfVod({ ...session, heldToMs }, clock);
  const durationMs = clock.durationMs > 0 ? clock.durationMs : session.durationMs;
  const positionMs = within(clock.positionMs, durationMs);
  const { stopsAtMs, beginsAtMs, next } = session.source;
  // Passed by playing, not by seeking: after that, play continues.
  if (
    stopsAtMs !== undefined &&
    session.phase !== 'paused' &&
    session.positionMs < stopsAtMs &&
    positionMs >= stopsAtMs
  )
    return beginsAtMs !== undefined && next
      ? endVod({ ...session, durationMs })
      : { ...session, durationMs, positionMs: stopsAtMs, phase: 'paused', pausedBy: 'clip' };
  // Its last segment extends beyond its end.
  if (session.source.zeroMs !== undefined && session.source.isWhole && clock.positionMs >= durationMs)
    return endVod({ ...session, durationMs });
  // An unchanged clock has no news.
  if (durationMs === session.durationMs && positionMs === session.positionMs) return session;
  return { ...session, durationMs, positionMs };
}

/** Time until it pauses by itself; null: it does not, or does not play. */
export function stopsInMs({ phase, source: { stopsAtMs }, positionMs, speed }: VodSession): number | null {
  if (phase !== 'playing' || stopsAtMs === undefined || positionMs >= stopsAtMs) return null;
  return (stopsAtMs - positionMs) / speed;
}

export const endVod = (session: VodSession): VodSession => ({
  ...session,
  phase: 'paused',
  ended: true,
  positionMs: session.durationMs,
  pausedBy: null,
  // Resuming requests access anew, as more may be accessible.
  load: session.source.endsEarly ? null : session.load,
});
