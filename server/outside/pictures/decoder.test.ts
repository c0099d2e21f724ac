import { crc32, deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createPictureDecoder } from './decoder.ts';

const decoder = createPictureDecoder();

/** A small PNG of one colour with the given dimensions, depth and interlacing. */
function png({
  width,
  height,
  bits = 8,
  interlaced = false,
}: {
  width: number;
  height: number;
  bits?: 8 | 16;
  interlaced?: boolean;
}) {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([head, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, 2, 0, 0, interlaced ? 1 : 0], 8);
  const passes = interlaced
    ? [
        [0, 0, 8, 8],
        [4, 0, 8, 8],
        [0, 4, 4, 8],
        [2, 0, 4, 4],
        [0, 2, 2, 4],
        [1, 0, 2, 2],
        [0, 1, 1, 2],
      ]
    : [[0, 0, 1, 1]];
  let bytes = 0;
  for (const [x = 0, y = 0, dx = 1, dy = 1] of passes) {
    const columns = Math.ceil((width - x) / dx);
    const rows = Math.ceil((height - y) / dy);
    if (columns > 0 && rows > 0) bytes += rows * (1 + columns * 3 * (bits / 8));
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const LARGEST = png({ width: 5_000, height: 5_000, bits: 16, interlaced: true });

it('takes a picture of 25 megapixels, interlaced and of sixteen bits, and no larger one', async () => {
  expect(await decoder.remake(LARGEST)).not.toBeNull();
  expect(await decoder.remake(png({ width: 5_001, height: 5_000 }))).toBeNull();
});

it('ends a decoder that takes more memory than it may, and goes on with the next picture', async () => {
  const small = createPictureDecoder({ maxMemoryBytes: 180 * 1024 * 1024 });
  expect(await small.remake(LARGEST)).toBeNull();
  expect(await small.remake(png({ width: 40, height: 30 }))).not.toBeNull();
});

it('says of what is no picture that it is none, and of silence too', async () => {
  for (const bytes of [Buffer.from('GIF89a'), Buffer.alloc(0), png({ width: 40, height: 30 }).subarray(0, 60)])
    expect(await decoder.remake(bytes)).toBeNull();
  expect(await createPictureDecoder({ timeoutMs: 1 }).remake(png({ width: 40, height: 30 }))).toBeNull();
});

it('asks who comes after a full line to come again', async () => {
  const busy = createPictureDecoder({ maxWaiting: 1 });
  const picture = png({ width: 40, height: 30 });
  const taken = [busy.remake(picture), busy.remake(picture)];
  await expect(busy.remake(picture)).rejects.toMatchObject({ errorName: 'unavailable' });
  for (const remade of await Promise.all(taken)) expect(remade).not.toBeNull();
});
