import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { archiveApi } from '#domain/archive/archive.api.ts';
import { articlesApi } from '#domain/articles/articles.api.ts';
import { bulletinsApi } from '#domain/bulletins/bulletins.api.ts';
import { captionsApi } from '#domain/archive/captions/captions.api.ts';
import { chartApi } from '#domain/chart/chart.api.ts';
import { contactApi } from '#domain/contact/contact.api.ts';
import { downloadsApi } from '#domain/downloads/downloads.api.ts';
import { followsApi } from '#domain/follows/follows.api.ts';
import { hostsApi } from '#domain/hosts/hosts.api.ts';
import { libraryApi } from '#domain/library/library.api.ts';
import { liveApi } from '#domain/live/live.api.ts';
import { authApi } from '#domain/auth/auth.api.ts';
import { ownAccessApi } from '#domain/auth/own-access.api.ts';
import { membersApi } from '#domain/members/members.api.ts';
import { ownAccountApi } from '#domain/members/own-account.api.ts';
import { registrationApi } from '#domain/registration/registration.api.ts';
import { passkeysApi } from '#domain/passkeys/passkeys.api.ts';
import { myYearApi } from '#domain/my-year/my-year.api.ts';
import { paymentsApi } from '#domain/payments/payments.api.ts';
import { playbackApi } from '#domain/playback/playback.api.ts';
import { privacyApi } from '#domain/privacy/privacy.api.ts';
import { renewalsApi } from '#domain/renewals/renewals.api.ts';
import { plansApi, subscriptionsApi } from '#domain/subscriptions/subscriptions.api.ts';
import { phoneVerificationApi } from '#domain/phone-verification/phone-verification.api.ts';
import { phonesApi } from '#domain/phones/phones.api.ts';
import { momentsApi } from '#domain/moments/moments.api.ts';
import { programsApi } from '#domain/programs/programs.api.ts';
import { pushApi } from '#domain/push/push.api.ts';
import { searchApi } from '#domain/search/search.api.ts';
import { receiptsApi } from '#domain/receipts/receipts.api.ts';
import { songsApi } from '#domain/songs/songs.api.ts';
import { trackingApi } from '#domain/tracking/tracking.api.ts';
import { trafficApi } from '#domain/traffic/traffic.api.ts';
import { replaySalesApi } from '#domain/replay-sales/replay-sales.api.ts';
import { filmsApi } from '#domain/films/films.api.ts';
import { archiveSettingsOf, createDownloadServices } from '#server/services/playing/archive.ts';
import { eventApis } from '#server/services/playing/events.ts';
import { campaignApis } from '#server/services/campaigns.ts';
import { planApis } from '#server/services/plans.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tracking } from '#server/services/tracking.ts';
import { salesApis } from '#server/services/sales.ts';
import { CAPTION_LIMITS } from '#shared/limits.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';

/** All modules' APIs by audience; the OpenAPI document is generated from the same schemas. */
export async function api(app: FastifyInstance, runtime: Runtime): Promise<void> {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Airwave API',
        version: '1.0.0',
        description:
          'Every reply is wrapped: `response_code` 200 to 299 is success and `response` holds the content; any other code is an error. All times ending in `_ts` are Unix seconds.',
      },
      servers: [{ url: runtime.config.siteUrl }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  const { clock, database } = runtime;
  const { db, readDb } = database;
  const deps = { db, clock };
  /** For calls that are the same for everyone. */
  const shared = { db: readDb, clock };

  // PUBLIC
  await app.register((scope) => programsApi(scope, shared));
  await app.register((scope) => hostsApi(scope, shared));
  await app.register((scope) => liveApi(scope, { ...shared, botCheck: runtime.human.botCheck }));
  const { freeMinutes } = archiveSettingsOf(runtime.config);
  await app.register((scope) => searchApi(scope, { ...shared, freeMinutes }));
  await app.register((scope) => momentsApi(scope, { ...shared, freeMinutes }));
  await app.register((scope) => bulletinsApi(scope, shared));
  const { counter } = runtime;
  await app.register((scope) =>
    captionsApi(scope, {
      ...deps,
      takePush: counter.limit('captions', CAPTION_LIMITS.pushes),
      takeToken: counter.limit('captioner-tokens', CAPTION_LIMITS.wrongTokens),
    }),
  );
  await app.register((scope) => contactApi(scope, { ...runtime.contact, clock }));
  await app.register((scope) => articlesApi(scope, shared));
  await app.register((scope) => chartApi(scope, shared));
  await app.register((scope) => trafficApi(scope, shared));
  await app.register((scope) => pushApi(scope, { services: runtime.push, clock }));
  const { tracking } = runtime;
  if (tracking)
    await app.register((scope) => trackingApi(scope, { services: tracking, siteUrl: runtime.config.siteUrl }));
  await app.register((scope) => plansApi(scope, deps));

  // MEMBERS
  const own = { services: runtime.members, clock };
  await app.register((scope) => authApi(scope, own));
  await app.register((scope) => registrationApi(scope, own));
  await app.register((scope) => membersApi(scope, own));
  await app.register((scope) => ownAccountApi(scope, own));
  await app.register((scope) => ownAccessApi(scope, own));
  await app.register((scope) => passkeysApi(scope, own));
  await app.register((scope) => subscriptionsApi(scope, deps));
  await app.register((scope) => renewalsApi(scope, deps));
  const { isTicketOf } = runtime.paymentTickets;
  await app.register((scope) => paymentsApi(scope, { services: runtime.payments, isTicketOf }));
  const { cancelPayment: checkoutPath } = memberPaths;
  await app.register((scope) => planApis(scope, { services: runtime.plans, clock, checkoutPath }));
  await salesApis(app, { services: runtime.sales, clock });
  await campaignApis(app, { sales: runtime.sales, clock });
  await app.register((scope) => receiptsApi(scope, deps));
  await app.register((scope) => privacyApi(scope, { services: runtime.privacy, clock }));
  const byPhone = { phones: runtime.phones, clock };
  await app.register((scope) => phonesApi(scope, byPhone));
  await app.register((scope) => phoneVerificationApi(scope, byPhone));
  await app.register((scope) => archiveApi(scope, { services: runtime.archive, readDb, clock }));
  await app.register((scope) => replaySalesApi(scope, { services: runtime.archive, clock }));
  const stored = createDownloadServices(runtime.config, runtime.archive);
  await app.register((scope) => downloadsApi(scope, { services: stored, clock }));
  await app.register((scope) => filmsApi(scope, { services: runtime.films, readDb, clock }));
  const { events, members } = runtime;
  await app.register((scope) => eventApis(scope, { events, readDb, secretKey: members.secretKey, clock }));
  await app.register((scope) => libraryApi(scope, { services: runtime.library, clock }));
  await app.register((scope) => songsApi(scope, deps));
  await app.register((scope) => myYearApi(scope, deps));
  await app.register((scope) => followsApi(scope, deps));
  await app.register((scope) => playbackApi(scope, { services: runtime.playback, clock }));
}

/** The tracking API in its own process. */
export async function trackingAlone(app: FastifyInstance, services: Tracking, siteUrl: string): Promise<void> {
  await app.register(async (scope) => {
    scope.setValidatorCompiler(validatorCompiler);
    scope.setSerializerCompiler(serializerCompiler);
    await trackingApi(scope, { services, siteUrl });
  });
}
