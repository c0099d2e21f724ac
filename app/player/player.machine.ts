import { chaseLive, clockOfLive, newLive, openLive, parkLive, reopenLive, seekLive } from './live-session.ts';
import {
  behindLiveMs,
  initialPlayer,
  liveOf,
  vodOf,
  wantsSound,
  type LiveSession,
  type PausedBy,
  type PlayerErrorCode,
  type PlayerState,
  type Session,
  type Speed,
  type StreamClock,
  type VodClock,
  type VodSession,
} from './player.state.ts';
import type { LiveSource, MediaKind, Refused, Source, VodSource } from './sources/source.ts';
import type { SleepTimer } from './system/sleep-timer.ts';
import { clockOfVod, endVod, learnVod, newVod, openVod, placeOf, seekVod } from './vod-session.ts';

/**
 * What the player does, as a pure function: a state and an event give the next state and what is to be done, which
 * `player.controller.ts` does.
 */

/** What happens to the session that has the element. `of: 'live'` is for live, also where it made way. */
type SessionEvent = { of?: 'live' } & (
  | { type: 'pause'; by: PausedBy }
  | { type: 'park' }
  | { type: 'resume' }
  | { type: 'toggle' }
  /** An instant of live, a place of something whole. */
  | { type: 'seek'; toMs: number }
  | { type: 'skip'; byMs: number }
  /** `atMs`: where on live that is. */
  | { type: 'startOver'; atMs: number | null }
  | { type: 'goLive' }
  | { type: 'setMedia'; media: MediaKind }
  | { type: 'playing' }
  | { type: 'waiting' }
  | { type: 'clock'; clock: StreamClock | VodClock }
  | { type: 'ended' }
  | { type: 'lost'; code: PlayerErrorCode; retry: boolean; refused?: Refused | null }
  /** What a source is became known, and where it begins where that was left to its kind. */
  | { type: 'learnt'; source: VodSource; startAtMs: number | null }
  | { type: 'setSpeed'; speed: Speed }
  /** Live is played faster until it is caught up with, or no longer. */
  | { type: 'chase'; isOn: boolean }
  /** The same in another way, such as of another quality: opened anew at its place. */
  | { type: 'change'; source: VodSource }
  /** The same with other neighbours: what sounds is not touched. */
  | { type: 'amend'; source: VodSource }
  | { type: 'reconnect' }
);

export type PlayerEvent =
  | SessionEvent
  /** Without a start: live at its edge, something whole where it was left in this visit; null: where its kind knows. */
  | { type: 'play'; source: Source; startAtMs?: number | null }
  /** What plays before or after what is whole, from its beginning. */
  | { type: 'step'; to: 'previous' | 'next' }
  | { type: 'setSleep'; sleep: SleepTimer | null }
  | { type: 'slept' }
  /** Back to where the sleep timer stopped. */
  | { type: 'resumeSlept' }
  | { type: 'close' };

export type PlayerEffect =
  /** The element holds what the session says, or nothing. */
  | { type: 'open' }
  | { type: 'seek'; toMs: number }
  | { type: 'speed'; speed: Speed }
  | { type: 'start' }
  | { type: 'hush' }
  /** Other tabs are told that this one sounds. */
  | { type: 'announce' }
  /** What follows when the phase has lasted so long; null: it may last. `probe`: a reconnection, if there is an answer. */
  | { type: 'wait'; next: { afterMs: number; event: PlayerEvent | { type: 'probe' } } | null };

const READY_WITHIN_MS = 15_000;
const STALL_WITHIN_MS = 10_000;
/** A pause of live this long lets go of the stream; going on opens it again at the same instant. */
const PARK_AFTER_MS = 5_000;
/** Failures in a row after which the listener is told. */
const ATTEMPTS_BEFORE_ERROR = 3;
const LONGEST_BACKOFF_MS = 8_000;
/** Further into something, a step back is one to its beginning. */
const BACK_TO_BEGIN_MS = 5_000;

/** Wait before the next attempt: 1, 2, 4, then 8 seconds. */
export function backoffMs(attempts: number): number {
  return Math.min(1000 * 2 ** Math.max(0, attempts - 1), LONGEST_BACKOFF_MS);
}

