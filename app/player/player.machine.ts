import { PlayerState as PlayerStateNumber } from '#shared/enums.ts';
import type { ChannelId } from '#shared/enums.ts';
import type { SleepTimer } from './system/sleep-timer.ts';

/** What the player does, as a pure function. The store beside it carries out what a state asks for. */

export type MediaKind = 'audio' | 'video';

/** Codes of the player, text unlike those of other calls. The last four are the answer of a call that refuses. */
export type PlayerErrorCode =
  /** The buffer ran dry. */
  | '120006'
  /** This browser plays no stream. */
  | '120007'
  /** Broken sound, or a fault of the player. */
  | '120008'
  /** Not ready in time. */
  | '120009'
  /** No playlist. */
  | '120010'
  | RefusalCode;

/** No right to play, too many devices, too many at one time, a device that is not supported. */
export const REFUSAL_CODES = ['121001', '121002', '121003', '121004'] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export type Phase = 'idle' | 'loading' | 'playing' | 'buffering' | 'paused' | 'reconnecting' | 'failed';

/** `blocked`: the browser wants a press first. `system`: headphones pulled out, a telephone call. */
export type PausedBy = 'listener' | 'sleep' | 'other-tab' | 'system' | 'blocked';

export interface Stretch {
  fromMs: number;
  toMs: number;
}

/** What an engine says of the stream it holds. All instants are those of the stream's own clock, in Unix ms. */
export interface StreamClock {
  heardAtMs: number;
  /** End of the newest segment. */
  edgeMs: number;
  /** What the loaded playlist covers: inside it a seek needs no new playlist. */
  covers: Stretch;
  targetMs: number;
}

export interface PlayerState {
  phase: Phase;
  channelId: ChannelId | null;
  kind: MediaKind;
  /** Counts the orders to the engine. */
  serial: number;
  /** What the engine is to hold: a new serial is a new playlist, `startAtMs` null the live edge. */
  load: { serial: number; startAtMs: number | null } | null;
  /** A move inside the playlist that is held. */
  seek: { serial: number; toMs: number } | null;
  heardAtMs: number | null;
  covers: Stretch | null;
  edgeMs: number | null;
  /** How far the stream's edge trails our clock; known from the last time it moved. */
  edgeLagMs: number;
  targetMs: number;
  /** Attempts to reconnect since sound was last heard. */
  attempts: number;
  error: PlayerErrorCode | null;
  /** Whether a failure is being tried again by itself. */
  retrying: boolean;
  pausedBy: PausedBy | null;
  /** Something the listener must be told once. */
  notice: 'window-passed' | 'not-kept' | null;
  sleep: SleepTimer | null;
  /** Where the sleep timer stopped, to go on from there. */
  sleptAt: { channelId: ChannelId; kind: MediaKind; atMs: number } | null;
}

export type PlayerEvent =
  | { type: 'play'; channelId: ChannelId; kind: MediaKind; startAtMs: number | null; nowMs: number }
  | { type: 'pause'; by: PausedBy }
  | { type: 'park' }
  /** For a recording, which takes the element. */
  | { type: 'makeWay'; nowMs: number }
  | { type: 'resume'; nowMs: number }
  | { type: 'seek'; toMs: number; nowMs: number }
  | { type: 'goLive' }
  | { type: 'setKind'; kind: MediaKind; nowMs: number }
  | { type: 'playing' }
  | { type: 'waiting' }
  | { type: 'clock'; clock: StreamClock; nowMs: number }
  | { type: 'lost'; code: PlayerErrorCode; retry: boolean }
  | { type: 'reconnect'; nowMs: number }
  | { type: 'setSleep'; sleep: SleepTimer | null }
  | { type: 'slept' }
  | { type: 'close' };

/** The origin keeps eight hours; a little less is offered, so that what is asked for is still there when it is sent. */
export const REWIND_WINDOW_MS = 8 * 3_600_000 - 30_000;
/** The engine starts this many target durations from the edge (and the promise is three). */
export const LIVE_HOLD_BACK_TARGETS = 2;
const BEHIND_TARGETS = 3;
/** Failures in a row after which the listener is told, while trying goes on. */
const ATTEMPTS_BEFORE_ERROR = 3;
const LONGEST_BACKOFF_MS = 8_000;
/** A start this much later than asked for is not a matter of segments. */
const NOT_KEPT_MS = 30_000;
const DEFAULT_TARGET_MS = 4_000;

