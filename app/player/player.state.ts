import { PlayerState as PlayerStateNumber } from '#shared/enums.ts';
import type { ChannelSource, EventSource, LiveSource, Refused, Source, VodSource } from './sources/source.ts';
import type { SleepTimer } from './system/sleep-timer.ts';

/** What the player knows, and what can be read off it. How it changes stands in `player.machine.ts`. */

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
type RefusalCode = (typeof REFUSAL_CODES)[number];

export type Phase = 'loading' | 'playing' | 'buffering' | 'paused' | 'reconnecting' | 'failed';

/**
 * `blocked`: the browser wants a press first. `system`: headphones pulled out, a telephone call. `clip`: what was asked for
 * was heard, and there is more. `over`: what was on air has come to its end.
 */
export type PausedBy = 'listener' | 'sleep' | 'other-tab' | 'system' | 'blocked' | 'clip' | 'over';

/** In the order in which they are gone through. */
export const SPEEDS = [1, 1.25, 1.5, 2, 0.5] as const;
export type Speed = (typeof SPEEDS)[number];

/** Steps: back to what was missed, and on over what one would not hear again. */
export const BACK_SECONDS = 15;
export const ON_SECONDS = 30;

interface Stretch {
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

/** What an engine says of something whole. */
export interface VodClock {
  positionMs: number;
  /** 0 while it is not known. */
  durationMs: number;
  /** Up to where the playlist at hand goes, where that can be told: an address may open a part alone. */
  heldToMs?: number;
}

/** A rendition among which a player may choose. */
interface Rung {
  rendition: string;
  bitsPerSecond: number;
}

/** What there is to choose from, as the engine found it. */
export interface Ladder {
  rungs: readonly Rung[];
  /** The rendition that is seen; null while none is. */
  shown: string | null;
}

interface AnySession {
  phase: Phase;
  /**
   * What the element is to hold: a new object is an order to open, null to hold nothing. `startAtMs` null: the live edge, or
   * where the kind of what is whole knows that it was left.
   */
  load: { startAtMs: number | null } | null;
  /** A move inside what is held: a new object is a new move. */
  seek: { toMs: number } | null;
  /** Attempts to reconnect since sound was last heard. */
  attempts: number;
  error: PlayerErrorCode | null;
  /** Times as fast as it was said; live sounds faster than that only while it catches up. */
  speed: Speed;
  /** Whether a failure is being tried again by itself. */
  retrying: boolean;
  pausedBy: PausedBy | null;
  /** What was said in place of an address, or when one was taken back. */
  refused: Refused | null;
  /** Null where the engine cannot tell, or nothing was read yet. */
  ladder: Ladder | null;
}

export interface LiveSession<S extends LiveSource = LiveSource> extends AnySession {
  timeline: 'live';
  source: S;
  heardAtMs: number | null;
  covers: Stretch | null;
  edgeMs: number | null;
  /** How far the stream's edge trails our clock; known from the last time it moved. */
  edgeLagMs: number;
  targetMs: number;
  /** Something the listener must be told once. */
  notice: 'window-passed' | 'not-kept' | null;
}

export type ChannelSession = LiveSession<ChannelSource>;
export type EventSession = LiveSession<EventSource>;

export interface VodSession extends AnySession {
  timeline: 'vod';
  source: VodSource;
  positionMs: number;
  /** False while its place is its kind's to tell. */
  isPlaced: boolean;
  durationMs: number;
  /** Up to where the playlist at hand goes; null: nobody can tell. */
  heldToMs: number | null;
  /** Heard to its end; going on begins again. */
  ended: boolean;
}

export type Session = LiveSession | VodSession;

export interface PlayerState {
  /** What has the element; null before anything was played. */
  session: Session | null;
  /** A channel that made way for something else, and goes on when asked. */
  aside: ChannelSession | null;
  /** Where what is whole was left in this visit, by its key. */
  places: ReadonlyMap<Source['key'], number>;
  sleep: SleepTimer | null;
  /** What was heard when the sleep timer was set, and where: of what is whole alone. */
  sleepSetAt: { source: VodSource; atMs: number } | null;
  /** Where to go on from after the sleep timer: on live where it stopped, in what is whole where it was set. */
  sleptAt: { source: Source; atMs: number } | null;
}

export const initialPlayer: PlayerState = {
  session: null,
  aside: null,
  places: new Map(),
  sleep: null,
  sleepSetAt: null,
  sleptAt: null,
};

/** The origin keeps eight hours; a little less is offered, so that what is asked for is still there when it is sent. */
export const REWIND_WINDOW_MS = 8 * 3_600_000 - 30_000;
/** The engine starts this many target durations from the edge of a channel (and the promise is three). */
export const LIVE_HOLD_BACK_TARGETS = 2;
/** And of an event, whose segments are a second long. */
export const EVENT_HOLD_BACK_TARGETS = 3;
const BEHIND_TARGETS = 3;

export const isOfChannel = (session: Session | null): session is ChannelSession => session?.source.kind === 'live';
export const isOfEvent = (session: Session | null): session is EventSession => session?.source.kind === 'event';

/** A channel's live, whether it has the element or made way. */
export const liveOf = ({ session, aside }: PlayerState): ChannelSession | null =>
  isOfChannel(session) ? session : aside;

/** What is whole and has the element. */
export const vodOf = ({ session }: PlayerState): VodSession | null => (session?.timeline === 'vod' ? session : null);

/** Where live is heard at an instant of our clock: a hold-back from the newest sound there is. */
export const livePositionAt = ({ source, edgeLagMs, targetMs }: LiveSession, nowMs: number): number =>
  nowMs - edgeLagMs - (source.kind === 'event' ? EVENT_HOLD_BACK_TARGETS : LIVE_HOLD_BACK_TARGETS) * targetMs;

/** The earliest instant that may be asked for. */
export const oldestOf = ({ source }: LiveSession, nowMs: number): number =>
  source.kind === 'event' ? source.startsAtMs : nowMs - REWIND_WINDOW_MS;

/** How far what is heard trails live, in ms; 0 at live. */
export function behindLiveMs(session: LiveSession, nowMs: number): number {
  if (session.heardAtMs === null) return 0;
  const behind = livePositionAt(session, nowMs) - session.heardAtMs;
  return behind > BEHIND_TARGETS * session.targetMs ? behind : 0;
}

/** Whether the listener asked for sound and has not taken it back. */
export function wantsSound(session: Session | null): boolean {
  switch (session?.phase) {
    case 'loading':
    case 'playing':
    case 'buffering':
    case 'reconnecting':
      return true;
    case 'failed':
      return session.retrying;
    case 'paused':
    case undefined:
      return false;
  }
}

/** The number of R-252. */
export function playerStateNumber({ session }: PlayerState): PlayerStateNumber {
  switch (session?.phase) {
    case 'playing':
      return PlayerStateNumber.PLAYING;
    case 'loading':
    case 'buffering':
    case 'reconnecting':
      return PlayerStateNumber.BUFFERING;
    case 'paused':
      if (session.timeline === 'vod') return session.ended ? PlayerStateNumber.ENDED : PlayerStateNumber.PAUSED;
      return session.load === null ? PlayerStateNumber.CUED : PlayerStateNumber.PAUSED;
    case 'failed':
    case undefined:
      return PlayerStateNumber.UNSTARTED;
  }
}