/** Opens anew where it stopped. */
const reopen = (session: Session, nowMs: number): Session =>
  session.timeline === 'live' ? reopenLive(session, nowMs) : openVod(session, placeOf(session));

const seek = (session: Session, toMs: number, nowMs: number): Session =>
  session.timeline === 'live' ? seekLive(session, toMs, nowMs) : seekVod(session, toMs);

function pause<S extends Session>(session: S, by: PausedBy): S {
  if (!wantsSound(session)) return session;
  // What had not begun is begun anew.
  const holds = session.phase === 'playing' || session.phase === 'buffering';
  const load = holds ? session.load : null;
  return { ...session, phase: 'paused', pausedBy: by, error: null, retrying: false, load };
}

function resume(session: Session, nowMs: number): Session {
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
  // Live goes on without its listener and is tried for as long as they wait; something whole waits for them.
  if (retry && !(told && session.timeline === 'vod'))
    return { ...session, attempts, error: code, retrying: true, phase: told ? 'failed' : 'reconnecting' };
  const failed = { phase: 'failed', error: code, retrying: false, load: null } as const;
  return session.timeline === 'live' ? { ...session, ...failed, covers: null } : { ...session, ...failed, refused };
}

function setMedia(session: LiveSession, media: MediaKind, nowMs: number): LiveSession {
  if (media === session.source.media) return session;
  const changed = { ...session, source: { ...session.source, media } };
  return wantsSound(session) ? openLive(changed, session.heardAtMs, nowMs) : { ...changed, load: null, covers: null };
}

function clockMoved(session: Session, clock: StreamClock | VodClock, nowMs: number): Session {
  if (session.load === null) return session;
  if (session.timeline === 'live') return 'edgeMs' in clock ? clockOfLive(session, clock, nowMs) : session;
  return 'positionMs' in clock ? clockOfVod(session, clock) : session;
}

function reduceSession(session: Session, event: SessionEvent, nowMs: number): Session {
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
      const placeMs = session.timeline === 'live' ? session.heardAtMs : session.positionMs;
      return placeMs === null ? session : seek(session, placeMs + event.byMs, nowMs);
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
      // Sound from the buffer goes on while the line is down.
      if (!wantsSound(session) || session.phase === 'reconnecting' || session.phase === 'failed') return session;
      return { ...session, phase: 'playing', attempts: 0, error: null, retrying: false };
    case 'waiting':
      return session.phase === 'playing' ? { ...session, phase: 'buffering' } : session;
    case 'clock':
      return clockMoved(session, event.clock, nowMs);
    case 'ended':
      if (session.timeline === 'live') return session;
      return endVod(session);
    case 'learnt':
      return session.timeline === 'live' ? session : learnVod(session, event.source, event.startAtMs);
    case 'setSpeed':
      return session.timeline === 'live' || !session.source.hasSpeeds ? session : { ...session, speed: event.speed };
    case 'chase':
      return session.timeline === 'live' ? chaseLive(session, event.isOn, nowMs) : session;
    case 'change':
      if (session.timeline === 'live' || event.source.key !== session.source.key) return session;
      if (!wantsSound(session)) return { ...session, source: event.source, load: null };
      return openVod({ ...session, source: event.source }, placeOf(session));
    case 'amend':
      if (session.timeline === 'live' || event.source.key !== session.source.key) return session;
      return { ...session, source: event.source };
    case 'lost':
      return lost(session, event);
    case 'reconnect': {
      if (!session.retrying) return session;
      const { attempts, error } = session;
      return { ...reopen(session, nowMs), attempts, error };
    }
  }
}

/** Remembers the place of something whole that is left. */
function leave(state: PlayerState): PlayerState {
  const vod = vodOf(state);
  const placeMs = vod === null ? null : placeOf(vod);
  if (vod === null || placeMs === null) return state;
  return { ...state, places: new Map(state.places).set(vod.source.key, placeMs) };
}

