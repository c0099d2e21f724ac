import { CallRefused } from './channel/channel-feed.ts';
import { chooseEngine, openingIn } from './engines/choose-engine.ts';
import { playlistFault, type Engine } from './engines/engine.ts';
import type { PlayerEvent } from './player.machine.ts';
import {
  EVENT_HOLD_BACK_TARGETS,
  LIVE_HOLD_BACK_TARGETS,
  REFUSAL_CODES,
  wantsSound,
  type Ladder,
  type PlayerErrorCode,
  type Session,
  type Speed,
} from './player.state.ts';
import type { SoundMark } from '#domain/songs/marks.rules.ts';
import { openingOf } from './sources/source-kind.ts';
import type { SourceKinds } from './sources/source-kinds.ts';
import type { Refused } from './sources/source.ts';

/** Owns the one media element and its engine, and executes the player's effects on them. */
export interface ElementOwner {
  /** Loads a session's source into the element, or empties it. */
  open: (session: Session | null) => Promise<void>;
  start: () => Promise<void>;
  hush: () => void;
  letGo: () => void;
  seekTo: Engine['seekTo'];
  setSpeed: (speed: Speed) => void;
  /** Whether the rendition was changed without reopening. */
  choose: (rendition: string | null) => boolean;
  clock: Engine['clock'];
  /** Undefined if nothing is loaded or the engine has no marks. */
  markAt: (instantMs: number) => SoundMark | null | undefined;
  /** Whether playback was last requested by us. A pause during that time comes from the system. */
  isAsked: () => boolean;
}

interface Host {
  kinds: SourceKinds;
  tell: (event: PlayerEvent) => void;
  /** The engine emptied and refilled the element, which paused it. */
  refilled: () => void;
}

export function ownElement(media: HTMLMediaElement, { kinds, tell, refilled }: Host): ElementOwner {
  let engine: Engine | null = null;
  /** The load that is open or being opened. */
  let opened: Session['load'] = null;
  let isAsked = false;

  const start = async () => {
    if (engine === null) return;
    isAsked = true;
    try {
      await media.play();
    } catch (error) {
      // The browser requires a user gesture. Other failures surface as media errors or silence, which are watched.
      if (error instanceof DOMException && error.name === 'NotAllowedError') tell({ type: 'pause', by: 'blocked' });
    }
  };

  const letGo = () => {
    isAsked = false;
    engine?.destroy();
    engine = null;
  };

  const setSpeed = (speed: Speed) => {
    // Reloading an element resets it to its default rate.
    media.defaultPlaybackRate = speed;
    media.playbackRate = speed;
  };

  const open = async (session: Session | null) => {
    const load = session?.load ?? null;
    opened = load;
    if (load === null && session?.phase === 'paused' && engine?.holdsOn) return;
    letGo();
    if (load === null || session === null) return;
    setSpeed(session.speed);
    // Called within the user gesture: WebKit blocks playback that starts later, once the engine's code has loaded.
    media.load();
    const current = () => opened === load;
    const onLost = (code: PlayerErrorCode, retry: boolean) => {
      if (current()) tell({ type: 'lost', code, retry });
    };
    const onLadder = (ladder: Ladder) => {
      if (current()) tell({ type: 'ladder', ladder });
    };
    const onRefilled = () => {
      if (current()) refilled();
    };
    const { source, timeline } = session;
    const kind = kinds[source.kind];
    const coming = kind && chooseEngine(media, kind.engine, timeline);
    if (!coming) return onLost('120007', false);
    try {
      // A kind only receives sources with its name.
      const asked = openingIn(media, load.startAtMs);
      const [openEngine, answer] = await Promise.all([coming, kind.address(source as never, asked)]);
      if (!current()) return;
      const { address, signed, source: learnt, startAtMs = load.startAtMs } = openingOf(answer);
      if (learnt) tell({ type: 'learnt', source: learnt, startAtMs });
      // The reply may show that everything accessible was already heard, which ends the session.
      if (!current()) return;
      const zeroMs = learnt && 'zeroMs' in learnt ? learnt.zeroMs : undefined;
      const holdBackTargets = source.kind === 'event' ? EVENT_HOLD_BACK_TARGETS : LIVE_HOLD_BACK_TARGETS;
      const how = { timeline, startAtMs, zeroMs, holdBackTargets, rendition: source.rendition ?? null };
      engine = openEngine({ media, address, signed, ...how, onLost, onLadder, onRefilled });
      if (wantsSound(session)) await start();
    } catch (error) {
      if (current()) tell(lostBy(error));
    }
  };

  return {
    open,
    start,
    hush: () => {
      isAsked = false;
      media.pause();
    },
    letGo,
    seekTo: (toMs) => engine?.seekTo(toMs),
    setSpeed,
    choose: (rendition) => {
      engine?.choose?.(rendition);
      return engine?.choose !== undefined;
    },
    // After the state released its load, the remaining content no longer gives a position.
    clock: () => (opened === null ? null : (engine?.clock() ?? null)),
    markAt: (instantMs) => engine?.markAt?.(instantMs),
    isAsked: () => isAsked,
  };
}

/** 10004, 20003 and 1: no access. 6 and 9: not found. 20: disabled. */
const WITHOUT_RIGHT: readonly unknown[] = [10004, 20003, 1];
const FINAL: readonly unknown[] = [...REFUSAL_CODES, ...WITHOUT_RIGHT, 6, 9, 20];

/** Whether a retry would get the same answer. */
const isFinal = ({ code }: Refused): boolean => FINAL.includes(code);

const playerErrorCode = ({ code }: Refused): PlayerErrorCode =>
  REFUSAL_CODES.find((one) => one === code) ?? (WITHOUT_RIGHT.includes(code) ? '121001' : '120010');

/** What it means for a session that its source could not be asked for, or was refused. */
export function lostBy(error: unknown): PlayerEvent {
  if (error instanceof CallRefused && isFinal(error))
    return { type: 'lost', code: playerErrorCode(error), retry: false, refused: error };
  return { type: 'lost', code: playlistFault(), retry: true };
}
