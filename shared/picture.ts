/** Widths every stored picture is made in. */
export const PICTURE_WIDTHS = [160, 320, 640, 960, 1280] as const;

export interface Picture {
  src: string;
  srcset: string;
  sizes: string;
  width: number;
  height: number;
}

/** Where a stored picture is served, in all its widths; key art is 16:9. */
export function picture(name: string, options: { sizes?: string } = {}): Picture {
  const url = (width: number) => `/pictures/${encodeURIComponent(name)}/${width}.webp`;
  return {
    src: url(640),
    srcset: PICTURE_WIDTHS.map((width) => `${url(width)} ${width}w`).join(', '),
    sizes: options.sizes ?? '(min-width: 1024px) 320px, 50vw',
    width: 640,
    height: 360,
  };
}
