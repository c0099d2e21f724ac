import { fastify, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Db, ReadDb } from '#db/database.ts';
import { archiveApi } from '#domain/archive/archive.api.ts';
import { replaySalesApi } from '#domain/replay-sales/replay-sales.api.ts';
import type { PlayServices } from '#domain/archive/playing/archive-play.ts';
import { articlesApi } from '#domain/articles/articles.api.ts';
import { chartApi } from '#domain/chart/chart.api.ts';
import { followsApi } from '#domain/follows/follows.api.ts';
import { hostsApi } from '#domain/hosts/hosts.api.ts';
import { downloadsApi } from '#domain/downloads/downloads.api.ts';
import { libraryApi } from '#domain/library/library.api.ts';
import type { LibraryServices } from '#domain/library/library.ts';
import { liveApi } from '#domain/live/live.api.ts';
import { authApi } from '#domain/auth/auth.api.ts';
import { ownAccessApi } from '#domain/auth/own-access.api.ts';
import { membersApi } from '#domain/members/members.api.ts';
import { ownAccountApi } from '#domain/members/own-account.api.ts';
import { registrationApi } from '#domain/registration/registration.api.ts';
import { passkeysApi } from '#domain/passkeys/passkeys.api.ts';
import { paymentsApi } from '#domain/payments/payments.api.ts';
import type { PaymentServices } from '#domain/payments/payments.ts';
import { playbackApi } from '#domain/playback/playback.api.ts';
import type { PlaybackServices } from '#domain/playback/playback.ts';
import { privacyApi } from '#domain/privacy/privacy.api.ts';
import { renewalsApi } from '#domain/renewals/renewals.api.ts';
import { plansApi, subscriptionsApi } from '#domain/subscriptions/subscriptions.api.ts';
import type { MemberServices } from '#domain/members/members.ts';
import { bulletinsApi } from '#domain/bulletins/bulletins.api.ts';
import { momentsApi } from '#domain/moments/moments.api.ts';
import { programsApi } from '#domain/programs/programs.api.ts';
import { pushApi } from '#domain/push/push.api.ts';
import type { PushServices } from '#domain/push/push.ts';
import { receiptsApi } from '#domain/receipts/receipts.api.ts';
import { salesApi } from '#domain/sales/sales.api.ts';
import type { SalesServices } from '#domain/sales/sales.ts';
import { searchApi } from '#domain/search/search.api.ts';
import { myYearApi } from '#domain/my-year/my-year.api.ts';
import { songsApi } from '#domain/songs/songs.api.ts';
import type { TrackingServices } from '#domain/tracking/tracking.ts';
import { trackingApi } from '#domain/tracking/tracking.api.ts';
import { trafficApi } from '#domain/traffic/traffic.api.ts';
import { filmsApi } from '#domain/films/films.api.ts';
import type { FilmServices } from '#domain/films/films.ts';
import type { EventServices } from '#domain/events/events.ts';
import { eventApis } from '#server/services/playing/events.ts';
import { planApis, type PlanServices } from '#server/services/plans.ts';
import { fenceCalls, frameworkErrors, installErrors } from '#server/web/errors.ts';
import { jsonBodies } from '#server/web/json-bodies.ts';
import { memberSessions } from '#server/web/session.ts';
import type { BotCheck } from '#shared/outside/bot-check.ts';
import { createMemberServices, privacyServicesOf } from './accounts/member-services.ts';
import { playbackServicesOf } from './playback/playback.ts';

const letEveryonePass: BotCheck = { verify: async () => ({ verdict: 'passed' }) };

