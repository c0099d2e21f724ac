import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTestFolder } from '#tests/setup/test-folder.ts';

const run = promisify(execFile);

export interface PushedSound {
  init: Buffer;
  segments: Buffer[];
}

/** Real 4 s segments of a tone, encoded by ffmpeg faster than real time. */
export async function makeSound({
  seconds,
  frequency = 440,
  bitrate = '64k',
  codec = ['-c:a', 'aac', '-b:a', bitrate],
  video = false,
}: {
  seconds: number;
  frequency?: number;
  bitrate?: string;
  codec?: string[];
  video?: boolean;
}): Promise<PushedSound> {
  const folder = makeTestFolder('sound');
  try {
    const picture = ['-f', 'lavfi', '-i', `testsrc=size=640x360:rate=25`];
    const h264 = [
      '-map',
      '0:a',
      '-map',
      '1:v',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-g',
      '50',
      '-pix_fmt',
      'yuv420p',
    ];
    await run('ffmpeg', [
      ...`-hide_banner -loglevel error -f lavfi -i sine=frequency=${frequency}:sample_rate=48000`.split(' '),
      ...(video ? picture : []),
      '-t',
      String(seconds),
      ...(video ? h264 : []),
      ...codec,
      ...'-f hls -hls_time 4 -hls_list_size 0 -hls_segment_type fmp4'.split(' '),
      '-hls_segment_filename',
      join(folder, '%03d.m4s'),
      join(folder, 'index.m3u8'),
    ]);
    const names = readdirSync(folder).filter((name) => name.endsWith('.m4s'));
    return {
      init: readFileSync(join(folder, 'init.mp4')),
      segments: names.toSorted().map((name) => readFileSync(join(folder, name))),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An encoder's playlist naming segments of 4 s. */
export function playlistNaming(files: readonly string[], startsAt: number): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:4',
    '#EXT-X-MAP:URI="init.mp4"',
    ...files.flatMap((file, i) => [
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(startsAt + i * 4_000).toISOString()}`,
      '#EXTINF:4.0,',
      file,
    ]),
    '',
  ].join('\n');
}
