import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clockFace, FACE_COLUMNS, readStripes, STRIPES_AT } from './clock-face.ts';
import { EVENT_SEGMENT_MS, eventProgramme } from './event.ts';
import { decodeTimeMarks, SEGMENT_MS } from './time-mark.ts';

const PICTURES = 24;
/** An afternoon instant at which a radio segment begins too. */
const first = Math.floor(Date.parse('2026-11-21T04:00:00Z') / SEGMENT_MS) * 4;

/** Decodes segments with ffmpeg and returns output and warnings. */
function decoded(rendition: 'v21' | 'v24' | 'v25' | 'audio', from: number, count: number, how: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'event-'));
  try {
    const programme = eventProgramme(rendition);
    const segments = Array.from({ length: count }, (_, i) => programme.segment(from + i));
    writeFileSync(join(folder, 'event.mp4'), Buffer.concat([programme.init, ...segments]));
    const args = ['-v', 'warning', '-i', join(folder, 'event.mp4'), ...how, '-'];
    const { stdout, stderr } = spawnSync('ffmpeg', args, { maxBuffer: 1 << 28 });
    return { bytes: stdout, complaints: stderr.toString() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it.each([
  ['v21', 1920],
  ['v24', 1280],
  ['v25', 640],
] as const)('%s: each of its frames, decoded from any segment on, tells when it was made', (rendition, width) => {
  const from = first + 3;
  const line = `format=gray,crop=in_w:2:0:floor(in_h*${STRIPES_AT})`;
  const how = `-map 0:v -vf ${line} -fps_mode passthrough -f rawvideo -pix_fmt gray`.split(' ');
  const { bytes, complaints } = decoded(rendition, from, 3, how);
  expect(complaints).toBe('');
  const frames = Array.from({ length: bytes.length / (2 * width) }, (_, i) => bytes.subarray(i * 2 * width));
  const told = frames.map((pixels) =>
    readStripes(
      Array.from({ length: FACE_COLUMNS }, (_, i) => pixels[Math.floor(((i + 0.5) * width) / FACE_COLUMNS)]!),
    ),
  );
  expect(told).toEqual(Array.from({ length: 3 * PICTURES }, (_, i) => from * PICTURES + i));
});

it('shows the time of Hong Kong in digits', () => {
  const picture = clockFace(Date.parse('2026-11-21T04:57:20Z') / 40, FACE_COLUMNS, 23);
  const rows = [5, 6, 7, 8, 9].map((row) =>
    [...picture.subarray(row * FACE_COLUMNS + 6, row * FACE_COLUMNS + 34)]
      .map((level) => (level > 128 ? '#' : ' '))
      .join('')
      .trimEnd(),
  );
  expect(rows).toEqual([
    ' #  ###   ### ###   ### ###',
    '##    # # #     # #   # # #',
    ' #  ###   ###   #   ### # #',
    ' #  #   #   #   # # #   # #',
    '### ###   ###   #   ### ###',
  ]);
});

it('takes what is no picture of the clock for none', () => {
  expect(readStripes(Array.from({ length: FACE_COLUMNS }, () => 30))).toBeUndefined();
  expect(readStripes(Array.from({ length: FACE_COLUMNS }, (_, i) => (i === 39 ? 30 : 220)))).toBeUndefined();
});

it.each(['v25', 'audio'] as const)('%s: its sound has the marks of the same instant', (rendition) => {
  const { bytes } = decoded(rendition, first, 12, '-ac 1 -ar 48000 -f f32le'.split(' '));
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  expect(decodeTimeMarks(samples, 48_000).map((mark) => [mark.channel, mark.segmentNumber])).toEqual(
    [0, 1, 2].map((k) => [864, (first / 4 + k) % 65_536]),
  );
});

it('begins with a key frame each second, and stays small', () => {
  const { segment } = eventProgramme('v21');
  expect(EVENT_SEGMENT_MS).toBeLessThanOrEqual(1_000);
  expect(segment(first).length).toBeLessThan(64_000);
  // Two encoders produce the same for the same instant.
  expect(eventProgramme('v21').segment(first).equals(segment(first))).toBe(true);
});
