import { describe, expect, it } from 'vitest';
import { qrSvg } from './qr-code.server.ts';

/** The dark modules of a drawing, as rows of booleans, without its white margin. */
function modulesOf(svg: string): boolean[][] {
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const rows = Array.from({ length: side }, () => Array.from({ length: side }, () => false));
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
  return rows;
}

describe('the code of an app', () => {
  const address = 'https://radio.example/mobileredirect?appname=toolbar';

  it('has the three finders a camera looks for, inside four modules of white', () => {
    const rows = modulesOf(qrSvg(address));
    const last = rows.length - 4;
    const finder = [
      [4, 4],
      [4, last - 7],
      [last - 7, 4],
    ] as const;
    for (const [top, left] of finder) {
      expect(rows[top]?.slice(left, left + 7)).toEqual(Array(7).fill(true));
      expect(rows[top + 1]?.slice(left, left + 7)).toEqual([true, false, false, false, false, false, true]);
      expect(rows[top + 3]?.slice(left, left + 7)).toEqual([true, false, true, true, true, false, true]);
    }
    for (const edge of [0, 1, 2, 3]) expect(rows[edge]?.some(Boolean)).toBe(false);
    expect(rows.some((row) => row.slice(0, 4).some(Boolean) || row.slice(last).some(Boolean))).toBe(false);
  });

  it('says the address it was given: another address is another drawing', () => {
    expect(qrSvg(address)).not.toBe(qrSvg(address.replace('toolbar', 'archive')));
  });
});
