import type { Logger } from 'pino';
import { z } from 'zod';

/** A process this many segments behind has an outdated edge. Players hold three. */
const BEHIND_SEGMENTS = 2;
const EACH_MS = 1_000;
const ANSWER_MS = 800;

/** The live edge of a track in a process. */
export interface TrackEdge {
  /** `881/a64` */
  track: string;
  /** Unix ms. */
  endsAt: number;
  durationMs: number;
  /** Whether it is on the air. */
  isFresh: boolean;
}

/** What another media process says of itself at `/readyz/media`. */
const peerStatusSchema = z.object({
  database: z.boolean(),
  /** End of the newest segment of streams on the air. */
  edges: z.record(z.string(), z.number()),
});
export type PeerStatus = z.infer<typeof peerStatusSchema>;

export interface PeerWatch {
  /** Why listeners should be sent to another process. Null: no reason. */
  behind(): string | null;
  /** Lag behind the process with the newest sound, ms. 0: not behind; infinite: it has nothing of a stream. */
  lagMs(): number;
  /** Whether a process that is ready for sound reaches the database. */
  isDatabaseElsewhere(): boolean;
  look(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** Null: it is not ready, or does not answer. */
async function askPeer(url: string): Promise<PeerStatus | null> {
  const reply = await fetch(new URL('/readyz/media', url), { signal: AbortSignal.timeout(ANSWER_MS) });
  const body: unknown = await reply.json();
  return reply.ok ? peerStatusSchema.parse(body) : null;
}

/**
 * How far `own` is behind a peer, if the peer lacks nothing of what this process has. Of two processes at most one is behind
 * in this sense, and of several never all are.
 */
function lagBehind(own: readonly TrackEdge[], { edges }: PeerStatus): { track: string; ms: number } | null {
  // Whole milliseconds, so that equal edges are equal.
  const theirs = new Map(Object.entries(edges).map(([track, endTs]) => [track, Math.round(endTs * 1_000)]));
  if (own.some(({ track, endsAt, isFresh }) => isFresh && endsAt > (theirs.get(track) ?? -Infinity))) return null;
  const known = new Map(own.map((edge) => [edge.track, edge]));
  let worst: { track: string; ms: number } | null = null;
  for (const [track, endsAt] of theirs) {
    const mine = known.get(track);
    const ms = endsAt - (mine?.endsAt ?? -Infinity);
    if (ms >= (mine?.durationMs ?? 0) * BEHIND_SEGMENTS && ms > (worst?.ms ?? 0)) worst = { track, ms };
  }
  return worst;
}

/**
 * Compares the edges of this process with those of the other media processes. Without the database only they can tell an
 * encoder that is silent from sound that this process does not get.
 */
export function createPeerWatch({
  urls,
  edges,
  log,
  ask = askPeer,
}: {
  /** All media processes, possibly including this one. */
  urls: readonly string[];
  edges: () => readonly TrackEdge[];
  log: Pick<Logger, 'warn' | 'info'>;
  ask?: (url: string) => Promise<PeerStatus | null>;
}): PeerWatch {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let reason: string | null = null;
  let lagMs = 0;
  let isDatabaseElsewhere = false;

  async function compare(): Promise<void> {
    // Read before the others answer, so that what arrives meanwhile does not seem to be missing there.
    const own = edges();
    const statuses = await Promise.all(urls.map((url) => ask(url).catch(() => null)));
    const ready = statuses.filter((status) => status !== null);
    isDatabaseElsewhere = ready.some(({ database }) => database);
    const lags = ready.flatMap((status) => lagBehind(own, status) ?? []);
    const [worst] = lags.toSorted((one, other) => other.ms - one.ms);
    const wasBehind = reason !== null;
    lagMs = worst?.ms ?? 0;
    reason = worst
      ? `another process has newer sound of ${worst.track}, so the segment notices do not arrive here`
      : null;
    if (wasBehind === (reason !== null)) return;
    if (worst) log.warn(worst, reason ?? '');
    else log.info('the segment index has the newest sound again');
  }

  const look = (): Promise<void> => (looking ??= compare().finally(() => (looking = undefined)));
  return {
    behind: () => reason,
    lagMs: () => lagMs,
    isDatabaseElsewhere: () => isDatabaseElsewhere,
    look,
    start() {
      timer = setInterval(() => void look(), EACH_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
