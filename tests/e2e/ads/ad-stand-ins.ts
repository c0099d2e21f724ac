import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

// Stand-ins for one test: a page of the site that implements its half of the protocol, bidders and an ad server
// elsewhere, and a foreign page.

interface Asked {
  path: string;
  cookie: string;
  body: string;
}
export interface StandIn {
  url: string;
  asked: Asked[];
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

async function listen(answer: Answer): Promise<StandIn & { server: Server }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      asked.push({ path: request.url ?? '', cookie: request.headers.cookie ?? '', body });
      void answer(request, response, body);
    });
  });
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  return {
    server,
    asked,
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const html = (response: ServerResponse, body: string) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${body}`);

/** The page's half: a minimal version of `app/ads`. */
const HOST = `
  const frames = [];
  const heard = [];
  window.heard = heard;
  const open = (ads, kind, sandbox) => new Promise((done) => {
    const frame = document.createElement('iframe');
    if (sandbox) frame.setAttribute('sandbox', sandbox);
    frame.src = ads + '/' + kind;
    frame.width = 400; frame.height = 300;
    addEventListener('message', function hear(event) {
      if (event.source !== frame.contentWindow || event.origin !== ads || event.data.airwave !== 'ready') return;
      removeEventListener('message', hear);
      const { port1, port2 } = new MessageChannel();
      frame.contentWindow.postMessage({ airwave: 'port' }, ads, [port2]);
      done({ frame, port: port1 });
    });
    document.body.append(frame);
  });
  window.openBidding = async (ads) => {
    const { port } = await open(ads, 'bidding');
    const waiting = new Map();
    port.onmessage = ({ data }) => waiting.get(data.id)?.(data);
    window.auction = (message) => new Promise((done) => {
      waiting.set(message.id, done);
      port.postMessage(message);
    });
    window.join = (name) => {
      const { port1, port2 } = new MessageChannel();
      port.postMessage({ type: 'join', name }, [port1]);
      return port2;
    };
  };
  window.fill = async (ads, message) => {
    const { frame, port } = await open(ads, 'slot', 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox');
    frame.dataset.name = message.name;
    port.onmessage = ({ data }) => heard.push(data);
    port.postMessage(message, [window.join(message.name)]);
  };
`;

/** A page of the site, with a cookie that no advertisement may read. */
export const sitePage = (): Promise<StandIn> =>
  listen((_request, response) => html(response, `<title>page</title><body><script>${HOST}</script>`));

/** A page of an origin that no configuration names. */
export const stranger = (): Promise<StandIn> =>
  listen((_request, response) => html(response, `<body><script>window.ran = true;${HOST}</script>`));

/** The tag's API without a server: the winning bid is rendered, a direct campaign fills its slot, others stay empty. */
const tag = (world: string) => `{
  const listeners = { slotRenderEnded: [], slotOnload: [] };
  const slots = new Map();
  const pubads = {
    addEventListener: (name, listener) => listeners[name].push(listener),
    setPrivacySettings: (settings) => fetch('${world}/privacy?' + new URLSearchParams(settings)),
  };
  const display = (id) => {
    const { slot, iu, targeting } = slots.get(id);
    const end = (event) => setTimeout(() => listeners.slotRenderEnded.forEach((hear) => hear({ slot, ...event })));
    const adId = targeting.hb_adid;
    const page = adId ? '/universal?id=' + adId : iu.includes('direct') ? '/direct' : null;
    fetch('${world}/gampad/ads?iu=' + encodeURIComponent(iu) + '&' + new URLSearchParams(targeting));
    if (!page) return end({ isEmpty: true });
    const frame = document.createElement('iframe');
    frame.src = '${world}' + page;
    frame.onload = () => listeners.slotOnload.forEach((hear) => hear({ slot }));
    document.getElementById(id).append(frame);
    end({ isEmpty: false, size: [9000, 9000], advertiserId: 77, creativeId: 88 });
  };
  const queue = window.googletag.cmd;
  Object.assign(window.googletag, {
    pubads: () => pubads, enableServices() {}, destroySlots() {}, display,
    defineSlot(iu, sizes, id) {
      const targeting = {};
      const slot = { addService: () => slot, setTargeting: (key, value) => ((targeting[key] = value), slot) };
      slots.set(id, { slot, iu, targeting });
      return slot;
    },
    cmd: { push: (command) => command() },
  });
  queue.forEach((command) => command());
}`;

const UNIVERSAL = `<script>parent.postMessage(JSON.stringify({
  message: 'Prebid Request', adId: new URLSearchParams(location.search).get('id'),
}), '*')</script>`;

export interface Bid {
  price: number;
  cur: string;
  adm?: string;
  w?: number;
  h?: number;
  lateMs?: number;
}

interface Imp {
  id: string;
  bidfloor?: number;
  bidfloorcur?: string;
}

/** Bidders and the ad server. `server` and `client` are the next bids of the two bidders. Null: no bid. */
export async function adWorld(): Promise<StandIn & { offers: { server: Bid | null; client: Bid | null } }> {
  const offers: { server: Bid | null; client: Bid | null } = { server: null, client: null };
  let url = '';
  const auction = async (response: ServerResponse, body: string, bid: Bid | null, seat: string) => {
    const asked = JSON.parse(body) as { id: string; imp: Imp[] };
    if (bid?.lateMs) await delay(bid.lateMs);
    if (!bid) return void response.end(JSON.stringify({ id: asked.id, seatbid: [] }));
    const bids = asked.imp.map(({ id }) => ({
      id: `${seat}-${id}`,
      impid: id,
      price: bid.price,
      adm: bid.adm ?? `<p>offer of ${seat} at \${AUCTION_PRICE}</p>`,
      w: bid.w ?? 300,
      h: bid.h ?? 250,
      crid: `creative-${seat}`,
      adomain: [`${seat.toLowerCase()}.example`],
      ext: { prebid: { type: 'banner' } },
    }));
    response.end(JSON.stringify({ id: asked.id, cur: bid.cur, seatbid: [{ seat, bid: bids }] }));
  };
  const world = await listen(async ({ url: path = '', headers }, response, body) => {
    const cors = { 'access-control-allow-origin': headers.origin ?? '*', 'access-control-allow-credentials': 'true' };
    const json = { ...cors, 'content-type': 'application/json' };
    if (path.startsWith('/openrtb2/auction')) {
      response.writeHead(200, json);
      await auction(response, body, offers.server, 'demoExchange');
    } else if (path.startsWith('/client-bidder/bid')) {
      response.writeHead(200, json);
      await auction(response, body, offers.client, 'airwaveDemo');
    } else if (path === '/cookie_sync') {
      const status = [{ bidder: 'demoExchange', no_cookie: true, usersync: { type: 'redirect', url: `${url}/sync` } }];
      response.writeHead(200, json).end(JSON.stringify({ bidder_status: status }));
    } else if (path === '/tag/js/gpt.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(tag(url));
    else if (path.startsWith('/universal')) html(response, UNIVERSAL);
    else if (path === '/direct') html(response, '<p>a campaign</p>');
    else if (path === '/huge.svg')
      response
        .writeHead(200, { 'content-type': 'image/svg+xml', 'timing-allow-origin': '*' })
        .end(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><!--${'x'.repeat(400_000)}--></svg>`);
    else response.writeHead(200, cors).end();
  });
  url = world.url;
  return Object.assign(world, { offers });
}
