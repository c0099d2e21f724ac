import { sql } from 'drizzle-orm';
import type { PeerStatus } from '#server/media/peers.ts';
import type { ClockWatch } from '#server/operations/clock-watch.ts';
import type { Runtime } from '#server/runtime.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';

/** The parts of the runtime that readiness depends on. */
export type ReadinessInput = Pick<
  Runtime,
  'database' | 'media' | 'peers' | 'services' | 'config' | 'draining' | 'wasOnAir'
> & {
  clocks: Pick<ClockWatch, 'isUnfitForIngest' | 'warning'>;
};

const TIMEOUT_MS = 2_000;
/** Balancers allow a check one second, which an unresponsive database must not use up where it is only a warning. */
const WARNING_TIMEOUT_MS = 500;
const DATABASE_UNAVAILABLE = 'the database does not respond';

async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('timed out')), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const isDatabaseThere = ({ database }: ReadinessInput, timeoutMs: number): Promise<boolean> =>
  within(database.db.execute(sql`select 1`), timeoutMs).then(
    () => true,
    () => false,
  );

/**
 * Channels that this process itself puts on air and that have not been heard yet: those of the demo stations. A real
 * station's encoder is not started by us, so a missing one blocks nothing.
 */
export async function silentAtStart(runtime: ReadinessInput): Promise<number[]> {
  const { media, services, config } = runtime;
  if (runtime.wasOnAir || media === null || !services.has('stations') || config.INGEST_URL !== '') return [];
  const heard = await Promise.all(
    // An error of the disk or the database during the check counts as a channel that cannot be heard.
    CHANNEL_IDS.map((channelId) => media.isHeard(channelId).catch(() => false)),
  );
  const silent = CHANNEL_IDS.filter((_, i) => !heard[i]);
  // Only once: an encoder that falls silent later is reported as a warning.
  runtime.wasOnAir = silent.length === 0;
  return silent;
}

async function reasonsOfSound(runtime: ReadinessInput): Promise<string[]> {
  const silent = await silentAtStart(runtime);
  return [
    ...(runtime.draining ? ['the process is draining'] : []),
    ...(runtime.media?.isIndexed() === false ? ['the segment index has not been loaded yet'] : []),
    ...silent.map((channel) => `the playlist of channel ${channel} is not available yet`),
  ];
}

/**
 * Reasons why this process should get no requests. Empty: ready. A silent encoder is no reason: a load balancer would
 * cut off the listeners of all other channels, and the encoder's own pushes.
 */
export async function reasonsNotReady(runtime: ReadinessInput): Promise<string[]> {
  const [ofSound, isThere] = await Promise.all([reasonsOfSound(runtime), isDatabaseThere(runtime, TIMEOUT_MS)]);
  return [...ofSound, ...(isThere ? [] : [DATABASE_UNAVAILABLE])];
}

interface Readiness {
  reasons: string[];
  warnings: string[];
}

/**
 * Readiness of sound, which is served from memory: an unavailable database is only a warning. Otherwise a load balancer
 * would remove all media processes at once. Old sound is a reason if another process has all of it and newer.
 */
export async function soundReadiness(runtime: ReadinessInput): Promise<Readiness> {
  const [reasons, isThere] = await Promise.all([
    runtime.media === null ? ['this process does not serve audio'] : reasonsOfSound(runtime),
    isDatabaseThere(runtime, WARNING_TIMEOUT_MS),
  ]);
  const behind = runtime.peers?.behind() ?? null;
  return {
    reasons: [...reasons, ...(behind === null ? [] : [behind])],
    warnings: isThere ? [] : [DATABASE_UNAVAILABLE],
  };
}

/** What other media processes compare with their own. */
export const peerStatusOf = ({ media }: ReadinessInput, { warnings }: Readiness): PeerStatus => ({
  database: !warnings.includes(DATABASE_UNAVAILABLE),
  edges: Object.fromEntries(
    (media?.edges() ?? []).flatMap(({ track, endsAt, isFresh }) => (isFresh ? [[track, endsAt / 1_000]] : [])),
  ),
});

/** Pushes that are taken here would be heard from here alone. */
const CUT_OFF = 'the database responds to other media processes, but not to this one';

/** Reported as a reason for encoders, which another process may serve better, and as a warning elsewhere. */
export const SPOOL_UNAVAILABLE = 'the live spool does not acknowledge';

/**
 * Readiness for pushes of encoders: as for sound, a live spool that acknowledges, if there is one, else a database that
 * this process reaches if others do, and a clock that agrees with the other machines'. A wrong one would refuse
 * segments as being ahead of time, or date those without a time of their own.
 */
export async function ingestReadiness(runtime: ReadinessInput): Promise<Readiness> {
  const { reasons, warnings } = await soundReadiness(runtime);
  const clock = runtime.clocks.isUnfitForIngest() ? runtime.clocks.warning() : null;
  const isSpoolUp = runtime.media?.spoolHealth()?.isUp;
  const isCutOff =
    !isSpoolUp && warnings.includes(DATABASE_UNAVAILABLE) && runtime.peers?.isDatabaseElsewhere() === true;
  const own = [
    ...(clock === null ? [] : [clock]),
    ...(isSpoolUp === false ? [SPOOL_UNAVAILABLE] : []),
    ...(isCutOff ? [CUT_OFF] : []),
  ];
  return { reasons: [...reasons, ...own], warnings };
}
