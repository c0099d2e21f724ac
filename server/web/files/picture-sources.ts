import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import type { Db } from '#db/database.ts';
import { findServedPicture } from '#domain/pictures/pictures.ts';
import { DomainError } from '#shared/domain-error.ts';
import { addDaysHk, instantHk } from '#shared/hk-time.ts';
import { cropAround, cropOf, cropPixels, parseLibraryName } from '#shared/media/crops.ts';
import { FALLBACK_PICTURE } from '#shared/media/picture.ts';
import type { FileStorage } from '#shared/outside/file-storage.ts';

/** The picture library, as pages show it. */
export interface Library {
  db: Db;
  files: FileStorage;
  clock: () => Date;
  /** The desk shows a picture also when its rights have ended. */
  showsEnded?: boolean;
}

/** What is rendered in the sizes of pages. */
export interface PictureSource {
  /** Hash of the source, for cache keys. */
  hash: string;
  /** Whether it is a drawing, which stays sharp at any size. */
  isDrawing: boolean;
  /** For an address with this hash, and for one without. */
  cacheControl: { hashed: string; plain: string };
  open(): Promise<Sharp>;
}

export interface PictureSources {
  /** The picture of a name; with a ratio, cut to it if it is a photograph. `fileNotFound` if there is none. */
  find(name: string, ratio: number | null): Promise<PictureSource>;
}

const DRAWING_CACHE = { hashed: 'public, max-age=31536000, immutable', plain: 'public, max-age=3600' };
/** An editor may crop or withdraw a picture at any time, under the same address. */
const LIBRARY_SECONDS = 300;
const ENDED_CACHE = { hashed: 'public, max-age=60', plain: 'public, max-age=60' };

/** Drawings of a folder, and pictures of the library, replaced by a placeholder drawing when their rights end. */
export function createPictureSources({ artDir, library }: { artDir: string; library?: Library }): PictureSources {
  const drawings = new Map<string, { mtimeMs: number; hash: string }>();

  async function hashOf(name: string): Promise<string> {
    const source = join(artDir, `${name}.svg`);
    const found = await stat(source).catch(() => undefined);
    if (!found?.isFile()) throw new DomainError('fileNotFound', `picture "${name}" does not exist`);
    const known = drawings.get(name);
    if (known?.mtimeMs === found.mtimeMs) return known.hash;
    const hash = createHash('sha256')
      .update(await readFile(source))
      .digest('hex')
      .slice(0, 10);
    drawings.set(name, { mtimeMs: found.mtimeMs, hash });
    return hash;
  }
  const drawing = async (name: string, cacheControl = DRAWING_CACHE): Promise<PictureSource> => ({
    hash: await hashOf(name),
    isDrawing: true,
    cacheControl,
    open: async () => sharp(await readFile(join(artDir, `${name}.svg`))),
  });

  async function photograph(
    { db, files, clock, showsEnded = false }: Library,
    { id, crop: cropName }: NonNullable<ReturnType<typeof parseLibraryName>>,
    ratio: number | null,
  ): Promise<PictureSource> {
    const now = clock();
    const picture = await findServedPicture({ db, now }, id);
    if (picture === null) throw new DomainError('fileNotFound', `picture "library-${id}" does not exist`);
    if (picture.isOver && !showsEnded) return drawing(FALLBACK_PICTURE, ENDED_CACHE);
    const { rightsUntil, ...fields } = picture.fields;
    const cropping = { ...fields, width: picture.width, height: picture.height };
    const crop = ratio !== null ? cropAround(cropping, ratio) : cropName && cropOf(cropping, cropName);
    const endsInMs =
      rightsUntil === null ? Infinity : instantHk(addDaysHk(rightsUntil, 1), 0).getTime() - now.getTime();
    const seconds = Math.max(0, Math.min(LIBRARY_SECONDS, Math.floor(endsInMs / 1000)));
    const cacheControl = showsEnded ? 'private, no-cache' : `public, max-age=${seconds}`;
    return {
      hash: createHash('sha256')
        .update(JSON.stringify([picture.fileSha256, crop]))
        .digest('hex')
        .slice(0, 10),
      isDrawing: false,
      cacheControl: { hashed: cacheControl, plain: cacheControl },
      async open() {
        const stream = await files.stream(picture.fileSha256);
        if (stream === undefined)
          throw new DomainError('fileNotFound', `the file of picture "library-${id}" is missing`);
        const image = sharp(await buffer(stream));
        return crop ? image.extract(cropPixels(picture, crop)) : image;
      },
    };
  }

  return {
    async find(name, ratio) {
      const named = library ? parseLibraryName(name) : null;
      return named ? photograph(library!, named, ratio) : drawing(name);
    },
  };
}