function playLive(state: PlayerState, source: LiveSource, startAtMs: number | null, nowMs: number): PlayerState {
  const before = liveOf(state);
  const changed = source.key !== before?.source.key;
  const from = before ?? newLive(source);
  const session: LiveSession = { ...from, source, attempts: 0, speed: 1, ...(changed && { edgeMs: null }) };
  return {
    ...leave(state),
    session: openLive(session, startAtMs, nowMs),
    aside: null,
    // A timer to the end of one channel's programme says nothing about another's.
    sleep: changed && state.sleep?.until === 'programme' ? null : state.sleep,
    sleptAt: null,
  };
}

/** Makes way for what takes the element: who heard live comes back to live, who was behind it to the same instant. */
function makeWay(session: LiveSession, nowMs: number): LiveSession {
  const wasLive = wantsSound(session) && behindLiveMs(session, nowMs) === 0;
  const parked = parkLive(pause(session, 'listener'));
  return wasLive ? { ...parked, heardAtMs: null } : parked;
}

/** What ended where nobody may hear on is asked for anew: whoever asks may be another by now. */
const isHeardInPart = (session: Session): boolean =>
  session.timeline === 'vod' && session.ended && session.source.endsEarly === true;

/** What is heard already goes on. */
function playVod(
  state: PlayerState,
  source: VodSource,
  startAtMs: number | null | undefined,
  nowMs: number,
): PlayerState {
  const { session } = state;
  if (session?.source.key === source.key && !isHeardInPart(session)) {
    if (wantsSound(session)) return state;
    if (session.phase === 'paused') return { ...state, session: resume(session, nowMs) };
  }
  const left = leave(state);
  const aside = session?.timeline === 'live' ? makeWay(session, nowMs) : left.aside;
  const placeMs = startAtMs === undefined ? (left.places.get(source.key) ?? 0) : startAtMs;
  const speed = session?.timeline === 'vod' ? session.speed : 1;
  return { ...left, session: newVod(source, placeMs, speed), aside };
}

/** What came before or comes next, from its beginning; the beginning of what is heard where nothing came before. */
function stepTo(state: PlayerState, to: 'previous' | 'next', nowMs: number): PlayerState {
  const vod = vodOf(state);
  if (vod === null) return state;
  const isBack = to === 'previous' && (!vod.source.previous || vod.positionMs > BACK_TO_BEGIN_MS);
  if (isBack) return { ...state, session: seekVod(vod, 0) };
  const other = vod.source[to];
  return other ? playVod(state, other, 0, nowMs) : state;
}

/** What has come to its end by itself is followed by what comes next. */
function goOn(before: PlayerState, after: PlayerState, nowMs: number): PlayerState {
  const [was, is] = [vodOf(before), vodOf(after)];
  const hasEnded = is?.ended === true && was !== null && !was.ended && was.source.key === is.source.key;
  return hasEnded && is.source.next ? stepTo(after, 'next', nowMs) : after;
}

function slept(state: PlayerState): PlayerState {
  const { session } = state;
  if (session === null) return { ...state, sleep: null };
  const { sleepSetAt } = state;
  const paused = { ...state, session: pause(session, 'sleep'), sleep: null, sleepSetAt: null };
  if (!wantsSound(session)) return paused;
  if (session.timeline === 'vod') return session.source.hasSpeeds ? { ...paused, sleptAt: sleepSetAt } : paused;
  const { source, heardAtMs } = session;
  return { ...paused, sleptAt: heardAtMs === null ? null : { source, atMs: heardAtMs } };
}

function setSleep(state: PlayerState, sleep: SleepTimer | null): PlayerState {
  const vod = vodOf(state);
  const sleepSetAt = sleep === null || vod === null ? null : { source: vod.source, atMs: vod.positionMs };
  return { ...state, sleep, sleepSetAt };
}

function resumeSlept(state: PlayerState, nowMs: number): PlayerState {
  const { sleptAt, session } = state;
  if (sleptAt === null) return state;
  const { source, atMs } = sleptAt;
  if (source.timeline === 'live') return playLive(state, source, atMs, nowMs);
  const back = { ...state, sleptAt: null };
  if (session?.timeline !== 'vod' || session.source.key !== source.key) return playVod(back, source, atMs, nowMs);
  return { ...back, session: seekVod(resume(session, nowMs) as VodSession, atMs) };
}

