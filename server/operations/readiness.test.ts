import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { reasonsNotReady, silentAtStart, soundReadiness, type ReadinessInput } from './readiness.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A process that puts the demo's channels on air, of which `heard` can be heard. */
function processWith({
  heard,
  ...own
}: Partial<ReadinessInput> & { heard: (channelId: number) => Promise<boolean> }): ReadinessInput {
  return {
    database: { db: { execute: async () => ({}) } },
    media: { isIndexed: () => true, isHeard: heard, spoolHealth: () => null },
    peers: null,
    services: new Set(['web', 'media', 'stations']),
    config: readConfig({}),
    draining: false,
    wasOnAir: false,
    ...own,
  } as unknown as ReadinessInput;
}

it('tells a balancer within its second that sound can be served, though the database says nothing at all', async () => {
  const silent = { db: { execute: () => new Promise(() => {}) } } as unknown as ReadinessInput['database'];
  const asked = processWith({ heard: async () => true, database: silent });
  const [sound, all] = [soundReadiness(asked), reasonsNotReady(asked)];
  await vi.advanceTimersByTimeAsync(999);
  expect(await sound).toEqual({ reasons: [], warnings: ['the database does not respond'] });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await all).toEqual(['the database does not respond']);
});

it('is ready for sound once it has read the index, with the newest edges, whether the database is there or not', async () => {
  const media = { isIndexed: () => false, isHeard: async () => true } as unknown as ReadinessInput['media'];
  const away = { db: { execute: () => Promise.reject(new Error('away')) } } as unknown as ReadinessInput['database'];
  const asked = processWith({ heard: async () => true, services: new Set(['media'] as const) });
  expect((await soundReadiness({ ...asked, media })).reasons).toEqual(['the segment index has not been loaded yet']);
  expect(await soundReadiness({ ...asked, database: away })).toEqual({
    reasons: [],
    warnings: ['the database does not respond'],
  });
});

it('is not ready until each channel was heard once, and stays so when one falls silent later', async () => {
  const heard = new Set<number>([881, 903]);
  const asked = processWith({ heard: async (channelId) => heard.has(channelId) });
  const [reasons, sound] = await Promise.all([reasonsNotReady(asked), soundReadiness(asked)]);
  expect([reasons, sound.reasons]).toEqual([
    ['the playlist of channel 864 is not available yet'],
    ['the playlist of channel 864 is not available yet'],
  ]);
  heard.add(864);
  expect(await silentAtStart(asked)).toEqual([]);
  heard.clear();
  expect(await reasonsNotReady(asked)).toEqual([]);
});

it('takes a channel that cannot be looked up for silent', async () => {
  const asked = processWith({ heard: () => Promise.reject(new Error('the disk has a fault')) });
  expect(await silentAtStart(asked)).toEqual([881, 903, 864]);
});

it('waits for no encoder that is not its own to start', async () => {
  const asked = processWith({ heard: async () => false, services: new Set(['web', 'media'] as const) });
  expect(await reasonsNotReady(asked)).toEqual([]);
});
