// What a page and the frame of its video advertisement say to each other (decision 055). The frame is of the advertising origin:
// what it says is read, not believed. The first word and the port that answers it go by window, as with the other frames.

/** Bounds of the spec: whole videos of an advertiser, no louder than half, none that keeps somebody waiting (K-041 to K-044). */
export const VIDEO_AD = {
  seconds: { least: 1, most: 600 },
  volume: 0.5,
  wrapperDepth: 5,
  skipAfterSeconds: 5,
  /** Without a first frame, or without a frame more, the content plays. */
  patienceMs: 3_000,
} as const;

/** page → frame. */
export type VideoAdOrder =
  | {
      type: 'play';
      /** Of the page. */
      url: string;
      volume: number;
      muted: boolean;
      /** Bits of `shared/consent.ts`. */
      consent: number;
    }
  | { type: 'skip' }
  | { type: 'pause' }
  | { type: 'resume' };

/** Why nothing is played, or no longer. */
const VIDEO_AD_FAULTS = ['none', 'list', 'wrapper', 'program', 'kind', 'length', 'media', 'blocked'] as const;
export type VideoAdFault = (typeof VIDEO_AD_FAULTS)[number];

/** frame → page. */
export type VideoAdWord =
  | {
      type: 'started';
      seconds: number;
      /** Null: it cannot be skipped. */
      skipAfterSeconds: number | null;
      advertiser: string;
      creative: string;
    }
  | { type: 'time'; atSeconds: number }
  | { type: 'quartile'; quartile: 1 | 2 | 3 }
  | { type: 'clicked' }
  | { type: 'ended' }
  | { type: 'skipped' }
  | { type: 'failed'; fault: VideoAdFault };

type Told = Record<string, unknown>;
const isTold = (value: unknown): value is Told => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSeconds = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= VIDEO_AD.seconds.most;
const words = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');

/** A word of the frame, within bounds; null for anything else. */
export function readVideoAdWord(value: unknown): VideoAdWord | null {
  if (!isTold(value)) return null;
  switch (value['type']) {
    case 'started': {
      const { seconds, skipAfterSeconds } = value;
      if (!isSeconds(seconds) || seconds < VIDEO_AD.seconds.least) return null;
      return {
        type: 'started',
        seconds,
        skipAfterSeconds: isSeconds(skipAfterSeconds) ? skipAfterSeconds : null,
        advertiser: words(value['advertiser']),
        creative: words(value['creative']),
      };
    }
    case 'time':
      return isSeconds(value['atSeconds']) ? { type: 'time', atSeconds: value['atSeconds'] } : null;
    case 'quartile': {
      const { quartile } = value;
      return quartile === 1 || quartile === 2 || quartile === 3 ? { type: 'quartile', quartile } : null;
    }
    case 'failed': {
      const fault = VIDEO_AD_FAULTS.find((one) => one === value['fault']);
      return { type: 'failed', fault: fault ?? 'media' };
    }
    case 'clicked':
    case 'ended':
    case 'skipped':
      return { type: value['type'] };
    default:
      return null;
  }
}

/** An order of the page; null for anything else. */
export function readVideoAdOrder(value: unknown): VideoAdOrder | null {
  if (!isTold(value)) return null;
  const { type, url, volume, muted, consent } = value;
  if (type === 'skip' || type === 'pause' || type === 'resume') return { type };
  if (type !== 'play' || typeof url !== 'string' || typeof consent !== 'number') return null;
  const level = typeof volume === 'number' && volume >= 0 ? Math.min(volume, VIDEO_AD.volume) : VIDEO_AD.volume;
  return { type, url: url.slice(0, 2_000), volume: level, muted: muted === true, consent };
}
