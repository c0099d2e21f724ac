import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import {
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { StaffAction } from '#domain/actions/actions.ts';
import { staffJobsApi } from '#domain/actions/staff-jobs.staff.api.ts';
import { actionsStaffApi } from '#domain/actions/actions.staff.api.ts';
import { advertisingStaffApi } from '#domain/advertising/advertising.staff.api.ts';
import { archiveStaffApi } from '#domain/archive/archive.staff.api.ts';
import { classicImportsStaffApi } from '#domain/archive/importing/classic-imports.staff.api.ts';
import { CLASSIC_UPLOADS } from '#domain/archive/importing/classic-imports.rules.ts';
import { wordsStaffApi } from '#domain/archive/words/words.staff.api.ts';
import { columnsStaffApi } from '#domain/articles/columns/columns.staff.api.ts';
import { homeOrderStaffApi } from '#domain/articles/home/home-order.staff.api.ts';
import { figuresStaffApi } from '#domain/audience/figures.staff.api.ts';
import { auditStaffApi } from '#domain/audit/audit.staff.api.ts';
import { breakingNewsStaffApi } from '#domain/breaking-news/breaking-news.staff.api.ts';
import { campaignsStaffApi } from '#domain/campaigns/campaigns.staff.api.ts';
import { campaignEditStaffApi } from '#domain/campaigns/editing/campaign-edit.staff.api.ts';
import { chartStaffApi } from '#domain/chart/chart.staff.api.ts';
import { pagesStaffApi } from '#domain/pages/pages.staff.api.ts';
import { deadLinksStaffApi } from '#domain/dead-links/dead-links.staff.api.ts';
import { draftsStaffApi } from '#domain/drafts/drafts.staff.api.ts';
import { eventsStaffApi } from '#domain/events/events.staff.api.ts';
import { entranceStaffApi } from '#domain/invitations/entrance.staff.api.ts';
import { invitationsStaffApi } from '#domain/invitations/invitations.staff.api.ts';
import { filmMakingStaffApi } from '#domain/film-making/film-making.staff.api.ts';
import { FILM_UPLOADS } from '#domain/film-making/film-uploads.rules.ts';
import { filmUploadsOf } from '#domain/film-making/film-uploads.ts';
import { uploadsStaffApi } from '#domain/uploads/uploads.staff.api.ts';
import { incidentsStaffApi } from '#domain/on-air/incidents.staff.api.ts';
import { hostsStaffApi } from '#domain/hosts/hosts.staff.api.ts';
import { readOnAir } from '#domain/on-air/on-air.ts';
import { captionersStaffApi } from '#domain/archive/captions/captioners.staff.api.ts';
import { onAirStaffApi } from '#domain/on-air/on-air.staff.api.ts';
import { picturesStaffApi } from '#domain/pictures/pictures.staff.api.ts';
import { liveBlogsStaffApi } from '#domain/live-blogs/live-blogs.staff.api.ts';
import { programsStaffApi } from '#domain/programs/programs.staff.api.ts';
import { supportStaffApi } from '#domain/support/support.staff.api.ts';
import { searchStaffApi } from '#domain/search/search.staff.api.ts';
import { morningMailStaffApi } from '#domain/morning-mail/morning-mail.staff.api.ts';
import { staffApi } from '#domain/staff/staff.api.ts';
import { savedViewsApi } from '#domain/staff/saved-views.api.ts';
import { staffAccountsApi } from '#domain/staff/staff-accounts.api.ts';
import { staffSessions } from '#domain/staff/staff-calls.ts';
import { studioApi } from '#domain/studio/studio.api.ts';
import { studioStaffApi } from '#domain/studio/studio.staff.api.ts';
import { settingsStaffApi } from '#domain/settings/settings.staff.api.ts';
import { currentStaffSessions, findActiveStaff } from '#domain/staff/staff.ts';
import { contactStaffApi } from '#domain/contact/contact.staff.api.ts';
import { trafficStaffApi } from '#domain/traffic/traffic.staff.api.ts';
import { timetableStaffApi } from '#domain/timetable/timetable.staff.api.ts';
import { pagesOfStreams } from '#domain/films/films.ts';
import { filmPagesStaffApi } from '#domain/films/pages/film-pages.staff.api.ts';
import { staffFixtures } from '#fixtures/staff.ts';
import { hearRefusals } from '#server/operations/security-log.ts';
import { deskActions } from '#server/desk/desk-actions.ts';
import { liveApi } from '#server/desk/live-api.ts';
import { createLiveHub, type LiveHub } from '#server/desk/live-hub.ts';
import { fixedRetention } from '#server/desk/fixed-retention.ts';
import { mailSamples } from '#server/desk/mail-samples.words.ts';
import { deskSoundApi } from '#server/desk/sound/sound-api.ts';
import { moneyApis } from '#server/desk/desk-money.ts';
import type { Runtime } from '#server/runtime.ts';
import { broadcastNeighbours } from '#server/services/playing/archive.ts';
import { ledgerKeyOf } from '#server/services/secret-key.ts';
import { fenceCalls, frameworkErrors, installErrors } from '#server/web/errors.ts';
import { assets } from '#server/web/files/assets.ts';
import { openReleases, type Releases } from '#server/web/files/releases.ts';
import { createPictureCache } from '#server/web/files/picture-cache.ts';
import { createPictureSources } from '#server/web/files/picture-sources.ts';
import { houseCreatives } from '#server/web/files/house-creatives.ts';
import { pictures } from '#server/web/files/pictures.ts';
import { jsonBodies } from '#server/web/json-bodies.ts';
import { isOwnSite } from '#server/web/origin-check.ts';
import { trustProxy } from '#server/web/proxies.ts';
import { RequestLog } from '#server/web/request-log.ts';
import { requestId } from '#server/web/cache/page-route.ts';
import { CAMERA_PERMISSIONS, fixedHeaders, securityHeaders } from '#server/web/security-headers.ts';
import { DomainError } from '#shared/domain-error.ts';
import { REQUEST_LIMITS } from '#shared/limits.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';

// The desk: an origin of its own with the calls of staff and one document. A script injected into the public site
// reaches none of them, and the public port answers 404 for them.

const SAFE = new Set(['GET', 'HEAD']);
const BUILT = 'build/desk';

/** Nothing from elsewhere: scripts, styles, frames, connections. */
const DESK_POLICY = [
  `default-src 'self'`,
  `img-src 'self' data:`,
  `style-src-attr 'unsafe-inline'`,
  `object-src 'none'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
].join('; ');

type DeskRuntime = Pick<
  Runtime,
  | 'classics'
  | 'clock'
  | 'creativeFiles'
  | 'creatives'
  | 'database'
  | 'dataDir'
  | 'filmMaking'
  | 'levers'
  | 'pictureFiles'
  | 'log'
  | 'payments'
  | 'pictures'
  | 'plans'
  | 'refused'
  | 'storage'
> & {
  config: Pick<
    Runtime['config'],
    'FFMPEG' | 'TRUST_PROXY' | 'NODE_ENV' | 'siteUrl' | 'LEDGER_KEY' | 'TRACKING_DAYS' | 'demo'
  >;
  members: Pick<Runtime['members'], 'secretKey'>;
  privacy: Runtime['privacy'];
  contact: Pick<Runtime['contact'], 'files'>;
  actions: readonly StaffAction[];
  /** Given by tests. */
  live?: LiveHub;
};

/** The live streams of the desk, fed by this database. */
const liveHubOf = ({ clock, database: { db, pool }, log }: DeskRuntime): LiveHub =>
  createLiveHub({
    pool,
    log,
    readOnAir: () => readOnAir({ db, now: clock() }),
    openSessions: (ids) => currentStaffSessions(db, ids, clock()),
  });

/** Builds the HTTP app of the desk. Does not listen. `releases` has the scripts of tabs of other builds. */
export async function createDeskApp(
  runtime: DeskRuntime,
  deskUrl: string,
  releases?: Releases,
): Promise<FastifyInstance> {
  const { config, clock, database } = runtime;
  const services = { db: database.db, deskUrl, secretKey: runtime.members.secretKey };
  const app = fastify({
    loggerInstance: runtime.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (log, bindings, options) => new RequestLog(log, bindings, options),
    frameworkErrors,
    trustProxy: trustProxy(config.TRUST_PROXY),
    bodyLimit: REQUEST_LIMITS.bodyBytes,
    requestTimeout: REQUEST_LIMITS.requestTimeoutMs,
    keepAliveTimeout: REQUEST_LIMITS.keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    genReqId: requestId,
  });
  installErrors(app);
  jsonBodies(app);
  securityHeaders(app, {
    ...fixedHeaders({ isProduction: config.NODE_ENV === 'production' }),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
  hearRefusals(app, runtime.refused);
  app.addHook('onRequest', (request, _reply, done) => {
    if (SAFE.has(request.method) || isOwnSite(request, deskUrl)) done();
    else done(new DomainError('forbidden', 'cross-site requests are not allowed'));
  });
  staffSessions(app, services, clock);
  app.get('/healthz', async () => ({ status: 'ok' }));
  fenceCalls(app, releases ? ['/api'] : ['/api', '/assets']);
  await app.register(async (scope) => {
    scope.setValidatorCompiler(validatorCompiler);
    scope.setSerializerCompiler(serializerCompiler);
    await scope.register((calls) =>
      staffApi(calls, { services, clock, demoAccounts: config.demo ? staffFixtures : null }),
    );
    await scope.register((calls) => staffAccountsApi(calls, database.db));
    await scope.register((calls) => savedViewsApi(calls, database.db));
    await scope.register((calls) => morningMailStaffApi(calls, { db: database.db, clock }));
    const siteServices = { db: database.db, clock, siteUrl: config.siteUrl };
    const actionServices = { db: database.db, clock, actions: runtime.actions, findActor: findActiveStaff };
    await scope.register((calls) => actionsStaffApi(calls, actionServices));
    await scope.register((calls) => staffJobsApi(calls, actionServices));
    await scope.register((calls) =>
      draftsStaffApi(calls, {
        db: database.db,
        clock,
        secretKey: services.secretKey,
        siteUrl: config.siteUrl,
      }),
    );
    await scope.register((calls) => breakingNewsStaffApi(calls, { db: database.db, clock }));
    await scope.register((calls) => liveBlogsStaffApi(calls, siteServices));
    await scope.register((calls) => programsStaffApi(calls, { db: database.db, siteUrl: config.siteUrl }));
    await scope.register((calls) => hostsStaffApi(calls, { db: database.db, siteUrl: config.siteUrl }));
    const pictureServices = { db: database.db, files: runtime.pictureFiles, decoder: runtime.pictures };
    await scope.register((calls) => picturesStaffApi(calls, { services: pictureServices, clock }));
    const advertising = { db: database.db, files: runtime.creativeFiles, decoder: runtime.creatives };
    await scope.register((calls) => advertisingStaffApi(calls, { services: advertising, clock }));
    await scope.register((calls) => homeOrderStaffApi(calls, { db: database.db, clock }));
    await scope.register((calls) => columnsStaffApi(calls, { db: database.db }));
    await scope.register((calls) => chartStaffApi(calls, { db: database.db }));
    await scope.register((calls) => pagesStaffApi(calls, { db: database.db }));
    await scope.register((calls) => deadLinksStaffApi(calls, { db: database.db }));
    await scope.register((calls) => captionersStaffApi(calls, { db: database.db }));
    await scope.register((calls) => onAirStaffApi(calls, { db: database.db, clock }));
    await scope.register((calls) => studioApi(calls, { db: database.db, clock }));
    await scope.register((calls) => studioStaffApi(calls, { db: database.db, clock }));
    await scope.register((calls) => incidentsStaffApi(calls, { db: database.db }));
    await scope.register((calls) => figuresStaffApi(calls, { ...siteServices, secretKey: services.secretKey }));
    await scope.register((calls) => liveApi(calls, runtime.live ?? liveHubOf(runtime)));
    await scope.register((calls) => supportStaffApi(calls, { db: database.db, clock, privacy: runtime.privacy }));
    await scope.register((calls) => searchStaffApi(calls, { db: database.db, clock, siteUrl: config.siteUrl }));
    await scope.register((calls) => timetableStaffApi(calls, { db: database.db, clock }));
    await scope.register((calls) => trafficStaffApi(calls, { db: database.db, clock }));
    await scope.register((calls) => contactStaffApi(calls, { db: database.db, clock, files: runtime.contact.files }));
    await scope.register((calls) => eventsStaffApi(calls, siteServices));
    await scope.register((calls) => campaignsStaffApi(calls, siteServices));
    await scope.register((calls) => campaignEditStaffApi(calls, { ...siteServices, secretKey: services.secretKey }));
    await scope.register((calls) => invitationsStaffApi(calls, siteServices));
    await scope.register((calls) => entranceStaffApi(calls, siteServices));
    const neighbours = broadcastNeighbours;
    await scope.register((calls) => archiveStaffApi(calls, { db: database.db, siteUrl: config.siteUrl, neighbours }));
    await scope.register((calls) =>
      deskSoundApi(calls, { db: database.db, storage: runtime.storage, clock, ffmpeg: config.FFMPEG }),
    );
    await scope.register((calls) => wordsStaffApi(calls, { db: database.db, neighbours }));
    await scope.register((calls) =>
      filmMakingStaffApi(calls, { services: runtime.filmMaking, clock, pagesOf: pagesOfStreams }),
    );
    await scope.register((calls) =>
      uploadsStaffApi(calls, { kind: FILM_UPLOADS, services: filmUploadsOf(runtime.filmMaking), clock }),
    );
    await scope.register((calls) => classicImportsStaffApi(calls, { db: database.db }));
    const classicUploads = { kind: CLASSIC_UPLOADS, services: runtime.classics.uploads, clock };
    await scope.register((calls) => uploadsStaffApi(calls, classicUploads));
    await scope.register((calls) => filmPagesStaffApi(calls, { ...siteServices }));
    const settings = {
      db: database.db,
      clock,
      mails: mailSamples,
      fixed: fixedRetention(config),
      levers: runtime.levers,
    };
    await scope.register((calls) => settingsStaffApi(calls, settings));
    await scope.register((calls) => moneyApis(calls, runtime));
    await scope.register((calls) => auditStaffApi(calls, { db: database.db, ledgerKey: ledgerKeyOf(config), clock }));
  });
  await app.register(async (scope) => {
    // Includes what the public does not see of the library, such as a picture whose rights have ended.
    scope.addHook('onRequest', staffOnly().preValidation);
    const library = { db: database.db, files: runtime.pictureFiles, clock, showsEnded: true };
    const sources = createPictureSources({ artDir: 'fixtures/art', library });
    await houseCreatives(scope, runtime.creativeFiles);
    await pictures(scope, { sources, kept: createPictureCache(join(runtime.dataDir, 'pictures'), app.log) });
  });
  await assets(app, BUILT, releases);
  const documentOf = (name: string) => {
    const page = existsSync(`${BUILT}/${name}`) ? readFileSync(`${BUILT}/${name}`) : null;
    return (_request: FastifyRequest, reply: FastifyReply) => {
      if (page === null) throw new DomainError('unavailable', 'the desk is not built');
      return reply.header('content-security-policy', DESK_POLICY).type('text/html; charset=utf-8').send(page);
    };
  };
  // The screen of a studio is a document without the scripts of the desk.
  app.get('/studio', documentOf('studio.html'));
  // Phones scan tickets on it.
  const doorPage = documentOf('index.html');
  app.get('/invitations/:eventId/door', (request, reply) =>
    doorPage(request, reply.header('permissions-policy', CAMERA_PERMISSIONS)),
  );
  // Every other address is a page of the desk, which the browser routes.
  app.get('*', documentOf('index.html'));
  return app;
}

/** Starts the desk on its own port. */
export async function listenDesk(
  runtime: Runtime,
  { port, url }: { port: number; url: string },
): Promise<{ port: number; stop(): Promise<void> }> {
  const { config, deskReleases: storage, clock: now, log } = runtime;
  const limit = import.meta.env.DEV ? 0 : config.ASSET_RELEASES;
  const releases = await openReleases({ storage, clientDir: BUILT, limit, now, log });
  const app = await createDeskApp({ ...runtime, actions: deskActions(runtime, url) }, url, releases);
  await app.listen({
    host: runtime.config.HOST,
    port,
    backlog: REQUEST_LIMITS.connectionsWaiting,
    listenTextResolver: (address) => `the desk listens on ${address}`,
  });
  return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() };
}
