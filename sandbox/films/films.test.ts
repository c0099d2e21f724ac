import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listReels, readReelText, REEL_FPS, SEGMENT_SECONDS, tracksOf } from './films.ts';

const MAX_BYTES = 13_000_000;

it('ships eight films with a trailer each, one of them in full HD, in few bytes', () => {
  const reels = listReels();
  expect(new Set(reels.map(({ slug }) => slug)).size).toBe(8);
  expect(reels.filter(({ sizes }) => sizes.some(({ name }) => name === 'v21')).map(({ slug }) => slug)).toEqual([
    'night-tram',
  ]);
  expect(reels.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(MAX_BYTES);
  for (const { slug, segments, trailer } of reels) {
    // Long enough to seek in.
    expect([slug, segments * SEGMENT_SECONDS >= 80]).toEqual([slug, true]);
    expect([slug, trailer.every((segment) => segment < segments)]).toEqual([slug, true]);
    for (const file of ['-zh-HK.vtt', '-en.vtt', '-chapters.vtt'])
      expect(readReelText(slug, file)).toMatch(/^WEBVTT\n\n/);
  }
});

it('lays sound and picture together so that a decoder has nothing to complain of', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reels-'));
  try {
    for (const reel of listReels()) {
      const order = reel.trailer;
      for (const { name, init, segments } of tracksOf(reel, order)) {
        const file = join(folder, `${reel.slug}-${name}.mp4`);
        writeFileSync(file, Buffer.concat([init.bytes, ...segments.map(({ bytes }) => bytes)]));
        const { stdout, stderr } = spawnSync(
          'ffprobe',
          ['-v', 'error', '-count_frames', '-show_entries', 'stream=codec_type,nb_read_frames', '-of', 'csv=p=0', file],
          { encoding: 'utf8' },
        );
        expect([reel.slug, name, stderr]).toEqual([reel.slug, name, '']);
        if (name !== 'audio') expect(stdout).toContain(`video,${order.length * SEGMENT_SECONDS * REEL_FPS}`);
        expect(stdout).toContain('audio,');
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
