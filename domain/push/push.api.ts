import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { memberOf, membersOnly, privateCalls } from '#domain/auth/auth.ts';
import type { ErrorName } from '#shared/domain-error.ts';
import { addressKey } from '#shared/http/address-key.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { getMailSettings, saveMailSettings, type MailSettings } from './mailing/notice-mails.ts';
import type { PushServices } from './push-services.ts';
import type { PushSettings, SettingsChange } from './push.rules.ts';
import * as s from './push.schema.ts';
import { forget, getSettings, saveOwn, stopKind, testOwn } from './subscriptions.ts';

const presentSettings = ({ kinds, quietFrom, quietUntil, isAlwaysWarned, perDay }: PushSettings) => ({
  kinds,
  quiet_from: quietFrom,
  quiet_until: quietUntil,
  always_warned: isAlwaysWarned,
  per_day: perDay,
});

const presentMail = ({ isVerified, ...settings }: MailSettings) => ({
  ...presentSettings(settings),
  is_verified: isVerified,
});

const changeOf = (given: s.SettingsChangeWire): SettingsChange => ({
  kinds: given.kinds,
  quietFrom: given.quiet_from,
  quietUntil: given.quiet_until,
  isAlwaysWarned: given.always_warned,
  perDay: given.per_day,
  on: given.kinds_on,
  off: given.kinds_off,
});

/** Calls by which a browser registers for notifications, of members and guests. */
export async function pushApi(
  app: FastifyInstance,
  { services, clock }: { services: PushServices; clock: () => Date },
): Promise<void> {
  privateCalls(app);
  const api = app.withTypeProvider<ZodTypeProvider>();
  const { db } = services;
  const schemaOf = <R extends z.ZodType>(summary: string, reply: R, ...refused: readonly ErrorName[]) => ({
    tags: ['notifications'],
    summary,
    response: { 200: wrapped(reply), ...refusals(...refused) },
  });

  api.get('/api/push/key', { schema: schemaOf('The key for which a browser subscribes', s.keyReplySchema) }, async () =>
    ok({ public_key: services.publicKey }),
  );
  api.put(
    '/api/push/subscription',
    {
      schema: {
        ...schemaOf(
          'Registers this browser, or changes the settings that are named',
          s.settingsReplySchema,
          'invalidParam',
          'forbidden',
          'dataNotFound',
          'tooManyRequests',
        ),
        body: s.saveBodySchema,
      },
    },
    async (request) => {
      const { endpoint, p256dh, auth, topics, settings: given } = request.body;
      const asked = { receiver: { endpoint, p256dh, auth }, topics, settings: given && changeOf(given) };
      const from = { now: clock(), address: addressKey(request.ip) };
      return ok(presentSettings(await saveOwn(services, await request.actor(), asked, from)));
    },
  );
  api.get(
    '/api/push/mail',
    { ...membersOnly, schema: schemaOf('How the member is told by mail', s.mailReplySchema, 'notAuthenticated') },
    async (request) => ok(presentMail(await getMailSettings(db, await memberOf(request)))),
  );
  api.put(
    '/api/push/mail',
    {
      ...membersOnly,
      schema: {
        ...schemaOf(
          'Changes what is named of how the member is told by mail',
          s.mailReplySchema,
          'invalidParam',
          'notAuthenticated',
          'forbidden',
        ),
        body: s.mailBodySchema,
      },
    },
    async (request) =>
      ok(presentMail(await saveMailSettings(db, await memberOf(request), changeOf(request.body), clock()))),
  );
  api.post(
    '/api/push/state',
    {
      schema: {
        ...schemaOf('The settings of this browser', s.settingsReplySchema, 'invalidParam', 'dataNotFound'),
        body: s.proofBodySchema,
      },
    },
    async (request) => ok(presentSettings(await getSettings(db, await request.actor(), request.body))),
  );
  api.post(
    '/api/push/test',
    {
      schema: {
        ...schemaOf(
          'Sends this browser a notification',
          s.doneReplySchema,
          'invalidParam',
          'dataNotFound',
          'tooManyRequests',
        ),
        body: s.proofBodySchema,
      },
    },
    async (request) => {
      await testOwn(db, await request.actor(), request.body, clock());
      return ok({});
    },
  );
  api.delete(
    '/api/push/subscription',
    {
      schema: { ...schemaOf('Forgets this browser', s.doneReplySchema, 'invalidParam'), body: s.proofBodySchema },
    },
    async (request) => {
      await forget(db, request.body);
      return ok({});
    },
  );
  api.post(
    '/api/push/stop',
    {
      schema: {
        ...schemaOf(
          'Turns a kind off by the token of a notification',
          s.doneReplySchema,
          'invalidParam',
          'dataNotFound',
        ),
        body: s.stopBodySchema,
      },
    },
    async (request) => {
      await stopKind(services, request.body.token, clock());
      return ok({});
    },
  );
}
