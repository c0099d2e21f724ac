import type { Advertiser } from './advertisers.ts';
import type { Size } from './read-body.ts';

/** Included in every creative, so that no invented advertiser passes for a real one. */
const MARK = '示範廣告';
const FONT = `'PingFang HK','Noto Sans HK','Noto Sans CJK HK','Microsoft JhengHei',sans-serif`;

interface Line {
  x: number;
  y: number;
  px: number;
  words: string;
  bold?: boolean;
  middle?: boolean;
  fill: string;
}

const said = ({ x, y, px, words, bold, middle, fill }: Line): string =>
  `<text x="${x}" y="${y}" font-size="${px}" fill="${fill}"${bold ? ' font-weight="700"' : ''}${middle ? ' text-anchor="middle"' : ''}>${words}</text>`;

const thing = ({ object }: Advertiser, x: number, y: number, px: number): string =>
  `<g transform="translate(${x} ${y}) scale(${px / 100})">${object}</g>`;

function press({ press: words, ink, ground }: Advertiser, x: number, y: number, px: number): string {
  const width = words.length * px + px * 1.8;
  const height = px * 2.1;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${px * 0.3}" fill="${ink}"/>${said({ x: x + width / 2, y: y + height / 2 + px * 0.36, px, words, bold: true, middle: true, fill: ground })}`;
}
const pressWidth = ({ press: words }: Advertiser, px: number): number => words.length * px + px * 1.8;

function mark({ ink }: Advertiser, [width, height]: Size): string {
  const px = height < 60 ? 9 : 11;
  return said({
    x: width - px * MARK.length - 4,
    y: height < 60 ? height - 4 : height - 6,
    px,
    words: MARK,
    fill: ink,
  });
}

/** Low and wide: object, name, slogan and call to action in a row. */
function strip(of: Advertiser, [width, height]: Size): string {
  const isRoomy = width > 500;
  const name = Math.min(height * 0.34, isRoomy ? 32 : 26);
  const words = Math.min(height * 0.24, 20);
  const x = height * 1.05;
  const px = Math.min(height * 0.2, isRoomy ? 17 : 15);
  return [
    thing(of, height * 0.08, height * 0.06, height * 0.86),
    said({ x, y: height * 0.44, px: name, words: of.name, bold: true, fill: of.ink }),
    said({ x, y: height * 0.8, px: words, words: isRoomy ? of.slogan.join('，') : of.slogan[0], fill: of.ink }),
    press(of, width - pressWidth(of, px) - 8, height * (isRoomy ? 0.2 : 0.12), px),
  ].join('');
}

const middleOf =
  (of: Advertiser, width: number) =>
  (y: number, px: number, words: string, bold = false): string =>
    said({ x: width / 2, y, px, words, bold, middle: true, fill: of.ink });

/** Nearly square: object above text. */
function block(of: Advertiser, [width, height]: Size): string {
  const side = height * 0.4;
  const name = height * 0.14;
  const px = height * 0.062;
  const middle = middleOf(of, width);
  return [
    thing(of, (width - side) / 2, height * 0.05, side),
    middle(height * 0.6, name, of.name, true),
    middle(height * 0.71, height * 0.068, of.slogan.join('，')),
    press(of, (width - pressWidth(of, px)) / 2, height * 0.77, px),
  ].join('');
}

/** High and narrow: a poster with its call to action at the foot. */
function tower(of: Advertiser, [width, height]: Size): string {
  const side = Math.min(width * 0.8, height * 0.34);
  const under = height * 0.1 + side;
  const name = Math.min(width * 0.18, 42);
  const words = Math.min(width * 0.13, 28);
  const px = Math.min(width * 0.1, 20);
  const middle = middleOf(of, width);
  return [
    `<rect x="0" y="${height - 130}" width="${width}" height="130" fill="${of.accent}" opacity=".35"/>`,
    thing(of, (width - side) / 2, height * 0.1, side),
    middle(under + name * 1.8, name, of.name, true),
    middle(under + name * 2.1 + words * 1.6, words, of.slogan[0]),
    middle(under + name * 2.1 + words * 3.1, words, of.slogan[1]),
    press(of, (width - pressWidth(of, px)) / 2, height - 100, px),
  ].join('');
}

/** Wide and high enough for a poster: a full-bleed field of the accent colour with the object in it. */
function billboard(of: Advertiser, [, height]: Size): string {
  const x = height * 1.6;
  return [
    `<rect x="0" y="0" width="${height * 1.35}" height="${height}" fill="${of.accent}" opacity=".35"/>`,
    thing(of, height * 0.22, height * 0.05, height * 0.9),
    said({ x, y: height * 0.36, px: height * 0.24, words: of.name, bold: true, fill: of.ink }),
    said({ x, y: height * 0.6, px: height * 0.13, words: of.slogan.join('，'), fill: of.ink }),
    press(of, x, height * 0.7, height * 0.085),
  ].join('');
}

/** Draws an advertisement of any size. */
export function creativePicture(of: Advertiser, size: Size): string {
  const [width, height] = size;
  const draw = height <= 100 ? strip : width >= 600 ? billboard : height > width * 1.4 ? tower : block;
  const words = `${of.name}：${of.slogan.join('，')}（${MARK}）`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${words}" font-family="${FONT}"><style>.i{fill:${of.ink}}.a{fill:${of.accent}}.g{fill:${of.ground}}.o{fill:none;stroke:${of.ink};stroke-width:6;stroke-linecap:round}</style><rect width="${width}" height="${height}" fill="${of.ground}"/>${draw(of, size)}<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" fill="none" stroke="${of.ink}" stroke-opacity=".35"/>${mark(of, size)}</svg>`;
}
