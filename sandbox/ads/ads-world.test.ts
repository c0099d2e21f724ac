import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADVERTISERS } from './advertisers.ts';
import { adWorld } from './ads-world.ts';
import { MISBEHAVIOURS } from './misbehaviour.ts';

const base = 'http://localhost:9999';
const app = fastify();
beforeAll(async () => {
  await app.register((scope) => adWorld(scope, { url: base, waits: { slow: 0, late: 0 } }));
  await app.ready();
});
afterAll(() => app.close());

interface Bid {
  impid: string;
  price: number;
  adm: string;
  adomain: string[];
  mtype: number;
  w?: number;
  h?: number;
  crid: string;
  ext: { prebid: { type: string } };
}
interface Reply {
  id: string;
  cur: string;
  seatbid: { seat: string; bid: Bid[] }[];
}

const SIZES = [
  [320, 50],
  [300, 250],
  [970, 250],
] as const;

const request = (page = 'https://site.example/', slots = 20, more: object = {}) => ({
  id: 'auction-1',
  tmax: 3_000,
  cur: ['USD'],
  site: { page },
  imp: Array.from({ length: slots }, (_, at) => ({
    id: `slot-${at}`,
    tagid: `home-rectangle-${at}`,
    bidfloor: 0.4,
    bidfloorcur: 'HKD',
    banner: { format: SIZES.map(([w, h]) => ({ w, h })) },
    ext: { prebid: { bidder: { harbourads: { placementId: 1 }, peakads: {} } } },
  })),
  ...more,
});

