import { CallRefused } from './channel/channel-feed.ts';
import { playlistFault, type Engine } from './engines/engine.ts';
import {
  REFUSAL_CODES,
  type PlayerErrorCode,
  type PlayerEvent,
  type PlayerState,
  type StreamClock,
} from './player.machine.ts';
import { chooseEngine, sourceOf } from './sources/live.ts';

/** The element and the engine that fills it: what the player's state asks of them is done here. */
export interface Stream {
  /** Serial of the load that is held, or is being opened. */
  serial: () => number | null;
  /** Makes the element hold what a state says: a playlist, or nothing. */
  open: (player: PlayerState) => Promise<void>;
  start: () => Promise<void>;
  hush: () => void;
  letGo: () => void;
  seekTo: (instantMs: number) => void;
  clock: () => StreamClock | null;
  /** Whether the element was last told to sound by us; a pause that comes meanwhile is the system's. */
  isAsked: () => boolean;
}

interface StreamHost {
  tell: (event: PlayerEvent) => void;
  /** The engine has emptied the element and filled it anew, which paused it. */
  refilled: () => void;
}

export function createStream(media: HTMLVideoElement, { tell, refilled }: StreamHost): Stream {
  let engine: Engine | null = null;
  let opened: number | null = null;
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

  const open = async ({ load, channelId, kind, phase }: PlayerState) => {
    opened = load?.serial ?? null;
    if (load === null && phase === 'paused' && engine?.holdsOn) return;
    letGo();
    if (load === null || channelId === null) return;
    // Within the press that asked for it: WebKit refuses sound that begins long after, when the engine's code has come.
    media.load();
    const current = () => opened === load.serial;
    const onLost = (code: PlayerErrorCode, retry: boolean) => {
      if (current()) tell({ type: 'lost', code, retry });
    };
    const name = chooseEngine(media);
    if (name === 'none') return onLost('120007', false);
    try {
      const [{ openEngine }, playlistUrl] = await Promise.all([
        name === 'hls'
          ? import('./engines/hls.ts').then((module) => ({ openEngine: module.openHls }))
          : import('./engines/native.ts').then((module) => ({ openEngine: module.openNative })),
        sourceOf(channelId, kind),
      ]);
      if (!current()) return;
      const onRefilled = () => {
        if (current()) refilled();
      };
      engine = openEngine({ media, playlistUrl, startAtMs: load.startAtMs, onLost, onRefilled });
      await start();
    } catch (error) {
      const refusal = REFUSAL_CODES.find((code) => error instanceof CallRefused && error.code === code);
      onLost(refusal ?? playlistFault(), refusal === undefined);
    }
  };

  return {
    serial: () => opened,
    open,
    start,
    hush: () => {
      isAsked = false;
      media.pause();
    },
    letGo,
    seekTo: (instantMs) => engine?.seekTo(instantMs),
    // What is held on to while nothing is to be held says nothing of the place.
    clock: () => (opened === null ? null : (engine?.clock() ?? null)),
    isAsked: () => isAsked,
  };
}
