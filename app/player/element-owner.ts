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
import { openingOf, type SourceKinds } from './sources/source-kinds.ts';
import type { Refused } from './sources/source.ts';

/** The one element that sounds and the engine that fills it: what the player's state asks of them is done here. */
export interface ElementOwner {
  /** Makes the element hold what a session says: its source, or nothing. */
  open: (session: Session | null) => Promise<void>;
  start: () => Promise<void>;
  hush: () => void;
  letGo: () => void;
  seekTo: Engine['seekTo'];
  setSpeed: (speed: Speed) => void;
  /** Whether another rendition was chosen without opening anew. */
  choose: (rendition: string | null) => boolean;
  clock: Engine['clock'];
  /** Undefined while nothing is held, or by an engine that hears of none. */
  markAt: (instantMs: number) => SoundMark | null | undefined;
  /** Whether the element was last told to sound by us; a pause that comes meanwhile is the system's. */
  isAsked: () => boolean;
}

interface Host {
  kinds: SourceKinds;
  tell: (event: PlayerEvent) => void;
  /** The engine has emptied the element and filled it anew, which paused it. */
  refilled: () => void;
}

export function ownElement(media: HTMLMediaElement, { kinds, tell, refilled }: Host): ElementOwner {
  let engine: Engine | null = null;
  /** What is held, or is being opened. */
  let opened: Session['load'] = null;
  let isAsked = false;

  const start = async () => {
    if (engine === null) return;
    isAsked = true;
    try {
      await media.play();
    } catch (error) {
      // A browser that wants a press first; anything else shows as a media error or as silence, which are watched.
      if (error instanceof DOMException && error.name === 'NotAllowedError') tell({ type: 'pause', by: 'blocked' });
    }
  };

  const letGo = () => {
    isAsked = false;
    engine?.destroy();
    engine = null;
  };

  const setSpeed = (speed: Speed) => {
    // An element that is filled anew goes back to its default.
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
    // Within the press that asked for it: WebKit refuses sound that begins long after, when the engine's code has come.
    media.load();
    const current = () => opened === load;
    const onLost = (code: PlayerErrorCode, retry: boolean, refused?: Refused) => {
      if (current()) tell({ type: 'lost', code, retry, ...(refused && { refused }) });
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
      // A kind takes sources of its own alone, which is what bears its name.
      const asked = openingIn(media, load.startAtMs);
      const [openEngine, answer] = await Promise.all([coming, kind.address(source as never, asked)]);
      if (!current()) return;
      const { address, signed, source: learnt, startAtMs = load.startAtMs } = openingOf(answer);
      if (learnt) tell({ type: 'learnt', source: learnt, startAtMs });
      // All there is of it was heard.
      if (!current()) return;
      const zeroMs = learnt && 'zeroMs' in learnt ? learnt.zeroMs : undefined;
      const holdBackTargets = source.kind === 'event' ? EVENT_HOLD_BACK_TARGETS : LIVE_HOLD_BACK_TARGETS;
      const how = { timeline, startAtMs, zeroMs, holdBackTargets, rendition: source.rendition ?? null };
      engine = openEngine({ media, address, signed, ...how, onLost, onLadder, onRefilled });
      if (wantsSound(session)) await start();
    } catch (error) {
      const refused = error instanceof CallRefused && isFinal(error) ? error : undefined;
      onLost(refused ? codeOf(refused) : playlistFault(), refused === undefined, refused);
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
    // What is held on to while nothing is to be held says nothing of the place.
    clock: () => (opened === null ? null : (engine?.clock() ?? null)),
    markAt: (instantMs) => engine?.markAt?.(instantMs),
    isAsked: () => isAsked,
  };
}

/** 10004, 20003 and 1: nobody may have it without; 6 and 9: it is not there; 20: it is switched off. */
const WITHOUT_RIGHT: readonly unknown[] = [10004, 20003, 1];
const FINAL: readonly unknown[] = [...REFUSAL_CODES, ...WITHOUT_RIGHT, 6, 9, 20];

/** Whether asking again would be answered the same. */
const isFinal = ({ code }: Refused): boolean => FINAL.includes(code);

const codeOf = ({ code }: Refused): PlayerErrorCode =>
  REFUSAL_CODES.find((one) => one === code) ?? (WITHOUT_RIGHT.includes(code) ? '121001' : '120010');
