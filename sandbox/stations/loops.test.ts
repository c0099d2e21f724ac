import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { videoProgramme } from './loops.ts';
import { decodeTimeMarks, SEGMENT_MS } from './time-mark.ts';

const first = Math.floor(Date.parse('2026-11-21T04:00:00Z') / SEGMENT_MS);

/** Writes the studio picture of 903 from one segment on to a file. */
function studio(from: number, count: number): string {
  const programme = videoProgramme(903);
  if (programme === null) throw new Error('903 has no picture');
  const file = join(mkdtempSync(join(tmpdir(), 'studio-')), 'studio.mp4');
  const segments = Array.from({ length: count }, (_, i) => programme.segment(from + i));
  writeFileSync(file, Buffer.concat([programme.init, ...segments]));
  return file;
}

it('shows a key frame at the start of every segment and 96 frames in it, in step with the sound', () => {
  const file = studio(first, 9);
  const rows = execFileSync(
    'ffprobe',
    ['-v', 'error', '-show_entries', 'packet=codec_type,pts_time,flags', '-of', 'csv=p=0', file],
    { encoding: 'utf8' },
  );
  const packets = rows
    .trim()
    .split('\n')
    .map((row) => row.split(','));
  const pictures = packets.filter(([kind]) => kind === 'video');
  const sounds = packets.filter(([kind]) => kind === 'audio');
  expect([pictures.length, sounds.length]).toEqual([9 * 96, 9 * 180]);
  expect(pictures.flatMap(([, , flags], i) => (flags?.startsWith('K') ? [i] : []))).toEqual(
    Array.from({ length: 9 }, (_, i) => i * 96),
  );
  for (let i = 0; i < 9; i++) expect(Number(pictures[i * 96]?.[1])).toBeCloseTo(Number(sounds[i * 180]?.[1]), 3);
});

it('decodes without a complaint from any segment on, across the end of the loop', () => {
  for (const from of [first, first + 5]) {
    const run = spawnSync('ffmpeg', ['-v', 'warning', '-i', studio(from, 5), '-f', 'null', '-'], { encoding: 'utf8' });
    expect({ status: run.status, complaints: run.stderr }).toEqual({ status: 0, complaints: '' });
  }
});

it('carries the time mark of the same instant as the sound-only renditions', () => {
  const pcm = execFileSync('ffmpeg', ['-v', 'error', '-i', studio(first, 3), '-ac', '1', '-f', 'f32le', '-'], {
    maxBuffer: 1 << 28,
  });
  const samples = new Float32Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.length));
  expect(decodeTimeMarks(samples, 48_000).map((m) => [m.channel, m.segmentNumber])).toEqual(
    [0, 1, 2].map((i) => [903, (first + i) % 65_536]),
  );
});

it('gives the other stations no picture', () => {
  expect([videoProgramme(881), videoProgramme(864)]).toEqual([null, null]);
});

it('stays light enough to live in the repository', () => {
  const dir = 'sandbox/stations/loops';
  const bytes = readdirSync(dir).map((file) => ({ file, size: statSync(join(dir, file)).size }));
  const sum = (part: typeof bytes) => part.reduce((total, { size }) => total + size, 0);
  expect(sum(bytes.filter(({ file }) => !file.endsWith('.h264')))).toBeLessThan(8_000_000);
  expect(sum(bytes.filter(({ file }) => file.endsWith('.h264')))).toBeLessThan(1_500_000);
});
