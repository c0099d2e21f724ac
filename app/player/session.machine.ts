import { chaseLive, clockOfLive, openLive, parkLive, reopenLive, seekLive } from './live-session.ts';
import {
  isOfChannel,
  isOfEvent,
  wantsSound,
  type Ladder,
  type LiveSession,
  type PausedBy,
  type PlayerErrorCode,
  type Session,
  type Speed,
  type StreamClock,
  type VodClock,
} from './player.state.ts';
import type { MediaKind, Refused, Source } from './sources/source.ts';
import { clockOfVod, endVod, applyVodSource, openVod, resumePosition, seekVod } from './vod-session.ts';

/** Changes of the session that has the element: the part of the machine that knows no other session. */

/** Events for the session that has the element. `of: 'live'` is for live, also while it has yielded. */
export type SessionEvent = { of?: 'live' } & (
  | { type: 'pause'; by: PausedBy }
  | { type: 'park' }
  | { type: 'resume' }
  | { type: 'toggle' }
  /** An instant of live, or a position of VOD. */
  | { type: 'seek'; toMs: number }
  | { type: 'skip'; byMs: number }
  /** `atMs`: its instant on live. */
  | { type: 'startOver'; atMs: number | null }
  | { type: 'goLive' }
  | { type: 'setMedia'; media: MediaKind }
  | { type: 'playing' }
  | { type: 'waiting' }
  | { type: 'clock'; clock: StreamClock | VodClock }
  | { type: 'ended' }
  | { type: 'lost'; code: PlayerErrorCode; retry: boolean; refused?: Refused | null }
  /** The source is now known, and its start if its kind determines it. */
  | { type: 'learnt'; source: Source; startAtMs: number | null }
  | { type: 'setSpeed'; speed: Speed }
  /** Starts or stops faster playback of live until it catches up. */
  | { type: 'chase'; isOn: boolean }
  /** The same source in another form, such as another quality: reopened at the current position. */
  | { type: 'change'; source: Source }
  /** The same source with other neighbours: playback is unaffected. */
  | { type: 'amend'; source: Source }
  /** The engine has found the renditions, or shows another one. */
  | { type: 'ladder'; ladder: Ladder }
  /** Manual choice of a rendition; null: automatic. */
  | { type: 'choose'; rendition: string | null }
  | { type: 'reconnect' }
  /** The browser has a network again. */
  | { type: 'online' }
);

/** Consecutive failures before the listener is told. */
const ATTEMPTS_BEFORE_ERROR = 3;

/** Reopens where it stopped. */
const reopen = (session: Session, nowMs: number): Session =>
  session.timeline === 'live' ? reopenLive(session, nowMs) : openVod(session, resumePosition(session));

const seek = (session: Session, toMs: number, nowMs: number): Session =>
  session.timeline === 'live' ? seekLive(session, toMs, nowMs) : seekVod(session, toMs);

export function pause<S extends Session>(session: S, by: PausedBy): S {
  // What has failed stays so, also when another tab plays now or the sleep timer has ended.
  if (!wantsSound(session)) return session.phase === 'failed' ? { ...session, mayComeBack: false } : session;
  // A source that had not started is reopened.
  const holds = session.phase === 'playing' || session.phase === 'buffering';
  const load = holds ? session.load : null;
  return { ...session, phase: 'paused', pausedBy: by, error: null, retrying: false, load };
}

export function resume(session: Session, nowMs: number): Session {
  if (session.phase === 'failed') return { ...reopen(session, nowMs), attempts: 0 };
  if (session.phase !== 'paused') return session;
  if (session.load === null) return { ...reopen(session, nowMs), attempts: 0 };
  const begun = session.timeline === 'vod' && session.ended ? seekVod(session, 0) : session;
  return { ...begun, phase: 'buffering', pausedBy: null };
}

function lost(session: Session, { code, retry, refused = null }: Extract<SessionEvent, { type: 'lost' }>): Session {
  if (!wantsSound(session)) return session;
  const attempts = session.attempts + 1;
  const told = attempts > ATTEMPTS_BEFORE_ERROR || session.phase === 'failed';
  // Live moves on without its listener and is retried for as long as they wait; VOD waits for them.
  if (retry && !(told && session.timeline === 'vod'))
    return { ...session, attempts, error: code, retrying: true, phase: told ? 'failed' : 'reconnecting' };
  // Broken media is not the fault of the line.
  const mayComeBack = session.mayComeBack && retry && code !== '120008';
  const failed = { phase: 'failed', error: code, retrying: false, mayComeBack, load: null } as const;
  return session.timeline === 'live'
    ? { ...session, ...failed, refused, covers: null }
    : { ...session, ...failed, refused };
}

