import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#tests/setup/site.ts';
import { VASTClient } from '../../ads/libraries/vast-client.ts';
import { startAdWorld } from './ads-world.ts';

interface Linear {
  type: string;
  duration: number;
  skipDelay: number | null;
  mediaFiles: { mimeType: string; fileURL: string; apiFramework: string | null }[];
  trackingEvents: Record<string, string[]>;
  videoClickThroughURLTemplate: { url: string };
}
interface Ad {
  errorURLTemplates: string[];
  impressionURLTemplates: unknown[];
  creatives: Linear[];
}

let world: Awaited<ReturnType<typeof startAdWorld>>;
beforeAll(async () => {
  world = await startAdWorld({ port: await freePort(), waits: { slow: 0, late: 0 } });
});
afterAll(() => world.stop());

const read = async (misbehaviour: string, wrapperLimit = 6) => {
  const { ads } = (await new VASTClient().get(`${world.url}/vast?ad=${misbehaviour}`, { wrapperLimit })) as {
    ads: Ad[];
  };
  const ad = ads[0];
  return { ads, ad, linear: ad?.creatives.find(({ type }) => type === 'linear') };
};

describe('lists of videos, as the library of players reads them', () => {
  it('has a video of fifteen seconds that may be skipped after five, with all that is to be told of it', async () => {
    const { ads, ad, linear } = await read('');
    expect(ads).toHaveLength(1);
    expect(linear).toMatchObject({ duration: 15, skipDelay: 5 });
    expect(linear?.mediaFiles).toMatchObject([{ mimeType: 'video/mp4', apiFramework: '' }]);
    expect(Object.keys(linear?.trackingEvents ?? {})).toEqual(
      expect.arrayContaining(['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'skip']),
    );
    expect(linear?.videoClickThroughURLTemplate.url).toContain('/click?advertiser=');
    expect([ad?.errorURLTemplates.length, ad?.impressionURLTemplates.length]).toEqual([1, 1]);
    expect((await fetch(linear?.mediaFiles[0]?.fileURL ?? '')).headers.get('content-type')).toBe('video/mp4');
  });

  it('has wrappers, each with an impression of its own; seven are deeper than five may be', async () => {
    const two = await read('wrapper');
    expect(two.ad?.impressionURLTemplates).toHaveLength(3);
    expect(two.linear?.mediaFiles).toHaveLength(1);
    expect((await read('deep')).linear?.mediaFiles ?? []).toEqual([]);
  });

  it('has what must not be played: none, a program, too long, another kind, what is not there', async () => {
    expect((await read('empty')).ads).toEqual([]);
    expect((await read('vpaid')).linear?.mediaFiles[0]?.apiFramework).toBe('VPAID');
    expect((await read('long')).linear?.duration).toBe(601);
    expect((await read('mime')).linear?.mediaFiles[0]?.mimeType).toBe('video/webm');
    expect((await fetch((await read('missing')).linear?.mediaFiles[0]?.fileURL ?? '')).status).toBe(404);
    expect((await read('fixed')).linear?.skipDelay).toBe(-1);
  });

  it('answers words that are no list, and a refusal', async () => {
    expect((await read('broken')).ads).toEqual([]);
    await expect(read('down')).rejects.toThrow();
  });
});
