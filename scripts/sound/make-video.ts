// Generates the studio picture of 叱咤903. Run manually on a machine with ffmpeg and the Noto CJK fonts:
//   node scripts/sound/make-video.ts
// The result in sandbox/stations/loops is committed, like the sound of make.ts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { VIDEO_FPS, VIDEO_FRAMES, VIDEO_HEIGHT, VIDEO_WIDTH } from './stage.ts';
import { studioFrame } from './studio.ts';

const OUT = 'sandbox/stations/loops/903-v360.h264';
const KEYFRAME_EVERY = 96;
const work = mkdtempSync(join(tmpdir(), 'studio-'));
const master = join(work, 'master.mkv');

/** Runs ffmpeg and resolves on success; `feed` may write to its input meanwhile. */
async function ffmpeg(args: string[], feed?: (input: NodeJS.WritableStream) => Promise<void>): Promise<void> {
  const child = spawn('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = once(child, 'close');
  await feed?.(child.stdin);
  child.stdin.end();
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`ffmpeg exited with code ${code}`);
}

const size = `${VIDEO_WIDTH}x${VIDEO_HEIGHT}`;
await ffmpeg(
  ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', size, '-r', String(VIDEO_FPS), '-i', '-', '-c:v', 'ffv1', master],
  async (input) => {
    for (let frame = 0; frame < VIDEO_FRAMES; frame++) {
      const pixels = await sharp(Buffer.from(studioFrame(frame)))
        .removeAlpha()
        .raw()
        .toBuffer();
      if (!input.write(pixels)) await once(input, 'drain');
    }
  },
);

// No B-frames, so that decoding order is display order; one slice per frame; a key frame at every segment.
const coding = `bframes=0:scenecut=0:keyint=${KEYFRAME_EVERY}:min-keyint=${KEYFRAME_EVERY}:slices=1:colorprim=bt709:transfer=bt709:colormatrix=bt709`;
for (const pass of ['1', '2']) {
  await ffmpeg([
    '-i', master,
    '-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p',
    '-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'animation', '-profile:v', 'high', '-level', '3.0',
    '-b:v', '320k', '-maxrate', '600k', '-bufsize', '1200k', '-x264-params', coding,
    '-pass', pass, '-passlogfile', join(work, 'pass'),
    '-f', 'h264', pass === '1' ? '/dev/null' : OUT,
  ]); // prettier-ignore
}
console.log(OUT, 'done');
