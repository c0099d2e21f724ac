import type { FastifyInstance } from 'fastify';
import type { Sharp } from 'sharp';
import type { PictureCache } from './picture-cache.ts';
import type { PictureSource, PictureSources } from './picture-sources.ts';
import { asFile } from '#server/web/security-headers.ts';
import { DomainError } from '#shared/domain-error.ts';
import { PICTURE_WIDTHS } from '#shared/media/picture.ts';

const FORMATS = {
  // Flat colours meet in hard edges, which plain chroma subsampling would smear.
  webp: (image: Sharp) => image.webp({ quality: 78, effort: 4, smartSubsample: true }),
  avif: (image: Sharp) => image.avif({ quality: 58, effort: 3 }),
  jpg: (image: Sharp) => image.flatten({ background: INK }).jpeg({ quality: 82, mozjpeg: true }),
  png: (image: Sharp) => image.png({ compressionLevel: 9 }),
} as const;
type Format = keyof typeof FORMATS;

const MIME_TYPES: Record<Format, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/** Increment when the rendering changes, so that cached pictures are regenerated. */
const RECIPE = 2;
const NAME = /^[a-z0-9-]{1,64}$/;
/** Sizes expected by others, as JPEG, such as `1200x630.jpg`: link previews and podcast directories. */
const FRAMES: Readonly<Record<string, { width: number; height: number }>> = {
  '1200x630.jpg': { width: 1200, height: 630 },
  '1400x1400.jpg': { width: 1400, height: 1400 },
};
/** From this aspect ratio on, a picture is cropped; a narrower one keeps its full height on a background. */
const WIDE_RATIO = 1.5;
const INK = '#14110e';

type Size = { kind: 'width'; width: number } | { kind: 'frame'; width: number; height: number };

interface Asked {
  size: Size;
  format: Format;
}

/** Parses `640.webp` and the like; undefined for sizes never served. */
function parseFile(file: string): Asked | undefined {
  const frame = Object.hasOwn(FRAMES, file) ? FRAMES[file] : undefined;
  if (frame) return { size: { kind: 'frame', ...frame }, format: 'jpg' };
  const [, digits = '', ending = ''] = /^([1-9]\d{1,3})\.(\w{3,4})$/.exec(file) ?? [];
  const width = Number(digits);
  if (!(PICTURE_WIDTHS as readonly number[]).includes(width) || !Object.hasOwn(FORMATS, ending)) return undefined;
  return { size: { kind: 'width', width }, format: ending as Format };
}

/** Renders a source at a served size. A drawing is a vector, so sharp rasterises it at that size. */
async function encode(source: PictureSource, { size, format }: Asked): Promise<Buffer> {
  const { isDrawing } = source;
  const image = await source.open();
  if (size.kind === 'width')
    return FORMATS[format](image.resize({ width: size.width, withoutEnlargement: !isDrawing })).toBuffer();
  const { width, height } = size;
  const drawn = await image.metadata();
  // A cover is square: cropping a wide drawing would lose half of it. A photograph is cropped at its focal point.
  const fits = !isDrawing || (width > height && drawn.width / drawn.height >= WIDE_RATIO);
  return FORMATS[format](image.resize({ width, height, fit: fits ? 'cover' : 'contain', background: INK })).toBuffer();
}

/**
 * `GET /pictures/:name/:width.:format`, made from a drawing or a picture of the library on first request and cached on disk. Each picture
 * is made once however many wait, two at a time at most. An address with a drawing's hash as `v` never changes and is
 * cached for a year, one without for an hour; one of the library for minutes, as its picture may be withdrawn.
 */
export async function pictures(
  app: FastifyInstance,
  { sources, kept }: { sources: PictureSources; kept: PictureCache },
): Promise<void> {
  app.get<{ Params: { name: string; file: string }; Querystring: { v?: unknown } }>(
    '/pictures/:name/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const { name, file } = request.params;
      const wanted = parseFile(file);
      if (!wanted || !NAME.test(name)) {
        throw new DomainError(
          'invalidParam',
          `the path must have the form /pictures/NAME/WIDTH.FORMAT with a width of ${PICTURE_WIDTHS.join(', ')} and a format of ${Object.keys(FORMATS).join(', ')}`,
        );
      }
      const { size } = wanted;
      const source = await sources.find(name, size.kind === 'frame' ? size.width / size.height : null);
      const { hash, cacheControl } = source;
      const key = `${name}-${hash}-${RECIPE}-${file}`;
      const etag = `"${hash}-${RECIPE}-${file}"`;
      const isKnown = request.headers['if-none-match'] === etag;
      const bytes = isKnown ? undefined : await kept.get(key, () => encode(source, wanted));
      const type = MIME_TYPES[wanted.format];
      void asFile(reply, type)
        .header('ETag', etag)
        .header('Cache-Control', request.query.v === hash ? cacheControl.hashed : cacheControl.plain);
      return isKnown ? reply.code(304).send() : reply.type(type).send(bytes);
    },
  );
}
