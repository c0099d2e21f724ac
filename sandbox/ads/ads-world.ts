import { setTimeout as delay } from 'node:timers/promises';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { advertiserOf } from './advertisers.ts';
import { createRequestLog } from './request-log.ts';
import { hugePicture } from './creatives.ts';
import { creativePicture } from './creative-picture.ts';
import { decide, readQuestion } from './decision.ts';
import { misbehaviourOf, type Misbehaviour } from './misbehaviour.ts';
import { answerAuction, answerCookieSync, readAuction } from './openrtb.ts';
import { sizesIn } from './read-body.ts';
import { readSearchQuestion, searchAds, searchTagScript } from './search-ads.ts';
import { tagScript } from './tag-script.ts';
import { vastOf } from './vast.ts';
import { sendPart, sendVideo } from './video-file.ts';
import { landingPage, worldPage } from './world-page.ts';

interface AdWorldOptions {
  /** Base URL for browsers. */
  url: string;
  clock?: () => Date;
  /** Delays of `slow` and `late`, ms. */
  waits?: Record<'slow' | 'late', number>;
}

const BODY_BYTES = 128 * 1_024;
const QUERY_CHARS = 16_384;
const WAITS_MS = { slow: 2_000, late: 6_000 };
/** A transparent tracking pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const OWN_BIDDER = 'airwaveDemo';

const queryOf = ({ url }: FastifyRequest): URLSearchParams =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1, QUERY_CHARS) : '');

/** The request body as an object, or null: bidders receive JSON under any content type that avoids a CORS preflight. */
function bodyOf({ body }: FastifyRequest): unknown {
  try {
    return typeof body === 'string' ? (JSON.parse(body) as unknown) : null;
  } catch {
    return null;
  }
}

/**
 * Stand-in for the advertising ecosystem: bidders, user sync, an ad server with its tag, videos, creatives and pixels.
 */
