import sharp from 'sharp';
import { MAX_PICTURE_BYTES, pictureTypeOf } from './contact.schema.ts';

/** A few kilobytes can say that they are a billion pixels. */
const MAX_PIXELS = 50_000_000;
const MAX_SIDE = 2_400;
const TIMEOUT_SECONDS = 15;

/**
 * The picture made anew as a JPEG without place, camera or anything else that came with it; null where the bytes are
 * no PNG or JPEG that can be shown, whatever their name says.
 */
export async function remakePicture(bytes: Uint8Array): Promise<Buffer | null> {
  if (bytes.length === 0 || bytes.length > MAX_PICTURE_BYTES || pictureTypeOf(bytes) === null) return null;
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer();
  } catch {
    // Broken, a bomb, or a format in disguise: nothing we could show.
    return null;
  }
}
