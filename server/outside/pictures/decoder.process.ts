// Separate program, run by decoder.ts: reads a picture and writes a JPEG. Any exit status but 0 means that the picture
// is not displayable.
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { PICTURE_LIMITS } from '#shared/limits.ts';

const MAX_SIDE = 2_400;
const TIMEOUT_SECONDS = 40;
const LOOK_EACH_MS = 20;
const OUT_OF_MEMORY = 3;

const maxMemoryBytes = Number(process.argv[2]);
// Decoding runs on other threads, so this loop can monitor memory.
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemoryBytes) process.exit(OUT_OF_MEMORY);
}, LOOK_EACH_MS).unref();
sharp.concurrency(1);
sharp.cache(false);

const remade = await sharp(await buffer(process.stdin), {
  limitInputPixels: PICTURE_LIMITS.pixels,
  failOn: 'error',
  pages: 1,
})
  .timeout({ seconds: TIMEOUT_SECONDS })
  .autoOrient()
  .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
  .flatten({ background: '#ffffff' })
  .jpeg({ quality: 82, mozjpeg: true })
  .toBuffer();
process.stdout.write(remade);
