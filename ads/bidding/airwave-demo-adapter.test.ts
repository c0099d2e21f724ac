import { expect, it } from 'vitest';
import { airwaveDemo } from './airwave-demo-adapter.ts';

const request = (bidId: string, endpoint: string) => ({
  bidId,
  adUnitCode: 'home-rectangle-1',
  params: { endpoint },
  mediaTypes: { banner: { sizes: [[300, 250] as [number, number]] } },
  getFloor: () => ({ currency: 'HKD', floor: 0.4 }),
});

it('asks each address once for all ad slots, with the floor of each in Hong Kong dollars', () => {
  const [first, second, ...more] = airwaveDemo.buildRequests(
    [request('1', 'https://a.example'), request('2', 'https://a.example'), request('3', 'https://b.example')],
    { timeout: 3_000 },
  );
  expect(more).toEqual([]);
  expect([first?.url, second?.url]).toEqual(['https://a.example', 'https://b.example']);
  const said = JSON.parse(first!.data) as { imp: unknown[] };
  expect(said).toMatchObject({ cur: ['HKD'], tmax: 3_000 });
  expect(said.imp).toMatchObject([
    { id: '1', bidfloor: 0.4, bidfloorcur: 'HKD', banner: { format: [{ w: 300, h: 250 }] } },
    { id: '2' },
  ]);
});

it('refuses a row without an address to ask', () => {
  for (const endpoint of ['', 'javascript:1', 'a.example'])
    expect(airwaveDemo.isBidRequestValid(request('1', endpoint))).toBe(false);
});

it.each([
  null,
  '',
  [],
  { seatbid: 1 },
  { seatbid: [{ bid: [null, 1, { impid: 1, price: 'x' }] }] },
  { seatbid: [null] },
])('reads no offer from what is none: %j', (body) => expect(airwaveDemo.interpretResponse({ body })).toEqual([]));

it('takes an offer without a currency as US dollars, as OpenRTB says', () => {
  const body = {
    seatbid: [{ bid: [{ impid: '1', price: 1, adm: '<p>', w: 300, h: 250, adomain: ['shop.example'] }] }],
  };
  expect(airwaveDemo.interpretResponse({ body })).toMatchObject([
    { requestId: '1', cpm: 1, currency: 'USD', meta: { advertiserDomains: ['shop.example'] } },
  ]);
});