export async function adWorld(app: FastifyInstance, options: AdWorldOptions): Promise<void> {
  const { url: base, clock = () => new Date(), waits = WAITS_MS } = options;
  const asked = createRequestLog(clock);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, body, done) =>
    done(null, body),
  );

  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    // CORS as bidders have it: the origin is echoed, so credentials would be accepted. None are set or read here.
    void reply.headers({
      'access-control-allow-origin': origin ?? '*',
      'access-control-allow-credentials': 'true',
      'cross-origin-resource-policy': 'cross-origin',
      'timing-allow-origin': '*',
      vary: 'origin',
    });
    if (request.method !== 'OPTIONS') return undefined;
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, OPTIONS',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? 'content-type',
        'access-control-max-age': '600',
      })
      .send();
  });

  // The onRequest hook has answered before.
  app.options('/*', (_request, reply) => reply.send());

  /** Applies the requested misbehaviour. Returns false if it has answered. */
  async function behave(misbehaviour: Misbehaviour | null, reply: FastifyReply): Promise<boolean> {
    if (misbehaviour === 'down') {
      await reply.code(503).header('cache-control', 'no-store').send('down');
      return false;
    }
    // The timer does not keep the process alive.
    if (misbehaviour === 'slow' || misbehaviour === 'late') await delay(waits[misbehaviour], undefined, { ref: false });
    return true;
  }

  const auction = (what: string, own: string | null) => async (request: FastifyRequest, reply: FastifyReply) => {
    const question = readAuction(bodyOf(request), own);
    asked.note(
      what,
      question ? `${question.impressions.map(({ tag }) => tag).join(', ')} · ${question.page}` : 'invalid request',
    );
    if (question === null) return reply.code(400).type('text/plain').send('Invalid request: id and imp are required\n');
    if (!(await behave(question.misbehaviour, reply))) return reply;
    return reply.header('cache-control', 'no-store').send(answerAuction(question, base));
  };
  app.post('/openrtb2/auction', auction('auction', null));
  app.post('/client-bidder/bid', auction('client bidder', OWN_BIDDER));

  app.post('/cookie_sync', (request, reply) => {
    asked.note('cookie sync', '');
    return reply.send(answerCookieSync(bodyOf(request), base));
  });
  app.get('/sync', (request, reply) => {
    asked.note('sync', queryOf(request).get('bidder') ?? '');
    return reply.type('image/gif').header('cache-control', 'no-store').send(PIXEL);
  });

  app.get('/tag/js/gpt.js', (_request, reply) => {
    asked.note('tag', '');
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(tagScript(base));
  });
  app.get('/gampad/ads', async (request, reply) => {
    const question = readQuestion(queryOf(request));
    asked.note('ad server', `${question.unit} · ${question.targeting.toString()} · ${question.page}`);
    // If a bid has already won, the misbehaviour is that of its bidder.
    const hasOffer = question.targeting.has('hb_adid');
    if (!(await behave(hasOffer ? null : question.misbehaviour, reply))) return reply;
    return reply.header('cache-control', 'no-store').send(decide(question, base));
  });

  app.get('/adsense/search/ads.js', (_request, reply) => {
    asked.note('search tag', '');
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(searchTagScript(base));
  });
  app.get('/afs/ads', async (request, reply) => {
    const question = readSearchQuestion(queryOf(request));
    asked.note('search', question ? `${question.publisher} · ${question.query}` : 'invalid query');
    if (!(await behave(question?.misbehaviour ?? null, reply))) return reply;
    return reply.header('cache-control', 'no-store').send(searchAds(question, base));
  });

  app.get('/vast', async (request, reply) => {
    const query = queryOf(request);
    const misbehaviour = misbehaviourOf((query.get('url') ?? '').slice(0, 2_000), query.get('ad') ?? '');
    const id = /^[\w-]{1,40}$/.exec(query.get('id') ?? '')?.[0] ?? '1';
    const depth = /^\d$/.exec(query.get('depth') ?? '') ? Number(query.get('depth')) : null;
    asked.note('video', `${misbehaviour ?? ''} ${query.get('url') ?? ''}`);
    if (!(await behave(misbehaviour, reply))) return reply;
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(vastOf(base, { misbehaviour, id, depth }));
  });

  const event = (request: FastifyRequest, reply: FastifyReply) => {
    const query = queryOf(request);
    asked.note(`pixel: ${query.get('e') ?? ''}`, query.toString());
    return reply.type('image/gif').header('cache-control', 'no-store').send(PIXEL);
  };
  app.get('/event', event);
  app.post('/event', event);

  app.get<{ Params: { advertiser: string; file: string } }>('/creative/:advertiser/:file', (request, reply) => {
    const { advertiser: id, file } = request.params;
    const [size] = sizesIn(/^(\d{1,4}x\d{1,4})\.svg$/.exec(file)?.[1] ?? '');
    const advertiser = advertiserOf(id);
    if (!advertiser || !size) return reply.code(404).type('text/plain').send('unknown creative\n');
    return reply
      .type('image/svg+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(creativePicture(advertiser, size));
  });
  app.get('/creative/huge.svg', (_request, reply) => {
    const advertiser = advertiserOf('bright-lamp');
    return reply
      .type('image/svg+xml; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(advertiser ? hugePicture(creativePicture(advertiser, [300, 250])) : '');
  });
  app.get<{ Params: { file: string } }>('/creative/video/:file', (request, reply) => {
    if (request.params.file === 'words.mp4') return reply.type('video/mp4').send('This is text, not a video.');
    if (request.params.file !== 'harbour-tea.mp4') return reply.code(404).type('text/plain').send('unknown video\n');
    if (!queryOf(request).has('stall')) return sendVideo(reply, request.headers.range);
    sendPart(reply);
    return reply;
  });

  app.get('/click', (request, reply) => {
    const id = queryOf(request).get('advertiser') ?? '';
    asked.note('click', id);
    const page = landingPage(id);
    if (page === null) return reply.code(404).type('text/plain').send('unknown advertiser\n');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'`)
      .send(page);
  });
  app.get('/asked', () => asked.list());
  app.get('/', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'`,
      )
      .send(worldPage(asked.list(), '')),
  );
}

/** Starts it on a separate port, so that its origin is foreign to the site. */
export async function startAdWorld({
  port,
  ...options
}: Omit<AdWorldOptions, 'url'> & { port: number }): Promise<{ url: string; stop(): Promise<void> }> {
  const app = fastify({ forceCloseConnections: true, bodyLimit: BODY_BYTES, routerOptions: { maxParamLength: 200 } });
  const url = `http://localhost:${port}`;
  await app.register((scope) => adWorld(scope, { ...options, url }));
  await app.listen({ host: '127.0.0.1', port });
  return { url, stop: () => app.close() };
}
