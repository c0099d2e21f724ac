import { createCounter } from '#server/counts/counter.ts';
import { fastify, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Db } from '#db/database.ts';
import { trackingApi } from '#domain/tracking/tracking.api.ts';
import { createTracking, type Tracking } from '#server/services/tracking.ts';
import { frameworkErrors, installErrors } from '#server/web/errors.ts';

const TRACKING_KEY = 'a key for tests of thirty-two letters';
const TRACKING_SITE = 'https://radio.example';

/** The report service with a connection of its own, as in a process. */
export const createTestTracking = (
  { db, url }: { db: Db; url: string },
  clock: () => Date,
  over: Partial<Parameters<typeof createTracking>[0]> = {},
): Tracking =>
  createTracking({
    db,
    databaseUrl: url,
    secretKey: TRACKING_KEY,
    clock,
    counter: createCounter(),
    log: { error: () => {} },
    ...over,
  });

/** Its APIs, without the rest of the site. */
export async function createTrackingApp(services: Tracking): Promise<FastifyInstance> {
  const app = fastify({ frameworkErrors });
  installErrors(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register((scope) => trackingApi(scope, { services, siteUrl: TRACKING_SITE }));
  return app;
}
