import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fastify, type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { PhoneServices } from '#domain/phone-verification/phone-verification.ts';
import { botCheckSandbox } from '#sandbox/bot-check.ts';
import { mailInbox } from '#sandbox/mail/inbox.ts';
import { phoneCarrier } from '#sandbox/phones/carrier.ts';
import { createPushSandbox } from '#sandbox/push/push-service.ts';
import { pushRoutes } from '#sandbox/push/push-routes.ts';
import { paymentSandboxes } from '#server/demo/payment-sandboxes.ts';
import { drainingResponse } from '#server/operations/drain.ts';
import { webhookProviders } from '#server/webhook-providers.ts';
import { demoMailFolder } from '#server/services/mail.ts';
import { demoPhoneLog, phoneAccount, stationNosOf } from '#server/services/accounts/phones.ts';
import type { Runtime } from '#server/runtime.ts';
import { hearRefusals } from '#server/operations/security-log.ts';
import type { Document } from '#server/web/api-document.ts';
import { api, trackingAlone } from '#server/web/api.ts';
import { articleMedia } from '#server/web/files/article-media.ts';
import { assets } from '#server/web/files/assets.ts';
import { openReleases } from '#server/web/files/releases.ts';
import { createEmergencyHome } from '#server/web/emergency-home.ts';
import { fenceCalls, frameworkErrors, installErrors } from '#server/web/errors.ts';
import { filmFiles } from '#server/web/files/film-files.ts';
import { houseCreatives } from '#server/web/files/house-creatives.ts';
import { campaignPictures } from '#server/web/files/campaign-pictures.ts';
import { headlinePictures } from '#server/web/files/headline-pictures.ts';
import { health } from '#server/web/health.ts';
import { webhookRoutes } from '#server/web/webhook-routes.ts';
import { jsonBodies } from '#server/web/json-bodies.ts';
import { decodableTarget } from '#server/web/cache/page-address.ts';
import { createPictureCache } from './files/picture-cache.ts';
import { toolbarFastPath } from '#server/web/toolbar-fast-path.ts';
import { rateLimits } from '#server/web/rate-limits.ts';
import { paymentWebhooks } from '#server/web/payment-webhooks.ts';
import { createPictureSources } from '#server/web/files/picture-sources.ts';
import { momentPictures } from '#server/web/files/moment-pictures.ts';
import { pictures } from '#server/web/files/pictures.ts';
import { createLiveBlogHub } from '#server/web/live-blogs/live-blog-hub.ts';
import { liveBlogStreams } from '#server/web/live-blogs/live-blog-streams.ts';
import { trustProxy } from '#server/web/proxies.ts';
import { fixedHeaders, NO_PAGE_POLICY, securityHeaders } from '#server/web/security-headers.ts';
import { freshPages, requestId } from '#server/web/cache/page-route.ts';
import { tracedRequests, traceRoutes } from '#server/web/request-traces.ts';
import { RequestLog } from '#server/web/request-log.ts';
import { memberSessions } from '#server/web/session.ts';
import { createRenderer, type Render } from '#server/web/render.ts';
import { site } from '#server/web/site.ts';
import { REQUEST_LIMITS } from '#shared/limits.ts';

const CLIENT_DIR = 'build/client';

/**
 * Builds the HTTP app of a process; its routes depend on the enabled services. Does not listen. Pages are rendered in
 * this process unless `renderElsewhere` is given.
 */
