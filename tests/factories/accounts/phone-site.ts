import { fastify, type FastifyInstance } from 'fastify';
import { workerPreset } from '#db/outbox.ts';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { Logger, run } from 'graphile-worker';
import { webhookTasks } from '#domain/webhooks/webhooks.jobs.ts';
import { phoneVerificationApi } from '#domain/phone-verification/phone-verification.api.ts';
import { phonesApi } from '#domain/phones/phones.api.ts';
import type { PhoneServices } from '#domain/phone-verification/phone-services.ts';
import { phoneCarrier } from '#sandbox/phones/carrier.ts';
import { phoneLog, type PhoneLog } from '#sandbox/phones/phone-log.ts';
import { twilioTexts } from '#server/outside/twilio/text-messages.ts';
import { twilioCalls } from '#server/outside/twilio/voice-calls.ts';
import { fenceCalls, frameworkErrors, installErrors } from '#server/web/errors.ts';
import { twilioWebhooks } from '#server/outside/twilio/webhooks.ts';
import { webhookRoutes, webhookHandlers } from '#server/web/webhook-routes.ts';
import { GUEST, type Actor } from '#shared/actor.ts';
import { createPhones } from '#tests/factories/accounts/phones.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';
import { freePort } from '#tests/setup/site.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';

export const ACCOUNT_SID = 'AC00000000000000000000000000000001';
export const AUTH_TOKEN = 'sandbox-auth-token';

export interface PhoneSite {
  app: FastifyInstance;
  /** Listening address. The public URL, which is signed, is `https://site.example`. */
  url: string;
  log: PhoneLog;
  services: PhoneServices;
  /** The caller from now on. Null: a guest. */
  memberId: number | null;
  wait: (seconds: number) => void;
}

/** The phone APIs, the webhooks with their worker, and the carrier's stand-in on one socket, as in the demo. */
export async function startPhoneSite({ db, pool }: TestDatabase, folder: string): Promise<PhoneSite> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const test = createPhones(db);
  const account = {
    url: `${url}/sandbox/phones`,
    accountSid: ACCOUNT_SID,
    authToken: AUTH_TOKEN,
    from: '+85230008810',
  };
  const services: PhoneServices = {
    ...test.services,
    texts: twilioTexts({ ...account, timeoutMs: 400 }),
    calls: twilioCalls({ ...account, timeoutMs: 400 }),
  };
  const app = fastify({ frameworkErrors, forceCloseConnections: true });
  const site: PhoneSite = { app, url, log: phoneLog(folder), services, memberId: null, wait: test.wait };
  installErrors(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('actor', async (): Promise<Actor> => {
    const { memberId } = site;
    if (memberId === null) return GUEST;
    return memberActor(memberId);
  });
  const carrier = {
    log: site.log,
    accountSid: ACCOUNT_SID,
    authToken: AUTH_TOKEN,
    stationNos: services.stationNos,
    siteUrl: services.siteUrl,
    reachedAt: url,
    ways: {
      now: () => services.mode,
      choose: (mode: PhoneServices['mode']) => (services.mode = mode),
    },
    stepMs: 5,
    slowMs: 300,
    lateMs: 900,
  };
  await app.register((scope) => phoneCarrier(scope, carrier), { prefix: '/sandbox/phones' });
  const provider = twilioWebhooks({ phones: services, accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN });
  const inbox = { db, siteUrl: services.siteUrl, clock: test.now };
  await app.register((scope) => webhookRoutes(scope, provider, inbox));
  const worker = await run({
    pgPool: pool,
    preset: workerPreset,
    noHandleSignals: true,
    taskList: webhookTasks({ db, clock: test.now, handlers: webhookHandlers([provider]) }),
    logger: new Logger(() => () => {}),
  });
  app.addHook('onClose', () => worker.stop());
  const byPhone = { phones: services, clock: test.now };
  await app.register((scope) => phonesApi(scope, byPhone));
  await app.register((scope) => phoneVerificationApi(scope, byPhone));
  fenceCalls(app);
  await app.listen({ port, host: '127.0.0.1' });
  return site;
}
