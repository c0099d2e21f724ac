import sharp from 'sharp';
import { expect, it } from 'vitest';
import { imageTypeOf, jpegSize } from './image-bytes.rules.ts';

const still = sharp({ create: { width: 60, height: 30, channels: 3, background: '#ba2f1c' } });
const bytesOf = (text: string) => new TextEncoder().encode(text);

it('reads the type of a picture from its bytes', async () => {
  expect(imageTypeOf(await still.clone().jpeg().toBuffer())).toEqual({ type: 'image/jpeg' });
  expect(imageTypeOf(await still.clone().png().toBuffer())).toEqual({ type: 'image/png' });
  expect(imageTypeOf(await still.clone().webp().toBuffer())).toEqual({ type: 'image/webp' });
});

it('names what it refuses', async () => {
  const frames = await Promise.all(
    ['#000', '#fff'].map((background) =>
      sharp({ create: { width: 9, height: 9, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const animated = sharp(frames, { join: { animated: true } });
  expect(imageTypeOf(await animated.clone().webp().toBuffer())).toEqual({ refusal: 'animated' });
  expect(imageTypeOf(await animated.clone().gif().toBuffer())).toEqual({ refusal: 'animated' });
  // An animated PNG: its control chunk follows the header.
  const png = frames[0]!;
  const control = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)]);
  const headerEnd = 8 + 25;
  expect(imageTypeOf(Buffer.concat([png.subarray(0, headerEnd), control, png.subarray(headerEnd)]))).toEqual({
    refusal: 'animated',
  });
  expect(imageTypeOf(bytesOf('\uFEFF<?xml version="1.0"?>\n<!-- x --><svg xmlns="…"/>'))).toEqual({ refusal: 'svg' });
  for (const text of ['', '<html>', '%PDF-1.7', 'BM', 'RIFF....WAVE'])
    expect(imageTypeOf(bytesOf(text)), text).toEqual({ refusal: 'not-a-picture' });
});

it('reads the size of a JPEG, whatever kind, and none of a torn one', async () => {
  expect(jpegSize(await still.clone().jpeg().toBuffer())).toEqual({ width: 60, height: 30 });
  const progressive = await still.clone().withMetadata().jpeg({ progressive: true }).toBuffer();
  expect(jpegSize(progressive)).toEqual({ width: 60, height: 30 });
  expect(jpegSize(progressive.subarray(0, 20))).toBeNull();
});
