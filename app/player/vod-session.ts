import type { VodClock, VodSession } from './player.state.ts';
import type { VodSource } from './sources/source.ts';

/** What is special to something whole, with a beginning and an end, unlike live. */

/** From its last second there is nothing to hear. */
const LAST_MS = 1_000;

const within = (ms: number, durationMs: number): number => Math.min(Math.max(ms, 0), Math.max(durationMs, 0));

export function newVod(source: VodSource, placeMs: number): VodSession {
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
    durationMs,
    ended: false,
  };
  return openVod(session, placeMs > durationMs - LAST_MS ? 0 : within(placeMs, durationMs));
}

export function openVod(session: VodSession, startAtMs: number): VodSession {
  return {
    ...session,
    phase: 'loading',
    load: { startAtMs },
    seek: null,
    positionMs: startAtMs,
    ended: false,
    error: null,
    retrying: false,
    pausedBy: null,
  };
}

/** Where it is gone on from: the place, and its beginning once it was heard to its end. */
export const placeOf = ({ ended, positionMs }: VodSession): number => (ended ? 0 : positionMs);

export function seekVod(session: VodSession, toMs: number): VodSession {
  const positionMs = within(toMs, session.durationMs);
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
  const durationMs = clock.durationMs > 0 ? clock.durationMs : session.durationMs;
  const positionMs = within(clock.positionMs, durationMs);
  // A clock that stands says nothing new.
  if (durationMs === session.durationMs && positionMs === session.positionMs) return session;
  return { ...session, durationMs, positionMs };
}
