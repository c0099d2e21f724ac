import { expect, it } from 'vitest';
import { picture, pictureReference, pictureReferenceOf, pictureUrl, PICTURE_WIDTHS, portrait } from './picture.ts';

it('offers key art in widths the server makes, in the proportions its box reserves', () => {
  const { src, srcset, sizes, width, height } = picture('taxi@0123456789', { width: 960, sizes: '50vw' });
  expect(src).toBe('/pictures/taxi/960.webp?v=0123456789');
  expect(sizes).toBe('50vw');
  expect(width / height).toBeCloseTo(16 / 9);
  const offered = srcset.split(', ').map((each) => each.split(' '));
  expect(offered.length).toBeGreaterThan(4);
  for (const [url, descriptor] of offered) {
    expect(PICTURE_WIDTHS.map((each) => `${each}w`)).toContain(descriptor);
    expect(url).toBe(`/pictures/taxi/${descriptor!.slice(0, -1)}.webp?v=0123456789`);
  }
});

it('offers a portrait as a square', () => {
  const { width, height } = portrait('host-1');
  expect(width).toBe(height);
});

it('asks for a picture without a known hash by its bare name', () => {
  expect(pictureUrl('taxi', '1200x630.jpg')).toBe('/pictures/taxi/1200x630.jpg');
});

it('shows the station’s plate where content names no picture', () => {
  expect(picture('').src).toBe('/pictures/station-default/640.webp');
});

it('keeps a name from leaving its folder', () => {
  expect(pictureUrl('../../etc/passwd', '640.webp')).not.toContain('../');
});

it('reads the reference back from every address made of it', () => {
  for (const reference of ['taxi', pictureReference('host-12', 'abcdef0123')]) {
    const { src } = picture(reference);
    expect(pictureReferenceOf(src)).toBe(reference);
    expect(pictureReferenceOf(`https://radio.example${src}`)).toBe(reference);
  }
  expect(pictureReferenceOf('/elsewhere/640.webp')).toBeUndefined();
});
