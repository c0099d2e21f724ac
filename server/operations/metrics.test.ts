import { expect, it } from 'vitest';
import { metricsOf } from '#tests/factories/server/metrics.ts';

it('tells who is on call how old the sound of each rendition is, who is late, what is refused and what is left of the disk', async () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const edges = { a64: now.getTime() - 5_000, a128: null, v360: null };
  const metrics = metricsOf({
    media: () => ({
      status: () => [
        { channelId: 881, fresh: true, edges },
        { channelId: 903, fresh: false, edges: { ...edges, a64: now.getTime() - 90_000 } },
      ],
      spoolHealth: () => ({ isUp: false, unsettled: 7 }),
      lags: () => [{ encoder: 'studio-a', streamId: 903, rendition: 'a64', behindMs: 90_000 }],
    }),
    disk: async () => ({ freeBytes: 1_000, totalBytes: 5_000, isFull: true }),
    now: () => now,
  });
  metrics.countRefusedPush('silent');
  metrics.countFreedLocks(3);
  const lines = (await metrics.text()).split('\n');
  for (const line of [
    'channels_on_air 1',
    'edge_age_seconds{channel="881",rendition="a64"} 5',
    'edge_age_seconds{channel="903",rendition="a64"} 90',
    'encoder_behind_seconds{encoder="studio-a",channel="903",rendition="a64"} 90',
    'refused_pushes_total{reason="silent"} 1',
    // Present from the start, so that the first occurrence is an increase.
    'refused_pushes_total{reason="token"} 0',
    'job_locks_freed_total 3',
    'live_spool_up 0',
    'live_spool_unsettled 7',
    'disk_full 1',
    'disk_free_bytes 1000',
  ])
    expect(lines).toContain(line);
  expect(lines.filter((line) => line.startsWith('edge_age_seconds{'))).toHaveLength(2);
});
