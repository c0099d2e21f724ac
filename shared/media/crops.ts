/** Aspect ratios that pages use: key art, and portraits. */
export const CROP_RATIOS = { '16x9': 16 / 9, '1x1': 1 } as const;
export type CropRatio = keyof typeof CROP_RATIOS;
export const CROP_NAMES = Object.keys(CROP_RATIOS) as CropRatio[];

/** A part of a picture, in parts of its width and height from the top left. */
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}
export type Crops = Partial<Record<CropRatio, Crop>>;

/** How a picture is cropped. */
export interface Cropping {
  width: number;
  height: number;
  focalX: number;
  focalY: number;
  crops: Crops;
}

const between = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** The largest part of a picture with this aspect ratio whose centre is as near the focal point as its edges permit. */
export function cropAround({ width, height, focalX, focalY }: Omit<Cropping, 'crops'>, ratio: number): Crop {
  const own = width / height;
  const part = { width: Math.min(1, ratio / own), height: Math.min(1, own / ratio) };
  return {
    ...part,
    x: between(focalX - part.width / 2, 0, 1 - part.width),
    y: between(focalY - part.height / 2, 0, 1 - part.height),
  };
}

/** The crop of a name: that of an editor, or that around the focal point. */
export const cropOf = (picture: Cropping, name: CropRatio): Crop =>
  picture.crops[name] ?? cropAround(picture, CROP_RATIOS[name]);

/** A crop in pixels, of at least one. */
export function cropPixels({ width, height }: Pick<Cropping, 'width' | 'height'>, crop: Crop) {
  const left = between(Math.round(crop.x * width), 0, width - 1);
  const top = between(Math.round(crop.y * height), 0, height - 1);
  return {
    left,
    top,
    width: between(Math.round(crop.width * width), 1, width - left),
    height: between(Math.round(crop.height * height), 1, height - top),
  };
}

const NAME = /^library-([1-9]\d{0,8})(?:-(\d{1,2}x\d{1,2}))?$/;

/** A name in the picture library, such as `library-12` or `library-12-16x9`; null for any other. */
export function parseLibraryName(name: string): { id: number; crop: CropRatio | null } | null {
  const [, id, crop] = NAME.exec(name) ?? [];
  if (id === undefined || (crop !== undefined && !Object.hasOwn(CROP_RATIOS, crop))) return null;
  return { id: Number(id), crop: (crop as CropRatio | undefined) ?? null };
}

export const libraryName = (id: number, crop: CropRatio | null = null): string =>
  crop === null ? `library-${id}` : `library-${id}-${crop}`;