function close(state: PlayerState): PlayerState {
  if (state.session?.timeline === 'vod') return { ...leave(state), session: state.aside, aside: null };
  return { ...initialPlayer, places: state.places };
}

/** An event of live where live made way: it takes the element back when it is to sound. */
function reduceAside(state: PlayerState, event: SessionEvent, nowMs: number): PlayerState {
  if (state.aside === null) return state;
  const next = reduceSession(state.aside, event, nowMs);
  if (next === state.aside || next.timeline === 'vod') return state;
  return wantsSound(next) ? { ...leave(state), session: next, aside: null } : { ...state, aside: next };
}

const withSession = (state: PlayerState, session: Session): PlayerState =>
  session === state.session ? state : { ...state, session };

function reduceHeld(state: PlayerState, event: SessionEvent, nowMs: number): PlayerState {
  const { session } = state;
  const isAside = session === null || (event.of === 'live' && session.timeline !== 'live');
  const next = isAside ? reduceAside(state, event, nowMs) : withSession(state, reduceSession(session, event, nowMs));
  // Who goes on where they are needs no way back to where the sleep timer stopped; who goes to live may.
  const of = next.sleptAt?.source.timeline === 'vod' ? vodOf : liveOf;
  const goesOn = of(state)?.phase === 'paused' && event.type !== 'goLive' && wantsSound(of(next));
  return goesOn && next.sleptAt !== null ? { ...next, sleptAt: null } : next;
}

export function reducePlayer(state: PlayerState, event: PlayerEvent, nowMs: number): PlayerState {
  if (event.type === 'play') {
    const { source, startAtMs } = event;
    if (source.timeline === 'live') return playLive(state, source, startAtMs ?? null, nowMs);
    return playVod(state, source, startAtMs, nowMs);
  }
  if (event.type === 'step') return stepTo(state, event.to, nowMs);
  if (event.type === 'setSleep') return setSleep(state, event.sleep);
  if (event.type === 'slept') return slept(state);
  if (event.type === 'resumeSlept') return resumeSlept(state, nowMs);
  if (event.type === 'close') return close(state);
  return goOn(state, reduceHeld(state, event, nowMs), nowMs);
}

/** What each phase may last, and what follows. */
function deadlineOf(session: Session | null): (PlayerEffect & { type: 'wait' })['next'] {
  switch (session?.phase) {
    case 'loading':
      return { afterMs: READY_WITHIN_MS, event: { type: 'lost', code: '120009', retry: true } };
    case 'buffering':
      return { afterMs: STALL_WITHIN_MS, event: { type: 'lost', code: '120006', retry: true } };
    case 'paused':
      if (session.timeline === 'vod' || session.load === null) return null;
      return { afterMs: PARK_AFTER_MS, event: { type: 'park' } };
    case 'reconnecting':
    case 'failed':
      return session.retrying ? { afterMs: backoffMs(session.attempts), event: { type: 'probe' } } : null;
    case 'playing':
    case undefined:
      return null;
  }
}

/** What is to be done where one state follows another. */
export function effectsOf(before: PlayerState, after: PlayerState): PlayerEffect[] {
  const [was, is] = [before.session, after.session];
  if (was === is) return [];
  const effects: PlayerEffect[] = [];
  const isAnother = is?.source.key !== was?.source.key;
  const opens = (is?.load ?? null) !== (was?.load ?? null) || isAnother;
  const moves = is?.seek !== was?.seek;
  const begins = wantsSound(is) && (!wantsSound(was) || isAnother);
  if (is && was && is.speed !== was.speed && !opens) effects.push({ type: 'speed', speed: is.speed });
  if (opens) effects.push({ type: 'open' });
  else if (is !== null && is.seek !== null && moves) effects.push({ type: 'seek', toMs: is.seek.toMs });
  if (begins) {
    effects.push({ type: 'announce' });
    if (!opens) effects.push({ type: 'start' });
  }
  if (!wantsSound(is) && wantsSound(was)) effects.push({ type: 'hush' });
  if (opens || moves || is?.phase !== was?.phase || is?.attempts !== was?.attempts)
    effects.push({ type: 'wait', next: deadlineOf(is) });
  return effects;
}
