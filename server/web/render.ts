import { createRequestHandler, RouterContextProvider } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { offeredMethods } from '#domain/purchases/purchases.ts';
import { archiveSettingsOf } from '#server/services/playing/archive.ts';
import { payeeOf } from '#server/services/plans.ts';
import type { Runtime } from '#server/runtime.ts';
import { isDatabaseUnavailable } from '#server/web/errors.ts';
import { isPrivatePath } from '#server/web/cache/page-address.ts';
import { tracedRender } from '#server/web/traced-render.ts';
import { withoutPictures } from '#server/web/without-pictures.ts';
import { outsideOrigin } from '#server/web/security-headers.ts';
import { GUEST, type Actor } from '#shared/actor.ts';
import { ADS_ORIGIN, REPORTS_ORIGIN, SCRIPT_ORIGIN } from '#shared/http/page-headers.ts';

/** The visitor a page is rendered for. */
export interface PageRequester {
  ip: string;
  headers: { 'user-agent'?: string | undefined };
  actor(): Promise<Actor>;
}

/** Renders a page; `requester` is null for a shared page. */
export type Render = (request: Request, requester: PageRequester | null) => Promise<Response>;

/** If the database was too busy, answers 503 instead of 500, so that crawlers keep the page. */
function retryLaterIfUnavailable(response: Response, failure: unknown): Response {
  if (response.status !== 500 || !isDatabaseUnavailable(failure)) return response;
  const headers = new Headers(response.headers);
  headers.set('retry-after', '10');
  return new Response(response.body, { status: 503, headers });
}

/** Renders the React site in this process. */
export async function createRenderer({
  config,
  database,
  clock,
  log,
  human,
  contact,
  members,
  privacy,
  phones,
  levers,
  library,
  podcasts,
  payments,
  paymentTickets,
  plans,
  sales,
}: Runtime): Promise<Render> {
  const build = await import('virtual:react-router/server-build');
  const handle = createRequestHandler(build, import.meta.env.MODE);
  const paying = {
    methods: offeredMethods(payments.gateways, config.PAYMENT_GATEWAYS),
    tickets: paymentTickets,
    payee: payeeOf(config),
    hasTestPage: config.PAYMENT_TEST_PAGE === 'on',
  };
  const outsideScript = outsideOrigin(config.botCheckWidget.scriptUrl);
  const reportsOrigin = config.TRACKING_URL && new URL(config.TRACKING_URL).origin;
  const render: Render = async (request, requester) => {
    const context = new RouterContextProvider();
    let failure: unknown;
    context.set(requestContext, {
      db: database.db,
      readDb: requester ? database.db : database.readDb,
      now: clock(),
      siteUrl: config.siteUrl,
      human,
      contact,
      members,
      privacy,
      phones,
      library,
      podcasts,
      payments,
      ...plans,
      sales,
      paying,
      actor: async () => (requester ? requester.actor() : GUEST),
      remoteIp: requester?.ip ?? '',
      userAgent: requester?.headers['user-agent'] ?? '',
      isDemo: config.demo,
      botCheckWidget: config.botCheckWidget,
      links: config.links,
      archive: {
        freeMinutes: archiveSettingsOf(config).freeMinutes,
        clipSeconds: config.ARCHIVE_CLIP_SECONDS,
        familyDevices: config.PLAYBACK_FAMILY_DEVICES,
      },
      adForSearchPublisher: config.AD_FOR_SEARCH_PUBLISHER,
      ads: {
        origin: (!levers.isPulled('lever.ads') && config.ads?.origin) || null,
        searchPublisher: config.AD_FOR_SEARCH_PUBLISHER,
      },
      report: (error) => {
        failure = error;
        log.error({ err: error }, 'could not render a page');
      },
    });
    const response = retryLaterIfUnavailable(await handle(request, context), failure);
    if (isPrivatePath(new URL(request.url).pathname)) response.headers.set('cache-control', 'no-store');
    // For every page: client-side navigation can reach a form from any page, under the first page's policy.
    if (config.ads) response.headers.set(ADS_ORIGIN, config.ads.origin);
    if (outsideScript) response.headers.set(SCRIPT_ORIGIN, outsideScript);
    if (reportsOrigin) response.headers.set(REPORTS_ORIGIN, reportsOrigin);
    return levers.isPulled('lever.pictures') ? withoutPictures(response, config.siteUrl) : response;
  };
  return tracedRender(render, build.routes);
}