/** The station's APIs as served by the site, without pages, media or a listening socket. */
export async function createApiApp(deps: {
  db: Db;
  /** Of calls that are the same for everyone; default: `db`. */
  readDb?: ReadDb;
  clock: () => Date;
  botCheck?: BotCheck;
  members?: MemberServices;
  playback?: PlaybackServices;
  library?: LibraryServices;
  archive?: PlayServices;
  films?: FilmServices;
  payments?: PaymentServices;
  plans?: PlanServices;
  sales?: SalesServices;
  events?: EventServices;
  tracking?: TrackingServices;
  push?: PushServices;
  app?: FastifyInstance;
}): Promise<FastifyInstance> {
  const app = deps.app ?? fastify({ frameworkErrors });
  installErrors(app);
  jsonBodies(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const all = { botCheck: letEveryonePass, ...deps };
  const readDb = deps.readDb ?? deps.db;
  const shared = { ...all, db: readDb };
  const members = deps.members ?? createMemberServices(deps.db, { botCheck: all.botCheck });
  memberSessions(app, members, deps.clock);
  await app.register((scope) => programsApi(scope, shared));
  await app.register((scope) => hostsApi(scope, shared));
  await app.register((scope) => liveApi(scope, shared));
  await app.register((scope) => searchApi(scope, { ...shared, freeMinutes: 5 }));
  await app.register((scope) => momentsApi(scope, { ...shared, freeMinutes: 5 }));
  await app.register((scope) => bulletinsApi(scope, shared));
  await app.register((scope) => articlesApi(scope, shared));
  await app.register((scope) => chartApi(scope, shared));
  await app.register((scope) => trafficApi(scope, shared));
  const { tracking } = deps;
  if (tracking) await app.register((scope) => trackingApi(scope, { services: tracking, siteUrl: members.siteUrl }));
  const own = { services: members, clock: deps.clock };
  await app.register((scope) => authApi(scope, own));
  await app.register((scope) => registrationApi(scope, own));
  await app.register((scope) => membersApi(scope, own));
  await app.register((scope) => ownAccountApi(scope, own));
  await app.register((scope) => ownAccessApi(scope, own));
  await app.register((scope) => passkeysApi(scope, own));
  await app.register((scope) => subscriptionsApi(scope, all));
  await app.register((scope) => renewalsApi(scope, all));
  await app.register((scope) => receiptsApi(scope, all));
  await app.register((scope) => privacyApi(scope, { services: privacyServicesOf(members), clock: deps.clock }));
  const playback = deps.playback ?? playbackServicesOf(deps.db);
  await app.register((scope) => playbackApi(scope, { services: playback, clock: deps.clock }));
  await app.register((scope) => songsApi(scope, all));
  await app.register((scope) => myYearApi(scope, all));
  await app.register((scope) => followsApi(scope, all));
  const { library } = deps;
  if (library) await app.register((scope) => libraryApi(scope, { services: library, clock: deps.clock }));
  const { payments } = deps;
  if (payments)
    await app.register((scope) =>
      paymentsApi(scope, { services: payments, isTicketOf: (ticket) => ticket === 'a ticket' }),
    );
  const { plans, clock } = deps;
  if (plans) {
    await app.register((scope) => plansApi(scope, all));
    await app.register((scope) => planApis(scope, { services: plans, clock, checkoutPath: (id) => `/pay/${id}` }));
  }
  const { sales } = deps;
  if (sales) await app.register((scope) => salesApi(scope, { services: sales, clock: deps.clock }));
  const { archive } = deps;
  if (archive) {
    await app.register((scope) => archiveApi(scope, { services: archive, readDb, clock: deps.clock }));
    await app.register((scope) => replaySalesApi(scope, { services: archive, clock: deps.clock }));
    const services = { ...archive, noteDevice: async () => undefined };
    await app.register((scope) => downloadsApi(scope, { services, clock: deps.clock }));
  }
  const { films } = deps;
  if (films) await app.register((scope) => filmsApi(scope, { services: films, readDb, clock: deps.clock }));
  const { events } = deps;
  if (events)
    await app.register((scope) =>
      eventApis(scope, { events, readDb, secretKey: members.secretKey, clock: deps.clock }),
    );
  const { push } = deps;
  if (push) await app.register((scope) => pushApi(scope, { services: push, clock: deps.clock }));
  fenceCalls(app);
  await app.ready();
  return app;
}
