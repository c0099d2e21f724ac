import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { audioProgramme } from './loops.ts';
import { decodeTimeMarks, instantOf, SEGMENT_MS } from './time-mark.ts';

/** Decodes a station's segments like a listener's player. */
function heard(
  station: 881 | 903 | 864,
  rendition: 'a64' | 'a128',
  first: number,
  count: number,
  rate: number,
): Float32Array {
  const dir = mkdtempSync(join(tmpdir(), 'mark-'));
  const { init, segment } = audioProgramme(station, rendition);
  const file = join(dir, 'sound.mp4');
  writeFileSync(file, Buffer.concat([init, ...Array.from({ length: count }, (_, i) => segment(first + i))]));
  const complaints = execFileSync(
    'ffprobe',
    ['-v', 'warning', '-show_entries', 'format=duration', '-of', 'csv=p=0', file],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  expect(Number(complaints)).toBeGreaterThan(0);
  const pcm = execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-ac', '1', '-ar', String(rate), '-f', 'f32le', '-'], {
    maxBuffer: 1 << 28,
  });
  return new Float32Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.length));
}

const now = Date.parse('2026-11-21T04:00:00Z');
const first = Math.floor(now / SEGMENT_MS);

it.each([
  [881, 'a64', 48_000],
  [881, 'a128', 44_100],
  [903, 'a64', 44_100],
  [903, 'a128', 48_000],
  [864, 'a64', 48_000],
  [864, 'a128', 44_100],
] as const)('says which station and when in every segment of %s %s at %s Hz', (station, rendition, rate) => {
  const count = 18;
  const marks = decodeTimeMarks(heard(station, rendition, first, count, rate), rate);
  expect(marks.map((m) => m.channel)).toEqual(Array.from({ length: count }, () => station));
  expect(marks.map((m) => instantOf(m.segmentNumber, new Date(now)).getTime())).toEqual(
    Array.from({ length: count }, (_, i) => (first + i) * SEGMENT_MS),
  );
  // The mark is within five hundredths of a second of the start of its segment.
  for (const [i, mark] of marks.entries()) expect(Math.abs(mark.atSample / rate - i * 3.84)).toBeLessThan(0.05);
});

it('hears a mark from the middle of a segment on, at any gain', () => {
  const pcm = heard(864, 'a128', first, 4, 48_000)
    .slice(60_000)
    .map((v) => v * 0.2);
  expect(decodeTimeMarks(pcm, 48_000).map((m) => m.segmentNumber)).toEqual([1, 2, 3].map((i) => (first + i) % 65_536));
});

it('hears nothing in silence and in noise', () => {
  expect(decodeTimeMarks(new Float32Array(480_000), 48_000)).toEqual([]);
  let seed = 7;
  const noise = Float32Array.from(
    { length: 480_000 },
    () => ((seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 1_073_741_824 - 1) * 0.3,
  );
  expect(decodeTimeMarks(noise, 48_000)).toEqual([]);
});
