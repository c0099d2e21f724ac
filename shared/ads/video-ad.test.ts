import { expect, it } from 'vitest';
import { readVideoAdOrder, readVideoAdWord } from './video-ad.ts';

const started = { type: 'started', seconds: 15, skipAfterSeconds: 5, advertiser: 'tea', creative: '1' };

it('believes of a frame no more than a video advertisement can be', () => {
  expect(readVideoAdWord(started)).toEqual(started);
  expect(readVideoAdWord({ ...started, skipAfterSeconds: '0' })).toMatchObject({ skipAfterSeconds: null });
  expect(readVideoAdWord({ ...started, advertiser: 'x'.repeat(9_999) })).toMatchObject({ advertiser: 'x'.repeat(200) });
  expect(readVideoAdWord({ type: 'failed', fault: '<b>' })).toEqual({ type: 'failed', fault: 'media' });
  for (const seconds of [0, 0.9, 601, Infinity, NaN, '15', null])
    expect(readVideoAdWord({ ...started, seconds })).toBeNull();
  for (const word of [null, 1, 'ended', [], {}, { type: 'time', atSeconds: -1 }, { type: 'quartile', quartile: 4 }])
    expect(readVideoAdWord(word)).toBeNull();
});

it('obeys a page within bounds: never louder than half', () => {
  const play = { type: 'play', url: '/a', volume: 1, muted: false, consent: 3 };
  expect(readVideoAdOrder(play)).toMatchObject({ volume: 0.5 });
  expect(readVideoAdOrder({ ...play, volume: 0.2 })).toMatchObject({ volume: 0.2 });
  expect(readVideoAdOrder({ ...play, consent: '3' })).toBeNull();
  expect(readVideoAdOrder({ type: 'stop' })).toBeNull();
});
