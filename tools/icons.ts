// Generates the icons and the link preview picture in public/ from the wordmark. Run manually when the mark changes:
// node tools/icons.ts. The results are committed, so that no build needs a font.
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';

const RED = '#d42a12';
const YELLOW = '#ffcb05';
const GREEN = '#00706b';
const INK = '#14110e';

/** The three bars of the wordmark in a 64 × 100 box. */
const BARS =
  `<rect y="40" width="16" height="60" rx="3" fill="${RED}"/>` +
  `<rect x="24" width="16" height="100" rx="3" fill="${YELLOW}"/>` +
  `<rect x="48" y="22" width="16" height="78" rx="3" fill="${GREEN}"/>`;

const CR =
  '<g fill="none" stroke="#fff" stroke-width="20">' +
  '<path d="M146 34v-2a22 22 0 0 0-22-22h-4a22 22 0 0 0-22 22v36a22 22 0 0 0 22 22h4a22 22 0 0 0 22-22v-2"/>' +
  '<path d="M178 100V10h24a20 20 0 0 1 0 46h-24M200 56l24 44" stroke-linejoin="miter"/></g>' +
  `<text x="240" y="84" font-family="'Noto Sans CJK HK','Noto Sans HK','PingFang HK',sans-serif" font-weight="700" font-size="66" fill="#fff">電台</text>`;

const EIGHT =
  '<path d="M28 10h4a16 16 0 0 1 16 16v6a16 16 0 0 1-16 16h-4a16 16 0 0 1-16-16v-6a16 16 0 0 1 16-16Z"/>' +
  '<path d="M28 48h4a18 18 0 0 1 18 18v6a18 18 0 0 1-18 18h-4a18 18 0 0 1-18-18v-6a18 18 0 0 1 18-18Z"/>';
const at = (x: number, digit: string) => `<g transform="translate(${x})">${digit}</g>`;
const NUMERALS = {
  881: at(0, EIGHT) + at(68, EIGHT) + at(136, '<path fill="#fff" stroke="none" d="M18 100V26L2 36V16L24 0h14v100Z"/>'),
  903:
    at(
      0,
      '<path d="M30 10a20 20 0 0 1 20 20v8a20 20 0 0 1-40 0v-8a20 20 0 0 1 20-20Z"/><path d="M50 30v40a20 20 0 0 1-20 20H12"/>',
    ) +
    at(68, '<path d="M30 10a20 20 0 0 1 20 20v40a20 20 0 0 1-40 0V30a20 20 0 0 1 20-20Z"/>') +
    at(136, '<path d="M6 10h22a18 19 0 0 1 0 38H16"/><path d="M28 48a20 21 0 0 1 0 42H6"/>'),
  864:
    at(0, EIGHT) +
    at(
      68,
      '<path d="M30 42a20 20 0 0 1 20 20v8a20 20 0 0 1-40 0v-8a20 20 0 0 1 20-20Z"/><path d="M10 70V30a20 20 0 0 1 20-20h18"/>',
    ) +
    at(136, '<path fill="#fff" stroke="none" d="M31 0h22L24 62h12V36h20v26h8v20h-8v18H36V82H0V66Z"/>'),
};

/** A square icon: the bars on a dark ground, scaled to `share` of the side. */
function square(share: number, radius: number): Buffer {
  const height = 512 * share;
  const scale = height / 100;
  const x = (512 - 64 * scale) / 2;
  const y = (512 - height) / 2;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="${radius}" fill="${INK}"/>` +
      `<g transform="translate(${x} ${y}) scale(${scale})">${BARS}</g></svg>`,
  );
}

function social(): Buffer {
  const tile = (x: number, colour: string, on: string, numeral: string, width: number) =>
    `<rect x="${x}" y="430" width="400" height="200" fill="${colour}"/>` +
    `<g transform="translate(${x + 200 - width / 2} 480)" fill="none" stroke="${on}" stroke-width="20">${numeral.replaceAll('#fff', on)}</g>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="${INK}"/>` +
      `<g transform="translate(228 115) scale(2)">${BARS}${CR}</g>` +
      tile(0, RED, '#ffffff', NUMERALS[881], 176) +
      tile(400, YELLOW, INK, NUMERALS[903], 194) +
      tile(800, GREEN, '#ffffff', NUMERALS[864], 200) +
      '</svg>',
  );
}

const png = (svg: Buffer, side: number) =>
  sharp(svg, { density: 300 }).resize(side, side).png({ compressionLevel: 9 }).toBuffer();

/** An ICO file with PNG pictures, which every browser that requests it supports. */
async function ico(sides: number[]): Promise<Buffer> {
  const pictures = await Promise.all(sides.map((side) => png(square(0.72, 96), side)));
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach((picture, i) => {
    const entry = 6 + 16 * i;
    head.writeUInt8(sides[i] ?? 0, entry);
    head.writeUInt8(sides[i] ?? 0, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(picture.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += picture.length;
  });
  return Buffer.concat([head, ...pictures]);
}

// The mark of the maskable icon is within the middle four fifths, which every mask preserves.
writeFileSync('public/favicon.svg', square(0.72, 96));
writeFileSync('public/favicon.ico', await ico([16, 32, 48]));
writeFileSync('public/apple-touch-icon.png', await png(square(0.62, 0), 180));
writeFileSync('public/icon-192.png', await png(square(0.68, 96), 192));
writeFileSync('public/icon-512.png', await png(square(0.68, 96), 512));
writeFileSync('public/icon-maskable-512.png', await png(square(0.5, 0), 512));
writeFileSync('public/social.jpg', await sharp(social()).jpeg({ quality: 84, mozjpeg: true }).toBuffer());
