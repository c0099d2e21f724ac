import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fastify, type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { StaffAction } from '#domain/actions/actions.ts';
import { actionsStaffApi } from '#domain/actions/actions.staff.api.ts';
import { columnsStaffApi } from '#domain/articles/columns/columns.staff.api.ts';
import { homeOrderStaffApi } from '#domain/articles/home/home-order.staff.api.ts';
import { auditStaffApi } from '#domain/audit/audit.staff.api.ts';
import { breakingNewsStaffApi } from '#domain/breaking-news/breaking-news.staff.api.ts';
import { chartStaffApi } from '#domain/chart/chart.staff.api.ts';
import { pagesStaffApi } from '#domain/pages/pages.staff.api.ts';
import { deadLinksStaffApi } from '#domain/dead-links/dead-links.staff.api.ts';
import { draftsStaffApi } from '#domain/drafts/drafts.staff.api.ts';
import { onAirStaffApi } from '#domain/on-air/on-air.staff.api.ts';
import { supportStaffApi } from '#domain/support/support.staff.api.ts';
import { searchStaffApi } from '#domain/search/search.staff.api.ts';
import { staffApi } from '#domain/staff/staff.api.ts';
import { staffAccountsApi } from '#domain/staff/staff-accounts.api.ts';
import { staffSessions } from '#domain/staff/staff-calls.ts';
import { findActiveStaff } from '#domain/staff/staff.ts';
import { staffFixtures } from '#fixtures/staff.ts';
import { hearRefusals } from '#server/operations/security-log.ts';
import { deskActions } from '#server/desk/desk-actions.ts';
import { moneyApis } from '#server/desk/desk-money.ts';
import type { Runtime } from '#server/runtime.ts';
import { ledgerKeyOf } from '#server/services/secret-key.ts';
import { fenceCalls, frameworkErrors, installErrors } from '#server/web/errors.ts';
import { assets } from '#server/web/files/assets.ts';
import { jsonBodies } from '#server/web/json-bodies.ts';
import { isOwnSite } from '#server/web/origin-check.ts';
import { trustProxy } from '#server/web/proxies.ts';
import { RequestLog } from '#server/web/request-log.ts';
import { requestId } from '#server/web/cache/page-route.ts';
import { fixedHeaders, securityHeaders } from '#server/web/security-headers.ts';
import { DomainError } from '#shared/domain-error.ts';
import { REQUEST_LIMITS } from '#shared/limits.ts';

// The desk: an origin of its own with the calls of staff and one document. A script that is let in on the public site
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

type DeskRuntime = Pick<Runtime, 'clock' | 'database' | 'log' | 'refused' | 'payments' | 'plans'> & {
  config: Pick<Runtime['config'], 'TRUST_PROXY' | 'NODE_ENV' | 'siteUrl' | 'LEDGER_KEY' | 'demo'>;
  members: Pick<Runtime['members'], 'secretKey'>;
  privacy: Runtime['privacy'];
  actions: readonly StaffAction[];
};

/** Builds the HTTP app of the desk. Does not listen. */
export async function createDeskApp(runtime: DeskRuntime, deskUrl: string): Promise<FastifyInstance> {
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
  fenceCalls(app, ['/api', '/assets']);
  await app.register(async (scope) => {
    scope.setValidatorCompiler(validatorCompiler);
    scope.setSerializerCompiler(serializerCompiler);
    await scope.register((calls) =>
      staffApi(calls, { services, clock, demoAccounts: config.demo ? staffFixtures : null }),
    );
    await scope.register((calls) => staffAccountsApi(calls, database.db));
    await scope.register((calls) =>
      actionsStaffApi(calls, { db: database.db, clock, actions: runtime.actions, findActor: findActiveStaff }),
    );
    await scope.register((calls) =>
      draftsStaffApi(calls, {
        db: database.db,
        clock,
        secretKey: services.secretKey,
        siteUrl: config.siteUrl,
      }),
    );
    await scope.register((calls) => breakingNewsStaffApi(calls, { db: database.db, clock }));
    await scope.register((calls) => homeOrderStaffApi(calls, { db: database.db, clock }));
    await scope.register((calls) => columnsStaffApi(calls, { db: database.db }));
    await scope.register((calls) => chartStaffApi(calls, { db: database.db }));
    await scope.register((calls) => pagesStaffApi(calls, { db: database.db }));
    await scope.register((calls) => deadLinksStaffApi(calls, { db: database.db }));
    await scope.register((calls) => onAirStaffApi(calls, { db: database.db, clock }));
    await scope.register((calls) => supportStaffApi(calls, { db: database.db, clock, privacy: runtime.privacy }));
    await scope.register((calls) => searchStaffApi(calls, { db: database.db, clock, siteUrl: config.siteUrl }));
    await scope.register((calls) => moneyApis(calls, runtime));
    await scope.register((calls) => auditStaffApi(calls, { db: database.db, ledgerKey: ledgerKeyOf(config), clock }));
  });
  await assets(app, BUILT);
  const page = existsSync(`${BUILT}/index.html`) ? readFileSync(`${BUILT}/index.html`) : null;
  // Every other address is a page of the desk, which the browser routes.
  app.get('*', (_request, reply) => {
    if (page === null) throw new DomainError('unavailable', 'the desk is not built');
    return reply.header('content-security-policy', DESK_POLICY).type('text/html; charset=utf-8').send(page);
  });
  return app;
}

/** Starts the desk on its own port. */
export async function listenDesk(
  runtime: Runtime,
  { port, url }: { port: number; url: string },
): Promise<{ port: number; stop(): Promise<void> }> {
  const app = await createDeskApp({ ...runtime, actions: deskActions(runtime, url) }, url);
  await app.listen({
    host: runtime.config.HOST,
    port,
    backlog: REQUEST_LIMITS.connectionsWaiting,
    listenTextResolver: (address) => `the desk listens on ${address}`,
  });
  return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() };
}
