import { expect, it } from 'vitest';
import { createLagWatch } from './encoder-lag.ts';

const stream = { id: 903, kind: 'channel', targetMs: 4_000, ladder: ['a64'], windowMs: null } as const;
const feed = { encoder: { id: 1, name: 'studio-a', stream }, rendition: 'a64' } as const;

it('tells of a clock that stays behind, once a minute, and not of sound that an outage left behind', () => {
  let atMs = 0;
  const told: unknown[] = [];
  const log = { warn: (facts: unknown) => void told.push(facts) };
  const watch = createLagWatch({ log, now: () => new Date(atMs) } as Parameters<typeof createLagWatch>[0]);
  // Catches up within a minute.
  for (; atMs < 40_000; atMs += 4_000) watch.note(feed, 60_000 - atMs);
  watch.note(feed, 0);
  expect([told, watch.list()]).toEqual([[], []]);
  // Half a minute late for three minutes.
  for (const endMs = atMs + 180_000; atMs <= endMs; atMs += 4_000) watch.note(feed, 30_000);
  expect(told).toHaveLength(3);
  expect(told[0]).toMatchObject({ encoder: 'studio-a', streamId: 903, behindSeconds: 30 });
  expect(watch.list()).toEqual([{ encoder: 'studio-a', streamId: 903, rendition: 'a64', behindMs: 30_000 }]);
  // An encoder that no longer pushes has no lag.
  atMs += 120_000;
  expect(watch.list()).toEqual([]);
});
