import { sql } from 'drizzle-orm';
import type { Runtime } from '#server/runtime.ts';

const TIMEOUT_MS = 2_000;

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('no answer in time')), TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Why this process should get no requests now; none: it is ready. A channel whose encoder is silent is no reason: behind a
 * balancer that asks here every listener of the others would be cut off, and the encoder's own pushes with them.
 */
export async function reasonsNotReady(runtime: Runtime): Promise<string[]> {
  const reasons: string[] = [];
  if (runtime.draining) reasons.push('the process is draining');
  try {
    await within(runtime.database.db.execute(sql`select 1`));
  } catch {
    reasons.push('the database does not answer');
  }
  if (runtime.media?.isIndexed() === false) reasons.push('the index of sound is not read yet');
  return reasons;
}