export const initialPlayer: PlayerState = {
  phase: 'idle',
  channelId: null,
  kind: 'audio',
  serial: 0,
  load: null,
  seek: null,
  heardAtMs: null,
  covers: null,
  edgeMs: null,
  edgeLagMs: DEFAULT_TARGET_MS * 1.5,
  targetMs: DEFAULT_TARGET_MS,
  attempts: 0,
  error: null,
  retrying: false,
  pausedBy: null,
  notice: null,
  sleep: null,
  sleptAt: null,
};

/** The newest instant there is sound of, seen from our clock. */
export function edgeAt(state: PlayerState, nowMs: number): number {
  return nowMs - state.edgeLagMs;
}

/** Where live is heard: a hold-back from the edge. */
export function livePositionAt(state: PlayerState, nowMs: number): number {
  return edgeAt(state, nowMs) - LIVE_HOLD_BACK_TARGETS * state.targetMs;
}

/** How far what is heard trails live, in ms; 0 at live. */
export function behindLiveMs(state: PlayerState, nowMs: number): number {
  if (state.heardAtMs === null) return 0;
  const behind = livePositionAt(state, nowMs) - state.heardAtMs;
  return behind > BEHIND_TARGETS * state.targetMs ? behind : 0;
}

/** Whether the listener asked for sound and has not taken it back. */
export function wantsSound({ phase, retrying }: PlayerState): boolean {
  switch (phase) {
    case 'loading':
    case 'playing':
    case 'buffering':
    case 'reconnecting':
      return true;
    case 'failed':
      return retrying;
    case 'idle':
    case 'paused':
      return false;
  }
}

/** Wait before the next attempt: 1, 2, 4, then 8 seconds. */
export function backoffMs(attempts: number): number {
  return Math.min(1000 * 2 ** Math.max(0, attempts - 1), LONGEST_BACKOFF_MS);
}

/** The number of R-252. */
export function playerStateNumber(state: PlayerState): PlayerStateNumber {
  switch (state.phase) {
    case 'playing':
      return PlayerStateNumber.PLAYING;
    case 'loading':
    case 'buffering':
    case 'reconnecting':
      return PlayerStateNumber.BUFFERING;
    case 'paused':
      return state.load === null ? PlayerStateNumber.CUED : PlayerStateNumber.PAUSED;
    case 'idle':
    case 'failed':
      return PlayerStateNumber.UNSTARTED;
  }
}

/** A state that opens a playlist at an instant, which is kept inside the window. */
function open(state: PlayerState, startAtMs: number | null, nowMs: number): PlayerState {
  const oldestMs = nowMs - REWIND_WINDOW_MS;
  const passed = startAtMs !== null && startAtMs < oldestMs;
  const atMs = passed ? oldestMs : startAtMs;
  return {
    ...state,
    phase: 'loading',
    serial: state.serial + 1,
    load: { serial: state.serial + 1, startAtMs: atMs },
    seek: null,
    heardAtMs: atMs,
    covers: null,
    error: null,
    retrying: false,
    pausedBy: null,
    notice: passed ? 'window-passed' : null,
  };
}

function seek(state: PlayerState, toMs: number, nowMs: number): PlayerState {
  if (state.channelId === null) return state;
  const atLive = toMs >= livePositionAt(state, nowMs) - state.targetMs / 2;
  const atMs = Math.max(toMs, nowMs - REWIND_WINDOW_MS);
  if (state.phase === 'paused') {
    const place = atLive ? livePositionAt(state, nowMs) : atMs;
    return { ...state, load: null, covers: null, heardAtMs: place, notice: null };
  }
  if (atLive) return open(state, null, nowMs);
  const { covers } = state;
  const inside = covers !== null && atMs >= covers.fromMs && atMs < covers.toMs && state.load !== null;
  if (!inside || state.phase === 'failed' || state.phase === 'reconnecting') return open(state, atMs, nowMs);
  const serial = state.serial + 1;
  return { ...state, serial, seek: { serial, toMs: atMs }, heardAtMs: atMs, notice: null };
}

function clockMoved(state: PlayerState, clock: StreamClock, nowMs: number): PlayerState {
  const moved = clock.edgeMs !== state.edgeMs;
  // The origin gives the nearest sound there is; when that is far from what was asked for, it is said.
  const startAtMs = state.covers === null ? (state.load?.startAtMs ?? null) : null;
  const notKept = startAtMs !== null && clock.covers.fromMs > startAtMs + NOT_KEPT_MS;
  return {
    ...state,
    notice: notKept ? 'not-kept' : state.notice,
    heardAtMs: clock.heardAtMs,
    covers: clock.covers,
    edgeMs: clock.edgeMs,
    edgeLagMs: moved ? nowMs - clock.edgeMs : state.edgeLagMs,
    targetMs: clock.targetMs,
  };
}

