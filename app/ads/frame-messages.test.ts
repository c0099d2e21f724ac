import { expect, it } from 'vitest';
import { readBids, readSlotMessage } from './frame-messages.ts';

it('reads what an auction brought, and no answer to another question', () => {
  const told = {
    type: 'bids',
    id: 3,
    slots: [{ name: 'home-banner-1', bidder: 'demo', cpmHkd: 4.2, targeting: { hb_pb: '4.20', n: 3 } }],
    timedOut: ['slow', 4],
  };
  expect(readBids(told, 3)).toEqual({
    timedOut: ['slow'],
    bids: [{ name: 'home-banner-1', bidder: 'demo', cpmHkd: 4.2, targeting: { hb_pb: '4.20', n: '' } }],
  });
  expect(readBids(told, 4)).toBeNull();
});

it.each([null, 'rendered', [], { type: 'navigate', to: 'https://elsewhere.test' }, { type: ['rendered'] }])(
  'ignores a message that is no state of an ad slot: %j',
  (data) => {
    expect(readSlotMessage(data)).toBeNull();
    expect(readBids(data, 1)).toBeNull();
  },
);

it.each([[[970, 250]], [[0, 250]], [[-1, 2]], [[1.5, 2]], [['300', 250]], [[300]], [null], [[300, 1e9]]])(
  'takes a size only where it is one: %j',
  (size) => {
    const told = readSlotMessage({ type: 'rendered', size, advertiser: 'x'.repeat(900), why: {} });
    const isOne = Array.isArray(size) && size[0] === 970;
    expect(told).toMatchObject({ size: isOne ? [970, 250] : null, why: '', advertiser: 'x'.repeat(200) });
  },
);
