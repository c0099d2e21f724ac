import { PlayerState as PlayerStateNumber } from '#shared/enums.ts';
import type { MediaKind, PausedBy, Phase, PlayerErrorCode } from './player.machine.ts';

/** What the player does with a recording, as a pure function: a file with a beginning and an end, unlike live. */

/** A recording and what is said of it. Its address is its name. */
export interface RecordingSource {
  src: string;
  kind: MediaKind;
  title: string;
  /** Programme, column or kind it belongs to. */
  from: string;
  art: { src: string; srcset: string };
  /** As stored; the file's own length counts once it is known. */
  durationMs: number;
  /** Address of the page it stands on. */
  page: string;
}

export interface RecordingState {
  source: RecordingSource | null;
  phase: Phase;
  /** Counts the orders to the media element. */
  serial: number;
  /** What the element is to hold; null: nothing. */
  load: { serial: number; startAtMs: number } | null;
  /** A move inside the file that is held. */
  seek: { serial: number; toMs: number } | null;
  positionMs: number;
  durationMs: number;
  /** Heard to its end; going on begins again. */
  ended: boolean;
  /** Attempts to go on since sound was last heard. */
  attempts: number;
  error: PlayerErrorCode | null;
  pausedBy: PausedBy | null;
}

export type RecordingEvent =
  | { type: 'play'; source: RecordingSource; startAtMs: number }
  | { type: 'pause'; by: PausedBy }
  | { type: 'resume' }
  | { type: 'seek'; toMs: number }
  | { type: 'playing' }
  | { type: 'waiting' }
  | { type: 'time'; positionMs: number; durationMs: number }
  | { type: 'ended' }
  | { type: 'lost'; code: PlayerErrorCode; retry: boolean }
  | { type: 'reconnect' }
  | { type: 'close' };

/** Attempts in a row after which the listener is asked. */
export const RECORDING_ATTEMPTS = 4;

export const initialRecording: RecordingState = {
  source: null,
  phase: 'idle',
  serial: 0,
  load: null,
  seek: null,
  positionMs: 0,
  durationMs: 0,
  ended: false,
  attempts: 0,
  error: null,
  pausedBy: null,
};

/** Whether the listener asked for sound and has not taken it back. */
export const recordingSounds = ({ phase }: RecordingState): boolean =>
  phase === 'loading' || phase === 'playing' || phase === 'buffering' || phase === 'reconnecting';

/** The number of R-252. */
export function recordingStateNumber({ phase, ended }: RecordingState): PlayerStateNumber {
  switch (phase) {
    case 'playing':
      return PlayerStateNumber.PLAYING;
    case 'loading':
    case 'buffering':
    case 'reconnecting':
      return PlayerStateNumber.BUFFERING;
    case 'paused':
      return ended ? PlayerStateNumber.ENDED : PlayerStateNumber.PAUSED;
    case 'idle':
    case 'failed':
      return PlayerStateNumber.UNSTARTED;
  }
}

const within = (ms: number, durationMs: number): number => Math.min(Math.max(ms, 0), Math.max(durationMs, 0));

function open(state: RecordingState, startAtMs: number): RecordingState {
  const serial = state.serial + 1;
  return {
    ...state,
    phase: 'loading',
    serial,
    load: { serial, startAtMs },
    seek: null,
    positionMs: startAtMs,
    ended: false,
    error: null,
    pausedBy: null,
  };
}

function seek(state: RecordingState, toMs: number): RecordingState {
  if (state.source === null) return state;
  const positionMs = within(toMs, state.durationMs);
  if (state.phase === 'failed' || state.phase === 'reconnecting') return { ...open(state, positionMs), attempts: 0 };
  if (state.load === null) return { ...state, positionMs, ended: false };
  const serial = state.serial + 1;
  // A file that has not begun yet begins there.
  if (state.phase === 'loading') return open(state, positionMs);
  return { ...state, serial, seek: { serial, toMs: positionMs }, positionMs, ended: false };
}

function lost(state: RecordingState, code: PlayerErrorCode, retry: boolean): RecordingState {
  if (!recordingSounds(state)) return state;
  const attempts = state.attempts + 1;
  if (retry && attempts < RECORDING_ATTEMPTS) return { ...state, attempts, error: code, phase: 'reconnecting' };
  return { ...state, attempts, error: code, phase: 'failed', load: null };
}

export function reduceRecording(state: RecordingState, event: RecordingEvent): RecordingState {
  switch (event.type) {
    case 'play': {
      const { source } = event;
      if (source.src === state.source?.src && state.phase === 'paused')
        return reduceRecording(state, { type: 'resume' });
      const known = { ...state, source, durationMs: source.durationMs, attempts: 0 };
      // From the last second there is nothing to hear.
      const startAtMs = event.startAtMs > source.durationMs - 1_000 ? 0 : event.startAtMs;
      return open(known, within(startAtMs, source.durationMs));
    }
    case 'pause':
      if (!recordingSounds(state)) return state;
      return {
        ...state,
        phase: 'paused',
        pausedBy: event.by,
        error: null,
        // What had not begun is begun anew.
        load: state.phase === 'playing' || state.phase === 'buffering' ? state.load : null,
      };
    case 'resume':
      if (state.phase === 'failed') return { ...open(state, state.positionMs), attempts: 0 };
      if (state.phase !== 'paused') return state;
      if (state.load === null) return { ...open(state, state.ended ? 0 : state.positionMs), attempts: 0 };
      if (state.ended) return { ...seek(state, 0), phase: 'buffering', pausedBy: null };
      return { ...state, phase: 'buffering', pausedBy: null };
    case 'seek':
      return seek(state, event.toMs);
    case 'playing':
      if (!recordingSounds(state) || state.phase === 'reconnecting') return state;
      return { ...state, phase: 'playing', attempts: 0, error: null };
    case 'waiting':
      return state.phase === 'playing' ? { ...state, phase: 'buffering' } : state;
    case 'time': {
      // Until the file has begun, the element says 0 whatever was asked for.
      if (state.source === null || state.phase === 'loading' || state.phase === 'reconnecting') return state;
      const durationMs = event.durationMs > 0 ? event.durationMs : state.durationMs;
      return { ...state, durationMs, positionMs: within(event.positionMs, durationMs) };
    }
    case 'ended':
      if (state.source === null) return state;
      return { ...state, phase: 'paused', ended: true, positionMs: state.durationMs, pausedBy: null };
    case 'lost':
      return lost(state, event.code, event.retry);
    case 'reconnect': {
      if (state.phase !== 'reconnecting') return state;
      const { attempts, error } = state;
      return { ...open(state, state.positionMs), attempts, error };
    }
    case 'close':
      return { ...initialRecording, serial: state.serial };
  }
}
