import { newLive, openLive, parkLive } from './live-session.ts';
import {
  behindLiveMs,
  initialPlayer,
  isOfChannel,
  isOfEvent,
  liveOf,
  vodOf,
  wantsSound,
  type ChannelSession,
  type PlayerState,
  type Session,
  type Speed,
  type VodSession,
} from './player.state.ts';
import { pause, reduceSession, resume, type SessionEvent } from './session.machine.ts';
import type { ChannelSource, EventSource, Source, VodSource } from './sources/source.ts';
import type { SleepTimer } from './system/sleep-timer.ts';
import { newVod, resumePosition, seekVod } from './vod-session.ts';

/**
 * The player as a pure function: state and event give the next state and effects, which `player.controller.ts`
 * executes.
 */

export type PlayerEvent =
  | SessionEvent
  /** Without a start: live at its edge, VOD where it was left in this visit. Null: its kind decides. */
  | { type: 'play'; source: Source; startAtMs?: number | null }
  /** The previous or next VOD source, from its start. */
  | { type: 'step'; to: 'previous' | 'next' }
  | { type: 'setSleep'; sleep: SleepTimer | null }
  | { type: 'slept' }
  /** Back to where the sleep timer stopped playback. */
  | { type: 'resumeSlept' }
  | { type: 'close' };

export type PlayerEffect =
  /** Load what the session says, or nothing. */
  | { type: 'open' }
  | { type: 'seek'; toMs: number }
  | { type: 'speed'; speed: Speed }
  | { type: 'choose'; rendition: string | null }
  | { type: 'start' }
  | { type: 'hush' }
  /** Tell other tabs that this one plays. */
  | { type: 'announce' }
  /** Timeout of the phase and what follows; null: none. `probe`: reconnect if the source answers. */
  | { type: 'wait'; next: { afterMs: number; event: PlayerEvent | { type: 'probe' } } | null };

const READY_WITHIN_MS = 15_000;
const STALL_WITHIN_MS = 10_000;
/** A live pause this long releases the stream; resuming reopens it at the same instant. */
const PARK_AFTER_MS = 5_000;
/** An event also loses its picture then, so it is kept for as long as its lease lasts in a pause. */
const PARK_PICTURE_AFTER_MS = 60_000;
const MAX_BACKOFF_MS = 8_000;
/** Further in than this, stepping back goes to the start of the current source. */
const BACK_TO_BEGIN_MS = 5_000;

/** Backoff before the next attempt: 1, 2, 4, then 8 seconds. */
export function backoffMs(attempts: number): number {
  return Math.min(1000 * 2 ** Math.max(0, attempts - 1), MAX_BACKOFF_MS);
}

/** Remembers the position of a VOD source that is left. */
function leave(state: PlayerState): PlayerState {
  const vod = vodOf(state);
  const positionMs = vod === null ? null : resumePosition(vod);
  if (vod === null || positionMs === null) return state;
  return { ...state, positions: new Map(state.positions).set(vod.source.key, positionMs) };
}

function playLive(state: PlayerState, source: ChannelSource, startAtMs: number | null, nowMs: number): PlayerState {
  const before = liveOf(state);
  const changed = source.key !== before?.source.key;
  const from = before ?? newLive(source);
  const session: ChannelSession = { ...from, source, attempts: 0, speed: 1, ...(changed && { edgeMs: null }) };
  return {
    ...leave(state),
    session: openLive(session, startAtMs, nowMs),
    aside: null,
    // A sleep timer for one channel's programme does not apply to another's.
    sleep: changed && state.sleep?.until === 'programme' ? null : state.sleep,
    sleptAt: null,
  };
}

/** Live yields the element: at live it returns to live, behind live to the same instant. */
function makeWay(session: ChannelSession, nowMs: number): ChannelSession {
  const wasLive = wantsSound(session) && behindLiveMs(session, nowMs) === 0;
  const parked = parkLive(pause(session, 'listener'));
  return wasLive ? { ...parked, heardAtMs: null } : parked;
}

/** The end of a partly accessible source is reopened: the listener's rights may have changed. */
const isHeardInPart = (session: Session): boolean =>
  session.timeline === 'vod' && session.ended && session.source.endsEarly === true;

/** If already playing, it continues. */
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
  const aside = isOfChannel(session) ? makeWay(session, nowMs) : left.aside;
  const positionMs = startAtMs === undefined ? (left.positions.get(source.key) ?? 0) : startAtMs;
  const speed = session?.timeline === 'vod' ? session.speed : 1;
  return { ...left, session: newVod(source, positionMs, speed), aside };
}

/** Plays an event on air, at its edge or from an instant. If already playing, it continues. */
function playEvent(state: PlayerState, source: EventSource, startAtMs: number | null, nowMs: number): PlayerState {
  const { session } = state;
  const held = isOfEvent(session) && session.source.key === source.key ? session : null;
  if (held !== null && startAtMs === null) {
    if (wantsSound(held)) return state;
    if (held.phase === 'paused') return { ...state, session: resume(held, nowMs) };
  }
  const left = leave(state);
  const aside = isOfChannel(session) ? makeWay(session, nowMs) : left.aside;
  const next = { ...(held ?? newLive(source)), source, attempts: 0 };
  return { ...left, session: openLive(next, startAtMs, nowMs), aside };
}

