import { PlayerState as PlayerStateNumber } from '#shared/enums.ts';
import type { LiveItem } from './channel/live-item.ts';
import type { ChannelSource, EventSource, LiveSource, Refused, Source, VodSource } from './sources/source.ts';
import type { SleepTimer } from './system/sleep-timer.ts';

/** State of the player and values derived from it. `player.machine.ts` changes it. */

/** Error codes of the player, strings unlike those of other calls. The last four come from refused calls. */
export type PlayerErrorCode =
  /** Buffer underrun. */
  | '120006'
  /** This browser cannot play streams. */
  | '120007'
  /** Media error, or a player fault. */
  | '120008'
  /** Start timeout. */
  | '120009'
  /** No playlist. */
  | '120010'
  | RefusalCode;

/** No right to play, too many devices, too many concurrent playbacks, unsupported device. */
export const REFUSAL_CODES = ['121001', '121002', '121003', '121004'] as const;
type RefusalCode = (typeof REFUSAL_CODES)[number];

export type Phase = 'loading' | 'playing' | 'buffering' | 'paused' | 'reconnecting' | 'failed';

/**
 * `blocked`: the browser requires a user gesture. `system`: headphones unplugged, a phone call. `clip`: the requested
 * clip ended, and there is more. `over`: the broadcast has ended.
 */
export type PausedBy = 'listener' | 'sleep' | 'other-tab' | 'system' | 'blocked' | 'clip' | 'over';

/** In the order of cycling. */
export const SPEEDS = [1, 1.25, 1.5, 2, 0.5] as const;
export type Speed = (typeof SPEEDS)[number];

/** Step lengths: back to something missed, forward over something unwanted. */
export const BACK_SECONDS = 15;
export const ON_SECONDS = 30;

interface Stretch {
  fromMs: number;
  toMs: number;
}

/** Clock of a stream, as an engine reports it. All instants are those of the stream's own clock, in Unix ms. */
export interface StreamClock {
  heardAtMs: number;
  /** End of the newest segment. */
  edgeMs: number;
  /** Range of the loaded playlist: seeks inside it need no new playlist. */
  covers: Stretch;
  targetMs: number;
}

/** Clock of a VOD source, as an engine reports it. */
export interface VodClock {
  positionMs: number;
  /** 0 while unknown. */
  durationMs: number;
  /** End of the loaded playlist, if known: an address may open a part only. */
  heldToMs?: number;
}

/** A selectable rendition. */
interface Rung {
  rendition: string;
  bitsPerSecond: number;
}

/** Selectable renditions, as found by the engine. */
export interface Ladder {
  rungs: readonly Rung[];
  /** The rendition shown; null if none. */
  shown: string | null;
}

interface AnySession {
  phase: Phase;
  /**
   * What to load: a new object is an order to open, null to empty the element. `startAtMs` null: the live edge, or the
   * position that the VOD kind knows.
   */
  load: { startAtMs: number | null } | null;
  /** A seek within the loaded content: a new object is a new seek. */
  seek: { toMs: number } | null;
  /** Reconnection attempts since the last audio. */
  attempts: number;
  error: PlayerErrorCode | null;
  /** Playback rate. Live plays faster only while it catches up. */
  speed: Speed;
  /** Whether a failure is being retried automatically. */
  retrying: boolean;
  /** VOD: whether `online` may resume it, should it fail without a network. */
  mayComeBack: boolean;
  pausedBy: PausedBy | null;
  /** The refusal returned instead of an address, or when access was revoked. */
  refused: Refused | null;
  /** Null if the engine has none, or nothing is loaded yet. */
  ladder: Ladder | null;
}

export interface LiveSession<S extends LiveSource = LiveSource> extends AnySession {
  timeline: 'live';
  source: S;
  heardAtMs: number | null;
  covers: Stretch | null;
  edgeMs: number | null;
  /** How far the stream's edge trails our clock, as of its last advance. */
  edgeLagMs: number;
  targetMs: number;
  /** Something to tell the listener once. */
  notice: 'window-passed' | 'not-kept' | null;
}

export type ChannelSession = LiveSession<ChannelSource>;
export type EventSession = LiveSession<EventSource>;

export interface VodSession extends AnySession {
  timeline: 'vod';
  source: VodSource;
  positionMs: number;
  /** False while its kind has yet to determine its position. */
  hasPosition: boolean;
  durationMs: number;
  /** End of the loaded playlist; null: unknown. */
  heldToMs: number | null;
  /** Played to its end; resuming restarts it. */
  ended: boolean;
}

export type Session = LiveSession | VodSession;

export interface PlayerState {
  /** The session that has the element; null before anything is played. */
  session: Session | null;
  /** A channel that yielded the element, and resumes on request. */
  aside: ChannelSession | null;
  /** Positions of VOD sources left in this visit, by key. */
  positions: ReadonlyMap<Source['key'], number>;
  sleep: SleepTimer | null;
  /** Source and position when the sleep timer was set; VOD only. */
  sleepSetAt: { source: VodSource; atMs: number } | null;
  /** Where to resume after the sleep timer: for live where it stopped, for VOD where it was set. */
  sleptAt: { source: Source; atMs: number } | null;
}

export const initialPlayer: PlayerState = {
  session: null,
  aside: null,
  positions: new Map(),
  sleep: null,
  sleepSetAt: null,
  sleptAt: null,
};

/** A shared array, so that a player without a channel publishes no change. */
export const NO_ITEMS: readonly LiveItem[] = [];

/**
 * The origin stores eight hours. Slightly less is offered, so that a requested instant still exists when it is sent.
 */
export const REWIND_WINDOW_MS = 8 * 3_600_000 - 30_000;
/** The engine starts a channel this many target durations from its edge (the limit promised is three). */
export const LIVE_HOLD_BACK_TARGETS = 2;
/** The same for an event, whose segments are one second long. */
export const EVENT_HOLD_BACK_TARGETS = 3;
const BEHIND_TARGETS = 3;

export const isOfChannel = (session: Session | null): session is ChannelSession => session?.source.kind === 'live';
export const isOfEvent = (session: Session | null): session is EventSession => session?.source.kind === 'event';

/** A channel's live session, whether it has the element or has yielded it. */
export const liveOf = ({ session, aside }: PlayerState): ChannelSession | null =>
  isOfChannel(session) ? session : aside;

/** The VOD session that has the element. */
export const vodOf = ({ session }: PlayerState): VodSession | null => (session?.timeline === 'vod' ? session : null);

/** The live position at an instant of our clock: the hold-back from the newest audio. */
export const livePositionAt = ({ source, edgeLagMs, targetMs }: LiveSession, nowMs: number): number =>
  nowMs - edgeLagMs - (source.kind === 'event' ? EVENT_HOLD_BACK_TARGETS : LIVE_HOLD_BACK_TARGETS) * targetMs;

/** The earliest instant that may be requested. */
export const oldestOf = ({ source }: LiveSession, nowMs: number): number =>
  source.kind === 'event' ? source.startsAtMs : nowMs - REWIND_WINDOW_MS;

/** How far playback trails live, in ms; 0 at live. */
export function behindLiveMs(session: LiveSession, nowMs: number): number {
  if (session.heardAtMs === null) return 0;
  const behind = livePositionAt(session, nowMs) - session.heardAtMs;
  return behind > BEHIND_TARGETS * session.targetMs ? behind : 0;
}

/** Whether playback is requested and not paused. */
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
