import fc from 'fast-check';
import { expect, it } from 'vitest';
import { agreesToAds, readAuction, readFill, readMarkup, readPrebidRequest, readSizes } from './messages.ts';
import { isPortFrom } from './page-port.ts';

const AUCTION = {
  type: 'auction',
  id: 'a1',
  slots: [{ name: 'home-rectangle-1', type: 'rectangle', sizes: [[300, 250]], floorHkd: 0.4 }],
  page: { group: 'home', variant: '', url: 'https://radio.example/', isReview: false },
  consent: 3,
  timeoutMs: 3_000,
};
const FILL = {
  type: 'fill',
  name: 'home-rectangle-1',
  sizes: [[300, 250]],
  iu: '/1234567/airwave/home',
  targeting: { hb_pb: '0.40', keys: ['a', 'b'] },
  consent: 3,
};

it('reads what the page says as it is said', () => {
  expect(readAuction(AUCTION)).toEqual(AUCTION);
  expect(readFill(FILL)).toEqual(FILL);
});

it('waits for bidders three seconds at most, whatever the page says', () => {
  for (const timeoutMs of [60_000, 0, -1, '3000', null])
    expect(readAuction({ ...AUCTION, timeoutMs })?.timeoutMs).toBe(3_000);
});

it('takes what is no number of purposes as a refusal', () => {
  for (const consent of [0, 1, '3', null, undefined, {}, true, Number.NaN]) {
    expect(agreesToAds(consent)).toBe(false);
    expect(readFill({ ...FILL, consent })?.consent).toBe(0);
  }
});

it('leaves out ad slots and sizes that are none', () => {
  expect(readSizes([[300, 250], [0, 1], [1.5, 2], ['300', 250], [9_000, 1], null, [300]])).toEqual([[300, 250]]);
  const slots = [{ ...AUCTION.slots[0], name: 'a b' }, { ...AUCTION.slots[0], floorHkd: -1 }, null, 1];
  expect(readAuction({ ...AUCTION, slots })?.slots).toEqual([]);
  expect(readFill({ ...FILL, iu: 'javascript:alert(1)' })).toBeNull();
  expect(readFill({ ...FILL, targeting: { 'a b': 'x', ok: 1, fine: 'y' } })?.targeting).toEqual({ fine: 'y' });
});

it('throws at nothing that comes over a port', () => {
  fc.assert(
    fc.property(fc.anything(), (said) => {
      readAuction(said);
      readFill(said);
      readMarkup(said, 'x');
      readPrebidRequest(said);
    }),
  );
});

it('hears a request for an offer in both forms of the universal creative, and no other word', () => {
  const said = { message: 'Prebid Request', adId: 'abc' };
  expect(readPrebidRequest(said)).toBe('abc');
  expect(readPrebidRequest(JSON.stringify(said))).toBe('abc');
  for (const other of [
    '{',
    '',
    { message: 'Prebid Event', adId: 'abc' },
    { ...said, adId: 1 },
    `"${'x'.repeat(5_000)}"`,
  ])
    expect(readPrebidRequest(other)).toBeNull();
});

it('takes the port of its own page alone', () => {
  const parent = {};
  const given = { source: parent, origin: 'https://radio.example', data: { airwave: 'port' }, ports: [{}] };
  const takes = (event: object) => isPortFrom({ ...given, ...event } as never, parent, ['https://radio.example']);
  expect(takes({})).toBe(true);
  for (const wrong of [
    { source: {} },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { data: null },
    { ports: [] },
  ])
    expect(takes(wrong)).toBe(false);
});