export async function createApp(runtime: Runtime, renderElsewhere?: Render): Promise<FastifyInstance> {
  const { config, services } = runtime;
  const always = fixedHeaders({ isProduction: config.NODE_ENV === 'production' });
  const kept = { pages: runtime.pages, siteUrl: config.siteUrl, always };
  const answerPage = services.has('web') && !import.meta.env.DEV ? freshPages(kept) : () => false;
  const emergency = createEmergencyHome({
    siteUrl: config.siteUrl,
    always,
    isArmed: () => runtime.levers.isArmed('lever.home'),
    isPulled: () => runtime.levers.isPulled('lever.home'),
    onFault: (error) => runtime.log.warn({ err: error }, 'could not make the emergency home'),
  });
  const answerSound = runtime.media?.soundFastPath({
    headers: { ...always, 'content-security-policy': NO_PAGE_POLICY },
    requestId,
    count: (route, seconds) => runtime.metrics.countReady(route, seconds),
    playerSeen: (channelId, player) => runtime.players?.seen(channelId, player),
  });
  const answerToolbar = services.has('web')
    ? toolbarFastPath({
        db: runtime.database.readDb,
        clock: runtime.clock,
        always,
        count: (route, seconds) => runtime.metrics.countReady(route, seconds),
      })
    : () => false;
  const app = fastify({
    loggerInstance: runtime.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (log, bindings, options) => new RequestLog(log, bindings, options),
    frameworkErrors,
    rewriteUrl: ({ url = '/' }: IncomingMessage) => decodableTarget(url),
    trustProxy: trustProxy(config.TRUST_PROXY),
    bodyLimit: REQUEST_LIMITS.bodyBytes,
    forceCloseConnections: 'idle',
    // Requests on connections that are still open are answered normally.
    return503OnClosing: false,
    genReqId: requestId,
    serverFactory: (answerRoute) => {
      const handler = tracedRequests(answerRoute);
      const { requestTimeoutMs: requestTimeout, keepAliveTimeoutMs: keepAliveTimeout } = REQUEST_LIMITS;
      const patience = { requestTimeout, keepAliveTimeout, maxHeaderSize: REQUEST_LIMITS.headerBytes };
      // Clients answered while the process drains send their next request to another process.
      const parting = { ServerResponse: drainingResponse(() => runtime.draining) };
      const server = createServer({ ...patience, ...parting }, (request, response) => {
        runtime.levers.countRequest();
        const answered =
          answerSound?.(request, response) ||
          emergency.answer(request, response) ||
          answerToolbar(request, response) ||
          answerPage(request, response);
        if (answered === false) handler(request, response);
        else if (answered !== true) void answered.then((isDone) => isDone || handler(request, response));
      });
      server.setTimeout(REQUEST_LIMITS.silenceTimeoutMs);
      return server;
    },
  });
  traceRoutes(app);
  installErrors(app);
  jsonBodies(app);
  securityHeaders(app, always);
  hearRefusals(app, runtime.refused);
  rateLimits(app, {
    counter: runtime.counter,
    siteUrl: config.siteUrl,
    writesPerSecond: config.WRITES_PER_SECOND,
    readsPerSecond: config.READS_PER_SECOND,
  });
  memberSessions(app, runtime.members, runtime.clock);
  runtime.metrics.observe(app);
  health(app, runtime);
  if (config.demo) {
    await app.register((scope) => botCheckSandbox(scope, { hostname: new URL(config.siteUrl).hostname }), {
      prefix: '/sandbox/bot-check',
    });
    await app.register((scope) => mailInbox(scope, { folder: demoMailFolder(runtime.dataDir) }), {
      prefix: '/sandbox/mail',
    });
    const { accountSid, authToken } = phoneAccount(config);
    const phones = {
      log: demoPhoneLog(runtime.dataDir),
      accountSid,
      authToken,
      stationNos: stationNosOf(config),
      siteUrl: config.siteUrl,
      reachedAt: `http://127.0.0.1:${config.PORT}`,
      ways: {
        now: () => runtime.phones.mode,
        choose: (mode: PhoneServices['mode']) => (runtime.phones.mode = mode),
      },
    };
    await app.register((scope) => phoneCarrier(scope, phones), { prefix: '/sandbox/phones' });
    const push = createPushSandbox(`${config.siteUrl}/sandbox/push/send/`);
    await app.register((scope) => pushRoutes(scope, { sandbox: push }), { prefix: '/sandbox/push' });
    await paymentSandboxes(app, runtime);
  }
  if (runtime.media) await runtime.media.plugin(app);
  fenceCalls(app, [
    '/api',
    '/captions',
    '/live/schedule',
    '/live-blogs',
    '/pictures',
    '/social',
    '/media',
    '/replay',
    '/podcasts',
    '/ingest',
    '/sandbox',
    '/tracking',
    '/v2',
  ]);
  if (runtime.tracking && !services.has('web')) await trackingAlone(app, runtime.tracking, config.siteUrl);
  if (services.has('web')) {
    await app.register((scope) => articleMedia(scope, { db: runtime.database.db, files: runtime.files }));
    await app.register((scope) => filmFiles(scope, { db: runtime.database.db, files: runtime.files }));
    await app.register((scope) => houseCreatives(scope, runtime.creativeFiles));
    const library = { db: runtime.database.db, files: runtime.pictureFiles, clock: runtime.clock };
    const art = {
      sources: createPictureSources({ artDir: 'fixtures/art', library }),
      kept: createPictureCache(join(runtime.dataDir, 'pictures'), app.log),
    };
    await app.register((scope) => pictures(scope, art));
    await app.register((scope) => headlinePictures(scope, { ...art, db: runtime.database.db }));
    const { db } = runtime.database;
    await app.register((scope) => momentPictures(scope, { ...art, db, clock: runtime.clock }));
    await app.register((scope) => campaignPictures(scope, { ...art, db, clock: runtime.clock }));
    const hub = createLiveBlogHub({ ...runtime.database, siteUrl: config.siteUrl, log: runtime.log });
    const limits = { readers: config.LIVE_BLOG_READERS, ofAddress: config.LIVE_BLOG_READERS_OF_ADDRESS };
    await app.register((scope) => liveBlogStreams(scope, { hub, limits }));
    const inbox = { db: runtime.database.db, siteUrl: config.siteUrl, clock: runtime.clock };
    for (const provider of webhookProviders(runtime))
      await app.register((scope) => webhookRoutes(scope, provider, inbox));
    const paid = { ...inbox, services: runtime.payments, tickets: runtime.paymentTickets };
    await app.register((scope) => paymentWebhooks(scope, paid));
    await app.register(async (scope) => {
      await api(scope, runtime);
      // Called on the internal port, which has the root app and not this scope.
      app.decorate('apiReference', () => scope.swagger() as unknown as Document);
    });
    const releases = await openReleases({
      storage: runtime.releases,
      clientDir: CLIENT_DIR,
      limit: import.meta.env.DEV ? 0 : config.ASSET_RELEASES,
      now: runtime.clock,
      log: runtime.log,
    });
    await assets(app, CLIENT_DIR, releases);
    const render = renderElsewhere ?? (await createRenderer(runtime));
    if (!import.meta.env.DEV) emergency.begin(app, render);
    await app.register((scope) => site(scope, runtime, { always, render }));
  }
  return app;
}