function setMedia(session: LiveSession, media: MediaKind, nowMs: number): LiveSession {
  if (!isOfChannel(session) || media === session.source.media) return session;
  const changed = { ...session, source: { ...session.source, media } };
  return wantsSound(session) ? openLive(changed, session.heardAtMs, nowMs) : { ...changed, load: null, covers: null };
}

function clockMoved(session: Session, clock: StreamClock | VodClock, nowMs: number): Session {
  if (session.load === null) return session;
  if (session.timeline === 'live') return 'edgeMs' in clock ? clockOfLive(session, clock, nowMs) : session;
  return 'positionMs' in clock ? clockOfVod(session, clock) : session;
}

/** The same source in another form, or with more known about it. */
const withSource = (session: Session, source: Source): Session => {
  if (session.timeline === 'vod') return source.timeline === 'vod' ? { ...session, source } : session;
  return source.timeline === 'live' ? { ...session, source } : session;
};

function change(session: Session, source: Source, nowMs: number): Session {
  const changed = withSource(session, source);
  if (changed.timeline === 'vod')
    return wantsSound(session) ? openVod(changed, resumePosition(changed)) : { ...changed, load: null };
  return wantsSound(session) ? openLive(changed, changed.heardAtMs, nowMs) : { ...changed, load: null, covers: null };
}

function applySource(session: Session, source: Source, startAtMs: number | null): Session {
  if (session.timeline === 'vod')
    return source.timeline === 'vod' ? applyVodSource(session, source, startAtMs) : session;
  return source.key === session.source.key ? withSource(session, source) : session;
}

export function reduceSession(session: Session, event: SessionEvent, nowMs: number): Session {
  switch (event.type) {
    case 'pause':
      return pause(session, event.by);
    case 'park':
      return session.timeline === 'live' ? parkLive(session) : session;
    case 'resume':
      return resume(session, nowMs);
    case 'toggle':
      return wantsSound(session) && session.phase !== 'failed' ? pause(session, 'listener') : resume(session, nowMs);
    case 'seek':
      return seek(session, event.toMs, nowMs);
    case 'skip': {
      const positionMs = session.timeline === 'live' ? session.heardAtMs : session.positionMs;
      return positionMs === null ? session : seek(session, positionMs + event.byMs, nowMs);
    }
    case 'startOver':
      if (session.timeline === 'vod') return seekVod(session, 0);
      if (event.atMs === null) return session;
      return seek(wantsSound(session) ? session : resume(session, nowMs), event.atMs, nowMs);
    case 'goLive':
      return session.timeline === 'live' ? { ...openLive(session, null, nowMs), attempts: 0 } : session;
    case 'setMedia':
      return session.timeline === 'live' ? setMedia(session, event.media, nowMs) : session;
    case 'playing':
      // Buffered audio plays on while the connection is down.
      if (!wantsSound(session) || session.phase === 'reconnecting' || session.phase === 'failed') return session;
      return { ...session, phase: 'playing', attempts: 0, error: null, retrying: false, mayComeBack: true };
    case 'waiting':
      return session.phase === 'playing' ? { ...session, phase: 'buffering' } : session;
    case 'clock':
      return clockMoved(session, event.clock, nowMs);
    case 'ended':
      if (session.timeline === 'vod') return endVod(session);
      return isOfEvent(session) ? pause(session, 'over') : session;
    case 'learnt':
      return applySource(session, event.source, event.startAtMs);
    case 'setSpeed':
      return session.timeline === 'live' || !session.source.hasSpeeds ? session : { ...session, speed: event.speed };
    case 'chase':
      return session.timeline === 'live' ? chaseLive(session, event.isOn, nowMs) : session;
    case 'change':
      return event.source.key === session.source.key ? change(session, event.source, nowMs) : session;
    case 'amend':
      return event.source.key === session.source.key ? withSource(session, event.source) : session;
    case 'ladder':
      return session.load === null ? session : { ...session, ladder: event.ladder };
    case 'choose':
      return withSource(session, { ...session.source, rendition: event.rendition });
    case 'lost':
      return lost(session, event);
    case 'reconnect': {
      if (!session.retrying) return session;
      const { attempts, error, mayComeBack } = session;
      return { ...reopen(session, nowMs), attempts, error, mayComeBack };
    }
    case 'online':
      // Once: should it fail again before it sounds, it waits for its listener.
      return session.timeline === 'vod' && session.phase === 'failed' && session.mayComeBack
        ? { ...resume(session, nowMs), mayComeBack: false }
        : session;
  }
}
