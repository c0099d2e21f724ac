/** Widths in which every stored picture is served. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1920] as const;

const KEYART_WIDTHS = [160, 320, 480, 640, 960, 1280] as const;
const PORTRAIT_WIDTHS = [160, 320, 480, 640] as const;

/** Used if content names no picture, or one whose rights have ended. */
export const FALLBACK_PICTURE = 'station-default';

export interface Picture {
  src: string;
  srcset: string;
  sizes: string;
  width: number;
  height: number;
}

/**
 * Reference of a picture in stored content: its name, and after an `@` the hash of its content. A URL with the hash is
 * cached for a year; a URL without it is valid too, but revalidated.
 */
export function pictureReference(name: string, hash: string): string {
  return `${name}@${hash}`;
}

/** The URL of one file of a stored picture, such as `640.webp` or `1200x630.jpg`. */
export function pictureUrl(reference: string, file: string): string {
  const [name = '', hash] = (reference || FALLBACK_PICTURE).split('@');
  const query = hash === undefined ? '' : `?v=${encodeURIComponent(hash)}`;
  return `/pictures/${encodeURIComponent(name)}/${file}${query}`;
}

/** Inverse of `pictureUrl`, for the browser, which receives URLs only. */
export function pictureReferenceOf(url: string): string | undefined {
  const [, name, hash] = /\/pictures\/([a-z0-9-]+)\/[^?]*(?:\?v=([0-9a-f]+))?$/.exec(url) ?? [];
  if (name === undefined) return undefined;
  return hash === undefined ? name : pictureReference(name, hash);
}

function inWidths(reference: string, widths: readonly number[], width: number, height: number, sizes: string): Picture {
  return {
    src: pictureUrl(reference, `${width}.webp`),
    srcset: widths.map((each) => `${pictureUrl(reference, `${each}.webp`)} ${each}w`).join(', '),
    sizes,
    width,
    height,
  };
}

/** Key art, 16:9, in every width that a page may need. */
export function picture(
  reference: string,
  {
    width = 640,
    sizes = '(min-width: 1024px) 320px, 50vw',
  }: { width?: (typeof KEYART_WIDTHS)[number]; sizes?: string } = {},
): Picture {
  return inWidths(reference, KEYART_WIDTHS, width, (width * 9) / 16, sizes);
}

/** The portrait of a host, 1:1. */
export function portrait(
  reference: string,
  { width = 320, sizes = '88px' }: { width?: (typeof PORTRAIT_WIDTHS)[number]; sizes?: string } = {},
): Picture {
  return inWidths(reference, PORTRAIT_WIDTHS, width, width, sizes);
}
