import {
  CHECKS,
  clockResult,
  qualityFor,
  speedOf,
  speedResult,
  type CheckName,
  type CheckResult,
} from '#domain/diagnostics/diagnostics.rules.ts';
import type { TestWire } from '#domain/diagnostics/diagnostics.schema.ts';
import { deviceName } from '#domain/security-events/user-agent.rules.ts';
import { screenCalls } from '#app/screen-paths.ts';
import { diagnosticText as text } from '#app/text/zh-hk/live-events.ts';
import { playsByItself, playsByScript, playTest } from './play-test.ts';

/** Result of a check: text for the visitor, numbers for support. */
export interface Checked {
  name: CheckName;
  result: CheckResult;
  words: string;
  found: Record<string, string | number | boolean>;
  /** Best quality the connection supports, if measured. */
  qualityId?: number;
}

const ANSWER_WITHIN_MS = 8_000;
const SEGMENTS_FETCHED = 5;
/** H.264 High at 1080p, and AAC: the codecs of every rendition. */
const CODECS = 'avc1.640028,mp4a.40.2';

interface Context {
  video: HTMLVideoElement;
  signal: AbortSignal;
  test: TestWire['test'];
  serverMs: number | null;
  /** Our clock when the server's was read. */
  readAtMs: number;
}

type Found = Omit<Checked, 'name'>;
type Check = (context: Context) => Promise<Found> | Found;

async function readTest(signal: AbortSignal): Promise<Pick<Context, 'test' | 'serverMs' | 'readAtMs'>> {
  const sentAtMs = Date.now();
  try {
    const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const reply = await fetch(screenCalls.diagnostic(), { signal: AbortSignal.any([signal, timeout]) });
    const { response } = (await reply.json()) as { response: TestWire };
    // The midpoint of the round trip.
    return { test: response.test, serverMs: response.now_ts * 1_000, readAtMs: (sentAtMs + Date.now()) / 2 };
  } catch {
    return { test: null, serverMs: null, readAtMs: Date.now() };
  }
}

/** Segments of a playlist, by their lines. */
export const segmentsIn = (playlist: string): string[] =>
  playlist
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

async function bytesOf(address: string, signal: AbortSignal): Promise<{ bytes: number; ms: number }> {
  const from = performance.now();
  const reply = await fetch(address, { cache: 'no-store', signal });
  const { byteLength: bytes } = reply.ok ? await reply.arrayBuffer() : new ArrayBuffer(0);
  return { bytes, ms: performance.now() - from };
}

/** Fetches real segments of the best quality in sequence, as a player does. */
async function measure({ test, signal }: Context): Promise<number | null> {
  const best = test?.qualities[0];
  if (!best) return null;
  try {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(3 * ANSWER_WITHIN_MS)]);
    const list = new URL(best.path, window.location.href);
    const reply = await fetch(list, { signal: timeout });
    if (!reply.ok) return null;
    const fetches = [];
    for (const segment of segmentsIn(await reply.text()).slice(0, SEGMENTS_FETCHED))
      fetches.push(await bytesOf(new URL(segment, list).href, timeout));
    return speedOf(fetches);
  } catch {
    return null;
  }
}

const passed = (isGood: boolean, otherwise: CheckResult = 'fail'): CheckResult => (isGood ? 'pass' : otherwise);

const CHECK: Readonly<Record<CheckName, Check>> = {
  browser: () => {
    const name = deviceName(navigator.userAgent);
    const hasAll = 'AbortSignal' in window && 'any' in AbortSignal && 'fetch' in window && 'Intl' in window;
    return { result: passed(hasAll), words: text.found.browser(name || text.unknown), found: { name } };
  },
  https: () => ({
    result: passed(window.isSecureContext),
    words: window.isSecureContext ? text.found.secure : text.found.notSecure,
    found: { secure: window.isSecureContext },
  }),
  clock: ({ serverMs, readAtMs }): Found => {
    if (serverMs === null) return { result: 'warn', words: text.unknown, found: {} };
    const offMs = Math.round(readAtMs - serverMs);
    return {
      result: clockResult(offMs),
      words: text.found.clockOff((Math.abs(offMs) / 1_000).toFixed(1)),
      found: { off_ms: offMs },
    };
  },
  player: () => {
    const [byScript, byItself] = [playsByScript(), playsByItself()];
    return {
      result: passed(byScript || byItself),
      words: byScript ? text.found.mse : byItself ? text.found.native : text.found.none,
      found: { by_script: byScript, by_itself: byItself },
    };
  },
  codecs: ({ video }) => {
    const type = `video/mp4; codecs="${CODECS}"`;
    const isKnown =
      ('MediaSource' in window && MediaSource.isTypeSupported(type)) || video.canPlayType(type) === 'probably';
    return {
      result: passed(isKnown),
      words: isKnown ? text.found.codecs : text.found.noCodecs,
      found: { known: isKnown },
    };
  },
  protocol: () => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const name = entries.findLast(({ nextHopProtocol }) => nextHopProtocol !== '')?.nextHopProtocol ?? '';
    return { result: passed(name !== '', 'warn'), words: text.found.protocol(name || text.unknown), found: { name } };
  },
  speed: async (context): Promise<Found> => {
    if (context.test === null) return { result: 'warn', words: text.found.noTest, found: {} };
    const bitsPerSecond = await measure(context);
    const qualities = context.test.qualities.map(({ id, bits_per_second: rate }) => ({ id, bitsPerSecond: rate }));
    const carried = bitsPerSecond === null ? null : qualityFor(bitsPerSecond, qualities);
    return {
      result: speedResult(bitsPerSecond, qualities),
      words: bitsPerSecond === null ? text.found.noSpeed : text.found.speed((bitsPerSecond / 1_000_000).toFixed(1)),
      found: { bits_per_second: Math.round(bitsPerSecond ?? 0) },
      ...(carried && { qualityId: carried.id }),
    };
  },
  stream: async ({ test, video, signal }): Promise<Found> => {
    if (test === null) return { result: 'warn', words: text.found.noTest, found: {} };
    const played = await playTest(video, test.path, test.seconds, signal);
    if (played === null) return { result: 'fail', words: text.found.notPlayed, found: { played: false } };
    return {
      result: passed(played.stalls <= 1, 'warn'),
      words: text.found.played(played.seconds, played.stalls),
      found: { played: true, seconds: played.seconds, stalls: played.stalls, dropped_frames: played.droppedFrames },
    };
  },
};

/** Runs the checks in sequence and reports each result. Ends early if aborted. */
export async function runChecks(
  video: HTMLVideoElement,
  signal: AbortSignal,
  tell: (checked: Checked) => void,
): Promise<void> {
  const context: Context = { video, signal, ...(await readTest(signal)) };
  for (const name of CHECKS) {
    if (signal.aborted) return;
    const checked = { name, ...(await CHECK[name](context)) };
    if (!signal.aborted) tell(checked);
  }
}
