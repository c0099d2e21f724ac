import { expect, it } from 'vitest';
import { qrCodeOf, type QrCode } from '#app/components/qr-code/qr-code.server.ts';
import { decodeQr } from './decode-qr.ts';

const TICKET = 'https://radio.example/campaign/reply/demo-invitation-yes-01';
const SCALE = 5;

/** A ticket as a camera sees it: gray paper, some noise, and turned by an angle. */
function photographed({ side, path }: QrCode, { turned = 0, isInverse = false } = {}) {
  const modules = new Set<string>();
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
    for (let column = 0; column < Number(length); column++) modules.add(`${Number(x) + column} ${y}`);
  const width = Math.ceil(side * SCALE * 1.5);
  const pixels = new Uint8ClampedArray(width * width * 4);
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
  for (let at = 0; at < width * width; at++) {
    const [dx, dy] = [(at % width) - width / 2, Math.floor(at / width) - width / 2];
    const column = Math.floor((dx * cos + dy * sin) / SCALE + side / 2);
    const row = Math.floor((dy * cos - dx * sin) / SCALE + side / 2);
    const isDark = modules.has(`${column} ${row}`) !== isInverse;
    pixels.fill((isDark ? 40 : 190) + ((at * 7919) % 30), at * 4, at * 4 + 3);
    pixels[at * 4 + 3] = 255;
  }
  return { pixels, width };
}

it.each([
  ['straight', {}],
  ['turned', { turned: 0.4 }],
  ['upside down', { turned: Math.PI }],
  ['on a dark screen', { isInverse: true }],
])('reads a drawn ticket that is held %s', (_, held) => {
  const { pixels, width } = photographed(qrCodeOf(TICKET), held);
  expect(decodeQr(pixels, width, width)).toBe(TICKET);
});

it('reads nothing where there is no code', () => {
  expect(decodeQr(new Uint8ClampedArray(100 * 100 * 4).fill(200), 100, 100)).toBeNull();
});
