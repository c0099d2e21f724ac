import { circle, ink, rect, ring, seeded, shape, stroke } from './draw.ts';

const GROUNDS = [
  ink.red,
  ink.yellow,
  ink.teal,
  ink.orange,
  ink.pink,
  ink.sky,
  ink.navy,
  ink.green,
  ink.mint,
  ink.sand,
  ink.lilac,
  ink.plum,
];
const SKINS = ['#f3c9a5', '#e8b48a', '#d79a6c', '#f7d8bd', '#b97a4d', '#8d5a38'];
const HAIRS = ['#14110e', '#2b1b14', '#4a2f20', '#6b6560', '#8a5a34', '#d9d2c8'];
const CLOTHES = [ink.white, ink.black, ink.red, ink.teal, ink.yellow, ink.navy, ink.paper, ink.wine];

/** A head and shoulders of 240 by 240, every host another: hair, glasses, headphones, clothes and ground by seed. */
export function portrait(seed: number): string {
  const random = seeded(seed * 7919 + 13);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const ground = GROUNDS[seed % GROUNDS.length]!;
  const skin = seed % 11 === 10 ? SKINS[5]! : pick(SKINS.slice(0, 5));
  const hair = pick(HAIRS);
  const clothes = pick(CLOTHES.filter((c) => c !== ground));
  const style = (seed * 5) % 8;
  const long = style === 1 || style === 4 || style === 6;
  let out = rect(0, 0, 240, 240, ground);
  if (random() < 0.4) out += ring(120, 120, 96, ground === ink.yellow ? ink.orange : ink.yellow, 10);
  if (long) out += shape('M62 120q-6 -84 58 -84t58 84l8 84H54Z', hair);
  out += shape('M30 250q4 -66 62 -72h56q58 6 62 72Z', clothes);
  if (random() < 0.5)
    out += shape('M92 178L120 214 148 178 138 172H102Z', ink.white) + stroke('M120 214V240', ink.black, 3);
  else if (random() < 0.5)
    for (let i = 0; i < 4; i++) out += rect(36 + i * 46, 200, 18, 50, ink.black, 'opacity=".18"');
  out += rect(102, 150, 36, 36, skin) + shape('M102 164q18 18 36 0v10q-18 16 -36 0Z', ink.black, 'opacity=".14"');
  out += shape('M74 106q0 -58 46 -58t46 58q0 64 -46 64t-46 -64Z', skin);
  out += circle(74, 116, 10, skin) + circle(166, 116, 10, skin);
  switch (style) {
    case 0:
      out += shape('M70 104q0 -66 54 -64q48 2 48 60q-14 -26 -40 -30q-40 6 -62 34Z', hair);
      break;
    case 1:
      out += shape('M70 112q-4 -74 52 -72q52 0 48 72q-10 -34 -30 -44q-40 22 -70 44Z', hair);
      break;
    case 2:
      out += shape('M72 92q6 -52 48 -52t48 52q-48 -22 -96 0Z', hair);
      break;
    case 3:
      for (let i = 0; i < 9; i++) out += circle(74 + i * 11.5, 70 - Math.sin((i / 8) * Math.PI) * 30, 17, hair);
      break;
    case 4:
      out += shape('M70 110q-2 -72 50 -72t50 72q-4 -22 -12 -30H82q-8 8 -12 30Z', hair);
      break;
    case 5:
      out += shape('M76 84q10 -44 44 -44t44 44q-20 -10 -44 -10t-44 10Z', hair) + circle(120, 30, 20, hair);
      break;
    case 6:
      out += shape('M68 116q-2 -80 56 -78q50 4 46 78q-4 -40 -26 -52q-30 26 -76 52Z', hair);
      break;
    default:
      out += shape('M72 100q-2 -30 8 -42q14 -22 40 -20q26 -2 40 20q10 12 8 42q-8 -30 -20 -34H92q-12 4 -20 34Z', hair);
      break;
  }
  out += circle(102, 114, 5, ink.black) + circle(138, 114, 5, ink.black);
  out += stroke('M94 100q8 -6 16 -2M130 98q8 -4 16 2', hair === '#d9d2c8' ? '#6b6560' : hair, 5);
  out += stroke('M120 116q6 14 -4 18', ink.black, 3, 'opacity=".4"');
  out +=
    seed % 3
      ? stroke('M104 144q16 14 32 0', ink.wine, 5)
      : shape('M102 142q18 22 36 0Z', ink.white) + stroke('M102 142h36', ink.wine, 4);
  if (seed % 4 === 1)
    out += ring(101, 114, 17, ink.black, 5) + ring(139, 114, 17, ink.black, 5) + stroke('M118 112h4', ink.black, 5);
  if (seed % 7 === 3 && !long) out += shape('M88 146q32 40 64 0q-4 28 -32 30q-28 -2 -32 -30Z', hair);
  if (seed % 2 === 0)
    out +=
      stroke('M66 116q-4 -84 54 -84t54 84', ink.black, 10) +
      rect(54, 100, 22, 42, seed % 3 ? ink.red : ink.black, 'rx="10"') +
      rect(164, 100, 22, 42, seed % 3 ? ink.red : ink.black, 'rx="10"');
  return out;
}