function play(state: PlayerState, source: Source, startAtMs: number | null | undefined, nowMs: number): PlayerState {
  if (source.timeline === 'vod') return playVod(state, source, startAtMs, nowMs);
  const fromMs = startAtMs ?? null;
  return source.kind === 'event' ? playEvent(state, source, fromMs, nowMs) : playLive(state, source, fromMs, nowMs);
}

/** Plays the previous or next source from its start. Without a previous one, restarts the current one. */
function stepTo(state: PlayerState, to: 'previous' | 'next', nowMs: number): PlayerState {
  const vod = vodOf(state);
  if (vod === null) return state;
  const beginMs = vod.source.beginsAtMs ?? 0;
  const isBack = to === 'previous' && (!vod.source.previous || vod.positionMs - beginMs > BACK_TO_BEGIN_MS);
  if (isBack) return { ...state, session: seekVod(vod, beginMs) };
  const other = vod.source[to];
  if (!other) return state;
  return playVod(state, other, other.beginsAtMs === undefined ? 0 : other.beginsAtMs, nowMs);
}

/** A source that ended by itself is followed by the next one. */
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
  if (source.timeline === 'live') return play(state, source, atMs, nowMs);
  const back = { ...state, sleptAt: null };
  if (session?.timeline !== 'vod' || session.source.key !== source.key) return playVod(back, source, atMs, nowMs);
  return { ...back, session: seekVod(resume(session, nowMs) as VodSession, atMs) };
}

function close(state: PlayerState): PlayerState {
  if (state.session === null || isOfChannel(state.session)) return { ...initialPlayer, positions: state.positions };
  return { ...leave(state), session: state.aside, aside: null };
}

/** Events for live while it has yielded the element: it takes it back when it is to play. */
function reduceAside(state: PlayerState, event: SessionEvent, nowMs: number): PlayerState {
  if (state.aside === null) return state;
  const next = reduceSession(state.aside, event, nowMs);
  if (next === state.aside || !isOfChannel(next)) return state;
  return wantsSound(next) ? { ...leave(state), session: next, aside: null } : { ...state, aside: next };
}

const withSession = (state: PlayerState, session: Session): PlayerState =>
  session === state.session ? state : { ...state, session };

function reduceHeld(state: PlayerState, event: SessionEvent, nowMs: number): PlayerState {
  const { session } = state;
  const isAside = session === null || (event.of === 'live' && !isOfChannel(session));
  const next = isAside ? reduceAside(state, event, nowMs) : withSession(state, reduceSession(session, event, nowMs));
  // Resuming in place makes the way back to the sleep timer's stop obsolete; going live does not.
  const of = next.sleptAt?.source.timeline === 'vod' ? vodOf : liveOf;
  const goesOn = of(state)?.phase === 'paused' && event.type !== 'goLive' && wantsSound(of(next));
  return goesOn && next.sleptAt !== null ? { ...next, sleptAt: null } : next;
}

export function reducePlayer(state: PlayerState, event: PlayerEvent, nowMs: number): PlayerState {
  if (event.type === 'play') return play(state, event.source, event.startAtMs, nowMs);
  if (event.type === 'step') return stepTo(state, event.to, nowMs);
  if (event.type === 'setSleep') return setSleep(state, event.sleep);
  if (event.type === 'slept') return slept(state);
  if (event.type === 'resumeSlept') return resumeSlept(state, nowMs);
  if (event.type === 'close') return close(state);
  return goOn(state, reduceHeld(state, event, nowMs), nowMs);
}

/** Timeout of each phase, and what follows. */
function deadlineOf(session: Session | null): (PlayerEffect & { type: 'wait' })['next'] {
  switch (session?.phase) {
    case 'loading':
      return { afterMs: READY_WITHIN_MS, event: { type: 'lost', code: '120009', retry: true } };
    case 'buffering':
      return { afterMs: STALL_WITHIN_MS, event: { type: 'lost', code: '120006', retry: true } };
    case 'paused':
      if (session.timeline === 'vod' || session.load === null) return null;
      return {
        afterMs: session.source.kind === 'event' ? PARK_PICTURE_AFTER_MS : PARK_AFTER_MS,
        event: { type: 'park' },
      };
    case 'reconnecting':
    case 'failed':
      return session.retrying ? { afterMs: backoffMs(session.attempts), event: { type: 'probe' } } : null;
    case 'playing':
    case undefined:
      return null;
  }
}

/** Effects of a state change. */
export function effectsOf(before: PlayerState, after: PlayerState): PlayerEffect[] {
  const [was, is] = [before.session, after.session];
  if (was === is) return [];
  const effects: PlayerEffect[] = [];
  const isAnother = is?.source.key !== was?.source.key;
  const opens = (is?.load ?? null) !== (was?.load ?? null) || isAnother;
  const moves = is?.seek !== was?.seek;
  const begins = wantsSound(is) && (!wantsSound(was) || isAnother);
  if (is && was && is.speed !== was.speed && !opens) effects.push({ type: 'speed', speed: is.speed });
  const isChosen = is !== null && (is.source.rendition ?? null) !== (was?.source.rendition ?? null);
  if (opens) effects.push({ type: 'open' });
  // With nothing loaded, the choice applies at the next opening.
  else if (isChosen && is.load !== null) effects.push({ type: 'choose', rendition: is.source.rendition ?? null });
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
