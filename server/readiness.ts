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
 * Channels that this process itself brings on the air, and that were never heard yet: those of the demo's stations. An
 * encoder of a real station is not ours to start, so that a channel without one holds up nothing.
 */
export function silentAtStart(runtime: Runtime): number[] {
  const { media, services, config } = runtime;
  if (runtime.wasOnAir || media === null || !services.has('stations') || config.INGEST_URL !== '') return [];
  const silent = media
    .status()
    .filter(({ fresh }) => !fresh)
    .map(({ channelId }) => channelId);
  // Once: an encoder that falls silent later is told as a warning.
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
 * Why this process should get no requests now; none: it is ready. A channel whose encoder is silent is no reason: behind a
 * balancer that asks here every listener of the others would be cut off, and the encoder's own pushes with them.
 */
export async function reasonsNotReady(runtime: Runtime): Promise<string[]> {
  return [...reasonsOfSound(runtime), ...((await isDatabaseThere(runtime)) ? [] : [DATABASE_AWAY])];
}

/**
 * The same for sound alone, which is served from memory: that the database is away is a warning. Otherwise a balancer would
 * take all media processes out at the same moment.
 */
export async function soundReadiness(runtime: Runtime): Promise<{ reasons: string[]; warnings: string[] }> {
  const reasons = runtime.media === null ? ['this process does not serve sound'] : reasonsOfSound(runtime);
  return { reasons, warnings: (await isDatabaseThere(runtime)) ? [] : [DATABASE_AWAY] };
}
