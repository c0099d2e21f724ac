import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Runtime } from '#server/runtime.ts';

const TIMEOUT_MS = 2_000;

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('no answer in time')), TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** `/healthz`: the process is up. `/readyz`: what it needs answers; 503 with the reasons otherwise. */
export function health(app: FastifyInstance, runtime: Runtime): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'up' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const reasons: string[] = [];
    if (runtime.draining) reasons.push('the process is draining');
    try {
      await within(runtime.database.db.execute(sql`select 1`));
    } catch {
      reasons.push('the database does not answer');
    }
    for (const channel of runtime.media?.status() ?? [])
      if (!channel.fresh) reasons.push(`no sound arrives for ${channel.channelId}`);
    if (runtime.services.has('web')) {
      const page = await within(app.inject({ url: '/', headers: { host: 'localhost' } })).catch(() => null);
      if (page?.statusCode !== 200) reasons.push('pages do not answer');
    }
    return reply
      .code(reasons.length ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status: reasons.length ? 'not ready' : 'ready', reasons });
  });
}