const post = (path: string, body: unknown) =>
  app.inject({
    method: 'POST',
    url: path,
    // The content type that Prebid uses, to avoid a CORS preflight.
    headers: { 'content-type': 'text/plain', origin: 'https://ads.site.example' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
const auction = async (body: unknown): Promise<Reply> => (await post('/openrtb2/auction', body)).json<Reply>();
const bidsOf = (reply: Reply) => reply.seatbid.flatMap(({ bid }) => bid);

describe('the auction of a Prebid Server', () => {
  it('answers an OpenRTB request with seats of offers: above the floor, in a size that was asked for, with who pays', async () => {
    const reply = await auction(request());
    expect(reply).toMatchObject({ id: 'auction-1', cur: 'USD' });
    expect(reply.seatbid.map(({ seat }) => seat).toSorted()).toEqual(['harbourads', 'peakads']);
    const bids = bidsOf(reply);
    expect(bids.length).toBeGreaterThan(10);
    for (const bid of bids) {
      expect(bid.price * 7.8).toBeGreaterThanOrEqual(0.4);
      expect(SIZES).toContainEqual([bid.w, bid.h]);
      expect(bid).toMatchObject({ mtype: 1, ext: { prebid: { type: 'banner' } } });
      expect(ADVERTISERS.map(({ domain }) => domain)).toContain(bid.adomain[0]);
      expect(bid.adm).toContain('rel="noopener"');
    }
  });

  it('offers the same for the same ad slot, page and seat, so that a test can count on it', async () => {
    expect(await auction(request())).toEqual(await auction(request()));
  });

  it('answers videos and native ad slots by their kinds of markup', async () => {
    const bidder = { ext: { prebid: { bidder: { harbourads: {} } } } };
    const imp = Array.from({ length: 8 }, (_, at) => [
      { id: `v${at}`, video: { mimes: ['video/mp4'] }, ...bidder },
      { id: `n${at}`, native: { request: '{}' }, ...bidder },
    ]).flat();
    const bids = bidsOf(await auction({ id: 'a', imp }));
    expect(bids.find(({ mtype }) => mtype === 2)?.adm).toContain('<VAST version="4.2"');
    const native = JSON.parse(bids.find(({ mtype }) => mtype === 4)?.adm ?? '{}') as { assets?: unknown[] };
    expect(native.assets).toHaveLength(3);
  });

  it('is a bidder of the browser under an address of its own, in Hong Kong dollars where they are asked for', async () => {
    const { imp, ...rest } = request();
    const plain = imp.map((one) => ({ ...one, ext: {} }));
    const reply = (await post('/client-bidder/bid', { ...rest, cur: ['HKD'], imp: plain })).json<Reply>();
    expect([reply.cur, reply.seatbid.map(({ seat }) => seat)]).toEqual(['HKD', ['airwaveDemo']]);
    for (const bid of bidsOf(reply)) expect(bid.price).toBeGreaterThanOrEqual(0.4);
  });

  it('does wrong what the page asks it to', async () => {
    const ask = (misbehaviour: string) => auction(request(`https://site.example/?ad=${misbehaviour}`, 4));
    expect(bidsOf(await ask('empty'))).toEqual([]);
    expect((await post('/openrtb2/auction', request('https://site.example/?ad=down'))).statusCode).toBe(503);
    const lies = bidsOf(await ask('lie'));
    expect(lies[0]).toMatchObject({ price: 900, w: 300, h: 600, adomain: ['a-famous-bank.example'] });
    expect(bidsOf(await ask('escape'))[0]?.adm).toContain('top.location');
    expect(bidsOf(await ask('heavy'))[0]?.adm).toContain('burn');
    expect(bidsOf(await ask('huge'))[0]?.adm).toContain('/creative/huge.svg');
    expect(bidsOf(await ask('broken'))[0]?.adm).toContain('/creative/none.svg');
    expect(bidsOf(await ask('slow')).length).toBeGreaterThan(0);
  });

  it.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['a list', '[]'],
    ['no ad slots', { id: 'a', imp: [] }],
    ['ad slots that are none', { id: 'a', imp: [1, null, 'x'] }],
    ['deep nesting', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ])('refuses %s and goes on', async (_, body) => {
    expect((await post('/openrtb2/auction', body)).statusCode).toBe(400);
  });

  it('takes odd members for absent ones', async () => {
    const imp = {
      id: '\0',
      tagid: 7,
      bidfloor: 'x',
      banner: {
        format: [
          { w: -1, h: 1e9 },
          { w: 300, h: 250 },
        ],
      },
    };
    const odd = {
      id: 'a',
      tmax: 'x',
      site: 'y',
      imp: [{ ...imp, ext: { prebid: { bidder: { b: 1, __proto__: 2 } } } }],
    };
    expect((await post('/openrtb2/auction', odd)).statusCode).toBe(200);
  });

  it('refuses more than a request can be', async () => {
    expect((await post('/openrtb2/auction', 'x'.repeat(200_000))).statusCode).toBe(413);
  });

  it('tells browsers of other origins that they may read, and sets no cookie', async () => {
    const reply = await post('/cookie_sync', { bidders: ['harbourads'], limit: 3 });
    expect(reply.headers['access-control-allow-origin']).toBe('https://ads.site.example');
    expect(reply.json()).toMatchObject({ bidder_status: [{ bidder: 'harbourads', usersync: { type: 'redirect' } }] });
    const sync = await app.inject('/sync?bidder=harbourads');
    expect([sync.statusCode, sync.headers['set-cookie']]).toEqual([200, undefined]);
    const asked = await app.inject({
      method: 'OPTIONS',
      url: '/openrtb2/auction',
      headers: { origin: 'https://x.example' },
    });
    expect(asked.statusCode).toBe(204);
  });
});

describe('the ad server', () => {
  interface Decided {
    isEmpty: boolean;
    why?: string;
    html?: string;
    size?: [number, number];
    advertiser?: string;
  }
  const ask = async (iu: string, custom: Record<string, string> = {}, url = 'https://site.example/') => {
    const query = new URLSearchParams({
      iu,
      sz: '300x250|728x90',
      url,
      cust_params: new URLSearchParams(custom).toString(),
    });
    return (await app.inject(`/gampad/ads?${query.toString()}`)).json<Decided>();
  };
  const offer = { hb_pb: '2.50', hb_adid: 'ad</script>1', hb_bidder: 'harbourads', hb_size: '300x250' };
  const slots = Array.from({ length: 30 }, (_, at) => `/1234567/airwave/home-rectangle-${at}`);

  it('gives an ad slot to a campaign, to the offer that won, or to nobody', async () => {
    const without = await Promise.all(slots.map((iu) => ask(iu)));
    expect(without.some(({ isEmpty }) => isEmpty)).toBe(true);
    expect(without.some(({ why }) => why === 'direct')).toBe(true);
    const withOffer = await Promise.all(slots.map((iu) => ask(iu, offer)));
    expect(withOffer.some(({ isEmpty }) => isEmpty)).toBe(false);
    expect(withOffer.filter(({ why }) => why === 'auction').length).toBeGreaterThan(10);
  });

  it('draws the offer by asking for it under its number, which cannot break out of the script', async () => {
    const won = await ask(slots[0]!, { ...offer, ad: 'auction' });
    expect(won).toMatchObject({ why: 'auction', size: [300, 250] });
    expect(won.html).toContain('Prebid Request');
    expect(won.html?.match(/<\/script>/g)).toHaveLength(1);
  });

  it('answers whatever it is asked', async () => {
    for (const query of ['', '?iu=%00&sz=axb&cust_params=%ff', `?sz=${'9x9|'.repeat(3_000)}`, '?ad[]=1'])
      expect((await app.inject(`/gampad/ads${query}`)).statusCode).toBe(200);
  });
});

describe('what is drawn', () => {
  it.each(['320x50', '320x100', '300x250', '300x600', '160x600', '728x90', '970x90', '970x250', '640x360'])(
    'has every advertiser in %s, marked as one of the demo',
    async (size) => {
      for (const { id } of ADVERTISERS) {
        const reply = await app.inject(`/creative/${id}/${size}.svg`);
        expect(reply.headers['content-type']).toContain('image/svg+xml');
        expect(reply.body).toContain('示範廣告');
        expect(reply.body).not.toMatch(/href=|url\(/);
      }
    },
  );

  it('is not found under another name', async () => {
    for (const path of [
      'nobody/300x250.svg',
      'harbour-tea/0x0.svg',
      'harbour-tea/9999x9999.svg',
      'harbour-tea/x.svg',
      'none.svg',
    ])
      expect((await app.inject(`/creative/${path}`)).statusCode).toBe(404);
  });

  it('has a video that is sent in ranges', async () => {
    const whole = await app.inject('/creative/video/harbour-tea.mp4');
    expect(whole.rawPayload.length).toBeLessThan(300_000);
    const part = await app.inject({ url: '/creative/video/harbour-tea.mp4', headers: { range: 'bytes=4-7' } });
    expect([part.statusCode, part.body]).toEqual([206, 'ftyp']);
    const beyond = await app.inject({ url: '/creative/video/harbour-tea.mp4', headers: { range: 'bytes=99999999-' } });
    expect(beyond.statusCode).toBe(416);
  });

  it('has a page of what was asked and what can go wrong, where nothing that came is markup', async () => {
    await app.inject('/event?e=%3Cimg%20src=x%20onerror=alert(1)%3E');
    const { body } = await app.inject('/');
    for (const name of Object.keys(MISBEHAVIOURS)) expect(body).toContain(`?ad=${name}`);
    expect(body).not.toContain('<img src=x');
    expect((await app.inject('/click?advertiser=harbour-tea')).body).toContain('海皮茶室');
    expect((await app.inject('/click?advertiser=__proto__')).statusCode).toBe(404);
  });
});
