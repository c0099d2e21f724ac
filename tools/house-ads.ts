// Generates the demo's own advertisements in fixtures/house-ads. Run manually, with the Noto CJK fonts:
// node tools/house-ads.ts. The results are committed, so that no start needs a font.
import sharp from 'sharp';

const INK = '#14110e';
const YELLOW = '#ffcb05';
const GREEN = '#00706b';

const scale = (width: number, y: number) =>
  Array.from({ length: Math.floor(width / 12) }, (_, i) => {
    const height = i % 5 === 0 ? 14 : 8;
    return `<rect x="${i * 12 + 6}" y="${y - height}" width="2" height="${height}" fill="#fff" opacity="0.45"/>`;
  }).join('');
const words = (x: number, y: number, size: number, text: string, fill = '#fff') =>
  `<text x="${x}" y="${y}" font-family="Noto Sans CJK HK, Noto Sans CJK TC, Noto Serif CJK TC" font-weight="700" font-size="${size}" fill="${fill}">${text}</text>`;

const DRAWINGS = {
  'tile-300x250': [
    300,
    250,
    `<rect width="300" height="250" fill="${INK}"/>${words(24, 84, 40, '由頭聽過')}${words(24, 130, 26, '三台重溫，隨時開')}` +
      `<rect x="24" y="158" width="112" height="40" rx="20" fill="${YELLOW}"/>${words(44, 185, 20, '去重溫', INK)}` +
      `${scale(300, 244)}<rect x="208" y="214" width="4" height="30" fill="${YELLOW}"/>`,
  ],
  'band-320x100': [
    320,
    100,
    `<rect width="320" height="100" fill="${GREEN}"/>${words(18, 46, 28, '叱咤流行榜')}${words(18, 76, 18, '今個星期，邊首第一？', YELLOW)}` +
      `${scale(320, 98)}<rect x="262" y="66" width="4" height="32" fill="${YELLOW}"/>`,
  ],
} as const;

for (const [name, [width, height, drawing]] of Object.entries(DRAWINGS))
  await sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`),
  )
    .webp({ quality: 90, smartSubsample: true })
    .toFile(`fixtures/house-ads/${name}.webp`);
