import { expect, it } from 'vitest';
import { cropAround, cropOf, cropPixels, libraryName, parseLibraryName } from './crops.ts';

const wide = { width: 2_000, height: 1_000, focalX: 0.9, focalY: 0.5, crops: {} };

it('keeps the focal point in a crop, and the crop in the picture', () => {
  expect(cropAround(wide, 1)).toEqual({ width: 0.5, height: 1, x: 0.5, y: 0 });
  expect(cropAround({ ...wide, focalX: 0.4 }, 1)).toMatchObject({ width: 0.5, y: 0 });
  expect(cropAround({ ...wide, focalX: 0.4 }, 1).x).toBeCloseTo(0.15);
  const tall = { width: 1_000, height: 2_000, focalX: 0.5, focalY: 0.1, crops: {} };
  expect(cropAround(tall, 16 / 9)).toMatchObject({ width: 1, x: 0, y: 0 });
});

it('prefers the crop of an editor', () => {
  const crop = { x: 0.1, y: 0, width: 0.5, height: 1 };
  expect(cropOf({ ...wide, crops: { '1x1': crop } }, '1x1')).toBe(crop);
  expect(cropPixels(wide, crop)).toEqual({ left: 200, top: 0, width: 1_000, height: 1_000 });
  expect(cropPixels({ width: 3, height: 3 }, { x: 1, y: 1, width: 0.001, height: 0.001 })).toEqual({
    left: 2,
    top: 2,
    width: 1,
    height: 1,
  });
});

it('reads names of the library and no others', () => {
  expect(parseLibraryName(libraryName(12))).toEqual({ id: 12, crop: null });
  expect(parseLibraryName(libraryName(12, '16x9'))).toEqual({ id: 12, crop: '16x9' });
  for (const name of ['library-', 'library-0', 'library-012', 'library-1-2x3', 'host-1', 'library-9999999999'])
    expect(parseLibraryName(name), name).toBeNull();
});
