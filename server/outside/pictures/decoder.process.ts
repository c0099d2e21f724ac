// Separate program, run by decoder.ts: reads a picture and writes a JPEG. Any exit status but 0 means that the picture
// is not displayable.
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { PICTURE_LIMITS } from '#shared/limits.ts';
import { limitMemory } from './memory-limit.ts';

const MAX_SIDE = 2_400;
const TIMEOUT_SECONDS = 40;

limitMemory();

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
