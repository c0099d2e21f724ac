import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import sharp, { type Sharp } from 'sharp';
import { DomainError } from '#shared/domain-error.ts';
import { PICTURE_WIDTHS } from '#shared/picture.ts';

const FORMATS = {
  webp: (image: Sharp) => image.webp({ quality: 80, effort: 4 }),
  avif: (image: Sharp) => image.avif({ quality: 60, effort: 3 }),
  jpg: (image: Sharp) => image.jpeg({ quality: 82, mozjpeg: true }),
  png: (image: Sharp) => image.png({ compressionLevel: 9 }),
} as const;
type Format = keyof typeof FORMATS;

const NAME = /^[a-z0-9-]{1,64}$/;
/** What readers of shared links expect, in JPEG: `1200x630.jpg`. */
const SOCIAL = { file: '1200x630.jpg', width: 1200, height: 630 } as const;
/** From here on a picture is wide enough to be cut; a narrower one keeps its whole height and stands on ink. */
const WIDE_RATIO = 1.5;
const INK = '#14110e';
const AT_ONCE = 2;
/** One thread an image: several at once must not take every core from the listeners. */
sharp.concurrency(1);

interface Made {
  bytes: Buffer;
  etag: string;
}

/**
 * `GET /pictures/:name/:width.:format`, made from the stored picture when first asked for and kept on disk. A picture is
 * made once however many ask, and two at a time at most.
 */
export async function pictures(
  app: FastifyInstance,
  { artDir, cacheDir }: { artDir: string; cacheDir: string },
): Promise<void> {
  const underWay = new Map<string, Promise<Made>>();
  const waiting: (() => void)[] = [];
  let busy = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (busy >= AT_ONCE) await new Promise<void>((go) => waiting.push(go));
    busy++;
    try {
      return await work();
    } finally {
      busy--;
      waiting.shift()?.();
    }
  }

  /** The drawing as one of the sizes that are served. */
  async function draw(source: string, width: number, format: Format): Promise<Buffer> {
    const image = sharp(source, { density: 150 });
    if (width !== SOCIAL.width) return FORMATS[format](image.resize({ width })).toBuffer();
    const { width: drawnWidth, height: drawnHeight } = await image.metadata();
    const fit = drawnWidth / drawnHeight >= WIDE_RATIO ? 'cover' : 'contain';
    return FORMATS[format](
      image.resize({ width, height: SOCIAL.height, fit, background: INK }).flatten({ background: INK }),
    ).toBuffer();
  }

  async function make(name: string, width: number, format: Format): Promise<Made> {
    const source = join(artDir, `${name}.svg`);
    const drawnAt = await stat(source).catch(() => undefined);
    if (!drawnAt) throw new DomainError('fileNotFound', `there is no picture "${name}"`);
    const file = join(cacheDir, `${name}-${width}-${Math.round(drawnAt.mtimeMs)}.${format}`);
    const kept = await readFile(file).catch(() => undefined);
    const bytes = kept ?? (await inTurn(() => draw(source, width, format)));
    if (!kept) {
      await mkdir(cacheDir, { recursive: true });
      const part = `${file}.${process.pid}.part`;
      await writeFile(part, bytes);
      await rename(part, file);
    }
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
  }

  app.get<{ Params: { name: string; file: string } }>(
    '/pictures/:name/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const { name, file } = request.params;
      const [, digits = '', ending = ''] = /^(\d{1,4})(?:x630)?\.(\w{3,4})$/.exec(file) ?? [];
      const isSocial = file === SOCIAL.file;
      const width = isSocial ? SOCIAL.width : Number(digits);
      if (
        (!isSocial && !(PICTURE_WIDTHS as readonly number[]).includes(width)) ||
        !NAME.test(name) ||
        !Object.hasOwn(FORMATS, ending)
      ) {
        throw new DomainError(
          'fileNotFound',
          `pictures are served as /pictures/name/width.format with a width of ${PICTURE_WIDTHS.join(', ')} and a format of ${Object.keys(FORMATS).join(', ')}`,
        );
      }
      const key = `${name}/${file}`;
      const work = underWay.get(key) ?? make(name, width, ending as Format).finally(() => underWay.delete(key));
      underWay.set(key, work);
      const { bytes, etag } = await work;
      void reply.header('Cache-Control', 'public, max-age=86400, stale-while-revalidate=604800').header('ETag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type(ending === 'jpg' ? 'image/jpeg' : `image/${ending}`).send(bytes);
    },
  );
}