/** Where a broken stream goes on: where it broke; broken sound is passed, since it would break the next attempt too. */
function placeAfter(state: PlayerState, nowMs: number): number | null {
  const { heardAtMs, error, targetMs } = state;
  if (error !== '120008' || heardAtMs === null) return heardAtMs;
  const passedMs = heardAtMs + targetMs;
  return passedMs < livePositionAt(state, nowMs) ? passedMs : null;
}

function lost(state: PlayerState, code: PlayerErrorCode, retry: boolean): PlayerState {
  if (!wantsSound(state)) return state;
  const attempts = state.attempts + 1;
  if (!retry) return { ...state, phase: 'failed', error: code, retrying: false, load: null, covers: null };
  const told = attempts > ATTEMPTS_BEFORE_ERROR || state.phase === 'failed';
  return { ...state, attempts, error: code, retrying: true, phase: told ? 'failed' : 'reconnecting' };
}

export function reducePlayer(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case 'play': {
      const changed = event.channelId !== state.channelId;
      const opened = open({ ...state, channelId: event.channelId, kind: event.kind }, event.startAtMs, event.nowMs);
      return {
        ...opened,
        attempts: 0,
        sleptAt: null,
        edgeMs: changed ? null : state.edgeMs,
        // A timer to the end of one channel's programme says nothing about another's.
        sleep: changed && state.sleep?.until === 'programme' ? null : state.sleep,
      };
    }
    case 'pause':
      if (!wantsSound(state)) return state;
      return {
        ...state,
        phase: 'paused',
        pausedBy: event.by,
        error: null,
        retrying: false,
        load: state.phase === 'playing' || state.phase === 'buffering' ? state.load : null,
      };
    case 'park':
      return state.phase === 'paused' ? { ...state, load: null, covers: null } : state;
    case 'makeWay': {
      // Who heard live comes back to live, who heard what was before it to the same instant.
      const wasLive = wantsSound(state) && behindLiveMs(state, event.nowMs) === 0;
      const parked = reducePlayer(reducePlayer(state, { type: 'pause', by: 'listener' }), { type: 'park' });
      return wasLive ? { ...parked, heardAtMs: null } : parked;
    }
    case 'resume':
      if (state.phase === 'failed') return { ...open(state, placeAfter(state, event.nowMs), event.nowMs), attempts: 0 };
      if (state.phase !== 'paused') return state;
      if (state.load !== null) return { ...state, phase: 'buffering', pausedBy: null, sleptAt: null };
      return { ...open(state, state.heardAtMs, event.nowMs), attempts: 0, sleptAt: null };
    case 'seek':
      return seek(state, event.toMs, event.nowMs);
    case 'goLive':
      return state.channelId === null ? state : { ...open(state, null, 0), attempts: 0 };
    case 'setKind':
      if (event.kind === state.kind || state.channelId === null) return state;
      if (!wantsSound(state)) return { ...state, kind: event.kind, load: null, covers: null };
      return open({ ...state, kind: event.kind }, state.heardAtMs, event.nowMs);
    case 'playing':
      if (!wantsSound(state)) return state;
      // Sound from the buffer goes on while the line is down.
      if (state.phase === 'reconnecting' || state.phase === 'failed') return state;
      return { ...state, phase: 'playing', attempts: 0, error: null, retrying: false };
    case 'waiting':
      return state.phase === 'playing' ? { ...state, phase: 'buffering' } : state;
    case 'clock':
      return state.load === null ? state : clockMoved(state, event.clock, event.nowMs);
    case 'lost':
      return lost(state, event.code, event.retry);
    case 'reconnect': {
      if (state.phase !== 'reconnecting' && state.phase !== 'failed') return state;
      const { attempts, error } = state;
      return { ...open(state, placeAfter(state, event.nowMs), event.nowMs), attempts, error };
    }
    case 'setSleep':
      return { ...state, sleep: event.sleep };
    case 'slept': {
      const { channelId, kind, heardAtMs } = state;
      const paused = reducePlayer(state, { type: 'pause', by: 'sleep' });
      const sleptAt = channelId === null || heardAtMs === null ? null : { channelId, kind, atMs: heardAtMs };
      return { ...paused, sleep: null, sleptAt: wantsSound(state) ? sleptAt : state.sleptAt };
    }
    case 'close':
      return { ...initialPlayer, kind: state.kind, serial: state.serial };
  }
}
