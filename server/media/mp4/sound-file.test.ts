import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audioProgramme } from '#sandbox/stations/loops.ts';
import { decodeTimeMarks, instantOf, SEGMENT_MS } from '#sandbox/stations/time-mark.ts';
import { readSoundFile } from './sound-file.ts';

const COUNT = 12;
const K0 = Math.floor(Date.UTC(2026, 10, 1) / SEGMENT_MS);
const { init, segment } = audioProgramme(881, 'a64');
const segments = Array.from({ length: COUNT }, (_, i) => segment(K0 + i));

let folder: string;
const at = (name: string) => join(folder, name);
const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args]);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tape-'));
  writeFileSync(at('fragmented.mp4'), Buffer.concat([init, ...segments]));
  for (const name of ['plain.m4a', 'raw.aac']) ffmpeg('-i', at('fragmented.mp4'), '-c', 'copy', at(name));
  ffmpeg('-i', at('plain.m4a'), '-c', 'copy', '-movflags', '+faststart', at('fast.m4a'));
  ffmpeg(
    '-i',
    at('plain.m4a'),
    '-c',
    'copy',
    '-movflags',
    'frag_keyframe+empty_moov',
    '-frag_duration',
    '9000000',
    at('long.mp4'),
  );
  mkdirSync(at('hls'));
  writeFileSync(at('hls/init.mp4'), init);
  for (const [i, bytes] of segments.entries()) writeFileSync(at(`hls/${i}.m4s`), bytes);
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:4', '#EXT-X-MAP:URI="init.mp4"'];
  for (const i of segments.keys()) lines.push('#EXTINF:3.84,', `${i}.m4s`);
  writeFileSync(at('hls/index.m3u8'), [...lines, '#EXT-X-ENDLIST', ''].join('\n'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = async (name: string) => {
  const file = await readSoundFile(at(name));
  return { ...file, cut: [...file.segments()] };
};

/** Air time of each decoded segment, by its time mark, and its position in the sound. */
function marksIn(cut: readonly { bytes: Buffer }[], head: Buffer) {
  writeFileSync(at('cut.mp4'), Buffer.concat([head, ...cut.map(({ bytes }) => bytes)]));
  const args = ['-v', 'error', '-i', at('cut.mp4'), '-ac', '1', '-ar', '48000', '-f', 'f32le', '-'];
  const pcm = execFileSync('ffmpeg', args, { maxBuffer: 1 << 28 });
  return decodeTimeMarks(new Float32Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.length)), 48_000);
}

describe('a file of sound', () => {
  it.each(['fragmented.mp4', 'plain.m4a', 'fast.m4a', 'long.mp4', 'raw.aac', 'hls', 'hls/index.m3u8'])(
    'is cut into segments that play all of it, in place: %s',
    async (name) => {
      const { rendition, durationMs, cut, init: head } = await read(name);
      expect([rendition, durationMs]).toEqual(['a64', COUNT * SEGMENT_MS]);
      for (const { durationMs: each } of cut) expect(each).toBeLessThanOrEqual(4_000);
      expect(cut.reduce((sum, each) => sum + each.durationMs, 0)).toBe(durationMs);
      const marks = marksIn(cut, head.bytes);
      expect(marks.map(({ segmentNumber }) => instantOf(segmentNumber, new Date(K0 * SEGMENT_MS)).getTime())).toEqual(
        segments.map((_, i) => (K0 + i) * SEGMENT_MS),
      );
      for (const [i, { atSample }] of marks.entries())
        expect(Math.abs(atSample / 48_000 - (i * SEGMENT_MS) / 1000)).toBeLessThan(0.05);
    },
  );

  it('does not drift: rounding does not add up', async () => {
    const { cut } = await read('plain.m4a');
    for (const [i, { mediaStartMs }] of cut.entries()) expect(mediaStartMs).toBe(Math.round((i * 187 * 1024) / 48));
  });

  it('of more than the highest quality is refused', async () => {
    const noise = ['-f', 'lavfi', '-i', 'anoisesrc=d=3:r=48000', '-ac', '2', '-c:a', 'aac'];
    ffmpeg(...noise, '-b:a', '320k', at('loud.m4a'));
    await expect(read('loud.m4a')).rejects.toMatchObject({ detail: expect.stringContaining('the maximum is 128') });
  });
});

describe('what cannot be cut without coding it anew', () => {
  const sine = ['-f', 'lavfi', '-i', 'sine=d=3:r=48000'];
  it.each([
    ['x.mp3', ['-c:a', 'libmp3lame'], 'is MP3'],
    ['x.wav', [], 'is WAV'],
    ['x.flac', [], 'is FLAC'],
    ['x.ogg', ['-c:a', 'libopus'], 'is Ogg'],
    ['x.ts', ['-c:a', 'aac'], 'is an MPEG transport stream'],
    ['alac.m4a', ['-c:a', 'alac'], 'is encoded as "alac"'],
    ['six.m4a', ['-c:a', 'aac', '-ac', '6'], 'is not AAC-LC'],
  ])('%s is refused with what it is and what would do', async (name, args, what) => {
    ffmpeg(...sine, ...args, at(name));
    await expect(read(name)).rejects.toMatchObject({
      errorName: 'unsupportedMediaType',
      detail: expect.stringMatching(new RegExp(`^${name} ${what}.*AAC-LC`)),
    });
  });

  it.each([
    ['text.m4a', Buffer.from('this is no sound at all'), 'has an unknown format'],
    ['empty.m4a', Buffer.alloc(0), 'is empty'],
    ['head.mp4', init, 'has less than one second of audio'],
    ['half.mp4', Buffer.concat([init, segments[0]!]).subarray(0, 9_000), 'is invalid'],
    ['bad.m3u8', Buffer.from('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8\n'), 'is a multivariant playlist'],
    [
      'away.m3u8',
      Buffer.from('#EXTM3U\n#EXT-X-MAP:URI="../../etc/passwd"\n1.m4s\n'),
      'which is not in the same folder',
    ],
  ])('%s is refused and nothing of it is taken', async (name, bytes, what) => {
    writeFileSync(at(name), bytes);
    await expect(read(name)).rejects.toMatchObject({
      errorName: 'unsupportedMediaType',
      detail: expect.stringContaining(what),
    });
  });

  it('a file that is not there is said to be so', async () => {
    await expect(read('nowhere.m4a')).rejects.toMatchObject({ errorName: 'fileNotFound' });
  });
});
