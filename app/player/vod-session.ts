import type { Speed, VodClock, VodSession } from './player.state.ts';
import type { VodSource } from './sources/source.ts';

/** What is special to something whole, with a beginning and an end, unlike live. */

/** From its last second there is nothing to hear. */
const LAST_MS = 1_000;

const within = (ms: number, durationMs: number): number => Math.min(Math.max(ms, 0), Math.max(durationMs, 0));

export function newVod(source: VodSource, placeMs: number | null, speed: Speed = 1): VodSession {
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
    pausedBy: null,
    positionMs: 0,
    isPlaced: false,
    durationMs,
    heldToMs: null,
    speed: source.hasSpeeds ? speed : 1,
    ended: false,
    refused: null,
    ladder: null,
  };
  if (placeMs === null) return openVod(session, null);
  return openVod(session, placeMs > durationMs - LAST_MS ? 0 : within(placeMs, durationMs));
}

export function openVod(session: VodSession, startAtMs: number | null): VodSession {
  return {
    ...session,
    phase: 'loading',
    load: { startAtMs },
    seek: null,
    positionMs: startAtMs ?? 0,
    isPlaced: startAtMs !== null,
    ended: false,
    error: null,
    retrying: false,
    pausedBy: null,
    refused: null,
  };
}

/** Where it is gone on from: the place, and its beginning once it was heard to its end. Null: its kind knows. */
export const placeOf = ({ source, ended, isPlaced, positionMs }: VodSession): number | null =>
  ended && !source.endsEarly ? 0 : isPlaced ? positionMs : null;

/** Its kind has told what it is, and where it begins. */
export function learnVod(session: VodSession, source: VodSource, startAtMs: number | null): VodSession {
  if (source.key !== session.source.key) return session;
  const positionMs = startAtMs === null ? session.positionMs : startAtMs;
  const learnt = { ...session, source, durationMs: source.durationMs, positionMs, isPlaced: true };
  const isHeard = source.endsEarly && positionMs > source.durationMs - LAST_MS;
  return isHeard ? endVod(learnt) : learnt;
}

export function seekVod(session: VodSession, toMs: number): VodSession {
  const positionMs = within(toMs, session.durationMs);
  // There is no sound to wait for at an end behind which nothing may be heard.
  if (session.source.endsEarly && session.durationMs > 0 && toMs >= session.durationMs) return endVod(session);
  if (session.phase === 'failed' || session.phase === 'reconnecting')
    return { ...openVod(session, positionMs), attempts: 0 };
  if (session.load === null) return { ...session, positionMs, ended: false };
  // What has not begun yet begins there.
  if (session.phase === 'loading') return openVod(session, positionMs);
  return { ...session, seek: { toMs: positionMs }, positionMs, ended: false };
}

export function clockOfVod(session: VodSession, clock: VodClock): VodSession {
  // Until it has begun, the element says 0 whatever was asked for.
  if (session.phase === 'loading' || session.phase === 'reconnecting') return session;
  const heldToMs = clock.heldToMs ?? null;
  if (heldToMs !== session.heldToMs) return clockOfVod({ ...session, heldToMs }, clock);
  const durationMs = clock.durationMs > 0 ? clock.durationMs : session.durationMs;
  const positionMs = within(clock.positionMs, durationMs);
  const { stopsAtMs } = session.source;
  // Gone past by listening, not by a move: who presses play then goes on.
  if (
    stopsAtMs !== undefined &&
    session.phase !== 'paused' &&
    session.positionMs < stopsAtMs &&
    positionMs >= stopsAtMs
  )
    return { ...session, durationMs, positionMs: stopsAtMs, phase: 'paused', pausedBy: 'clip' };
  // Its last segment goes on beyond its end.
  if (session.source.zeroMs !== undefined && session.source.isWhole && clock.positionMs >= durationMs)
    return endVod({ ...session, durationMs });
  // A clock that stands says nothing new.
  if (durationMs === session.durationMs && positionMs === session.positionMs) return session;
  return { ...session, durationMs, positionMs };
}

/** How long it sounds until it pauses by itself; null: it does not, or does not sound. */
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
  // To go on is to ask anew whether more may be heard.
  load: session.source.endsEarly ? null : session.load,
});
