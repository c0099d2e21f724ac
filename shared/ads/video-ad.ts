// Messages between a page and the frame of its video advertisement (decision 051). The frame belongs to the advertising
// origin, so its messages are validated and not trusted. The ready message and the port sent in reply go by window, as
// with the other frames.

/** Limits of the spec: whole videos of an advertiser, at half volume at most, with a bounded wait (K-041 to K-044). */
export const VIDEO_AD = {
  seconds: { least: 1, most: 600 },
  volume: 0.5,
  wrapperDepth: 5,
  skipAfterSeconds: 5,
  /** Timeout for the first and each further frame, after which the content plays. */
  patienceMs: 3_000,
} as const;

/** page → frame. */
export type VideoAdOrder =
  | {
      type: 'play';
      /** URL of the page. */
      url: string;
      volume: number;
      muted: boolean;
      /** Bits of `shared/ads/consent.ts`. */
      consent: number;
    }
  | { type: 'skip' }
  | { type: 'pause' }
  | { type: 'resume' };

/** Reasons why nothing is played or playback stopped. */
const VIDEO_AD_FAULTS = ['none', 'list', 'wrapper', 'program', 'kind', 'length', 'media', 'blocked'] as const;
export type VideoAdFault = (typeof VIDEO_AD_FAULTS)[number];

/** frame → page. */
export type VideoAdWord =
  | {
      type: 'started';
      seconds: number;
      /** Null: not skippable. */
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

type JsonObject = Record<string, unknown>;
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSeconds = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= VIDEO_AD.seconds.most;
const words = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');

/** Validates a message of the frame. Null if invalid. */
export function readVideoAdWord(value: unknown): VideoAdWord | null {
  if (!isObject(value)) return null;
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

/** Validates an order of the page. Null if invalid. */
export function readVideoAdOrder(value: unknown): VideoAdOrder | null {
  if (!isObject(value)) return null;
  const { type, url, volume, muted, consent } = value;
  if (type === 'skip' || type === 'pause' || type === 'resume') return { type };
  if (type !== 'play' || typeof url !== 'string' || typeof consent !== 'number') return null;
  const level = typeof volume === 'number' && volume >= 0 ? Math.min(volume, VIDEO_AD.volume) : VIDEO_AD.volume;
  return { type, url: url.slice(0, 2_000), volume: level, muted: muted === true, consent };
}
