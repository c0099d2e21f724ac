import { sql } from 'drizzle-orm';
import type { Runtime } from '#server/runtime.ts';

const TIMEOUT_MS = 2_000;
const DATABASE_AWAY = 'the database does not answer';

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('no answer in time')), TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const isDatabaseThere = (runtime: Runtime): Promise<boolean> =>
  within(runtime.database.db.execute(sql`select 1`)).then(
    () => true,
    () => false,
  );

/**
 * Channels that this process itself puts on air and that have not been heard yet: those of the demo stations. A real
 * station's encoder is not started by us, so a missing one blocks nothing.
 */
export function silentAtStart(runtime: Runtime): number[] {
  const { media, services, config } = runtime;
  if (runtime.wasOnAir || media === null || !services.has('stations') || config.INGEST_URL !== '') return [];
  const silent = media
    .status()
    .filter(({ fresh }) => !fresh)
    .map(({ channelId }) => channelId);
  // Only at start-up: an encoder that falls silent later causes a warning.
  runtime.wasOnAir = silent.length === 0;
  return silent;
}

function reasonsOfSound(runtime: Runtime): string[] {
  return [
    ...(runtime.draining ? ['the process is draining'] : []),
    ...(runtime.media?.isIndexed() === false ? ['the index of sound is not read yet'] : []),
    ...silentAtStart(runtime).map((channel) => `the playlist of ${channel} does not answer yet`),
  ];
}

/**
 * Reasons why this process should get no requests. Empty: ready. A silent encoder is no reason: a load balancer would
 * cut off the listeners of all other channels, and the encoder's own pushes.
 */
export async function reasonsNotReady(runtime: Runtime): Promise<string[]> {
  return [...reasonsOfSound(runtime), ...((await isDatabaseThere(runtime)) ? [] : [DATABASE_AWAY])];
}

/**
 * Readiness of sound, which is served from memory: an unavailable database is only a warning. Otherwise a load balancer
 * would remove all media processes at once.
 */
export async function soundReadiness(runtime: Runtime): Promise<{ reasons: string[]; warnings: string[] }> {
  const reasons = runtime.media === null ? ['this process does not serve sound'] : reasonsOfSound(runtime);
  return { reasons, warnings: (await isDatabaseThere(runtime)) ? [] : [DATABASE_AWAY] };
}
