import { circle, ink, line, range, rect, ring, shape, stroke } from './draw.ts';
import type { Backdrop, Clothes, Hair, Person } from './people.ts';

const mirrored = (inner: string) => inner + `<g transform="matrix(-1 0 0 1 240 0)">${inner}</g>`;
const SHADE = 'opacity=".14"';

const FACES: Record<Person['face'], string> = {
  round: 'M74 102c0-36 18-54 46-54s46 18 46 54c0 38-18 62-46 62s-46-24-46-62Z',
  long: 'M77 98c0-34 16-50 43-50s43 16 43 50c0 44-16 72-43 72s-43-28-43-72Z',
  square: 'M75 92c0-30 16-44 45-44s45 14 45 44v34c0 26-18 42-45 42s-45-16-45-42Z',
};

const BACKDROPS: Record<Backdrop, (accent: string) => string> = {
  plain: () => '',
  ring: (accent) => ring(120, 116, 96, accent, 12),
  sun: (accent) => circle(120, 112, 98, accent),
  rays: (accent) =>
    range(12)
      .map((i) => {
        const [a, b] = [(i * Math.PI) / 6, (i * Math.PI) / 6 + Math.PI / 12];
        const at = (t: number) => `${Math.round(120 + 220 * Math.cos(t))} ${Math.round(120 + 220 * Math.sin(t))}`;
        return shape(`M120 120L${at(a)}L${at(b)}Z`, accent, 'opacity=".55"');
      })
      .join(''),
  bars: (accent) =>
    range(9)
      .map((i) =>
        rect(i * 28 - 2, 240 - [70, 130, 180, 110, 210, 150, 190, 100, 160][i]!, 15, 240, accent, 'opacity=".5"'),
      )
      .join(''),
  dots: (accent) =>
    `<g fill="${accent}" opacity=".55">${range(42)
      .map(
        (i) =>
          `<circle cx="${(i % 7) * 40 + (Math.floor(i / 7) % 2) * 20}" cy="${Math.floor(i / 7) * 44 + 10}" r="7"/>`,
      )
      .join('')}</g>`,
  waves: (accent) =>
    range(7)
      .map((i) => stroke(`M-20 ${24 + i * 34}q20 -18 40 0t40 0t40 0t40 0t40 0t40 0t40 0`, accent, 6, 'opacity=".5"'))
      .join(''),
};

const CURTAIN = 'M121 46c-32 0-50 20-50 66c22-14 42-34 50-66Z';
const SWEPT = 'M73 106c-6-44 16-64 47-64s53 20 47 64c-6-26-20-36-47-36s-41 10-47 36Z';
const FRINGE = 'M72 104c-2-40 20-58 48-58s50 18 48 58c-14-10-30-14-48-14s-34 4-48 14Z';
const TOP = 'M72 106c-6-46 18-64 50-64s52 18 46 64l-6-6c0-16-6-26-14-32c-20 8-44 6-58-2c-8 8-12 18-12 34Z';

/** Hair behind the head, then over the forehead. */
const HAIR: Record<Hair, (fill: string, hat: string) => [back: string, front: string]> = {
  crop: (f) => ['', shape(TOP, f)],
  'side-part': (f) => [
    '',
    shape('M71 108c-8-48 18-70 54-68c32 0 50 24 43 68l-6-6c2-18-6-30-18-34c-24 8-46 4-56-6c0 16-12 22-12 42Z', f),
  ],
  quiff: (f) => [
    '',
    shape(
      'M73 104c-6-26-6-42 2-50c4-24 44-36 84-16c14 8 14 32 9 66l-6-4c0-16-4-26-10-32c-26 6-44 0-62 4c-8 6-11 16-11 30Z',
      f,
    ),
  ],
  buzz: (f) => ['', shape('M74 98c-2-34 18-52 46-52s48 18 46 52c-8-20-22-28-46-28s-38 8-46 28Z', f, 'opacity=".88"')],
  bald: (f) => ['', mirrored(shape('M72 116c-6-16-4-30 4-40c4 12 4 26 4 40Z', f))],
  receding: (f) => [
    '',
    mirrored(shape('M71 114c-8-30 2-54 22-64c-6 16-10 30-14 40Z', f)) + stroke('M104 50q16 -8 32 0', f, 7),
  ],
  curls: (f) => [
    range(11)
      .map((i) =>
        circle(
          120 + 54 * Math.cos(Math.PI * (0.94 + i * 0.112)),
          94 + 46 * Math.sin(Math.PI * (0.94 + i * 0.112)),
          18,
          f,
        ),
      )
      .join(''),
    range(6)
      .map((i) => circle(84 + i * 14.5, 66 - (i % 5 ? 6 : 0), 13, f))
      .join(''),
  ],
  afro: (f) => [circle(120, 88, 68, f), shape(SWEPT, f)],
  bob: (f) => [
    shape('M58 110c-2-54 26-76 62-76s64 22 62 76v40c0 16-12 20-26 18H84c-14 2-26-2-26-18Z', f),
    shape(FRINGE, f),
  ],
  'bob-parted': (f) => [
    shape('M60 110c-2-52 26-74 60-74s62 22 60 74c0 20 6 34 2 52H58c-4-18 2-32 2-52Z', f),
    shape('M70 118c-4-54 20-74 52-74c30 0 50 18 46 66c-16-10-40-22-58-46c-10 24-22 40-40 54Z', f),
  ],
  long: (f) => [shape('M58 110c-4-54 26-76 62-76s66 22 62 76l8 130H50Z', f), mirrored(shape(CURTAIN, f))],
  'long-fringe': (f) => [shape('M56 112c-2-56 28-78 64-78s66 22 64 78l4 128H52Z', f), shape(FRINGE, f)],
  waves: (f) => [
    shape(
      'M60 100c-16 18-2 34-12 52s4 34-8 56q40 14 80 0q40 14 80 0c-12-22 2-38-8-56s4-34-12-52c0-46-26-66-60-66s-60 20-60 66Z',
      f,
    ),
    shape('M70 112c-4-50 20-68 50-68c32 0 52 20 48 66c-10-14-38-14-52-46c-8 26-26 34-46 48Z', f),
  ],
  ponytail: (f) => [
    circle(158, 50, 16, f) + shape('M156 46c44 0 58 44 46 92c-4 20-14 32-26 34c10-32 6-80-30-104Z', f),
    shape(SWEPT, f),
  ],
  bun: (f) => [circle(120, 32, 24, f), shape(SWEPT, f)],
  'two-buns': (f) => [
    mirrored(circle(78, 46, 23, f)),
    shape(SWEPT, f) + mirrored(shape('M121 44c-26 2-42 18-46 46c18-6 38-20 46-46Z', f)),
  ],
  braids: (f) => [
    mirrored(
      range(6)
        .map((i) => circle(66 - i * 2, 120 + i * 19, 14 - i * 0.8, f))
        .join(''),
    ) + circle(120, 88, 54, f),
    mirrored(shape(CURTAIN, f)),
  ],
  pixie: (f) => [
    '',
    shape('M70 116c-8-54 16-76 50-76c36 0 54 22 48 66c-6-8-10-20-22-34c-18 18-44 22-62 16c-6 8-8 16-14 28Z', f),
  ],
  shag: (f) => [
    shape('M62 106c-2-50 24-72 58-72s60 22 58 72c2 26 10 40 6 62q-20 12 -36 4H92q-16 8 -36 -4c-4-22 4-36 6-62Z', f),
    mirrored(shape('M121 44c-32 0-48 18-50 58c22-8 42-30 50-58Z', f)),
  ],
  mop: (f) => [
    '',
    shape(
      'M68 112c-8-54 18-76 52-76s60 22 52 76c-4-6-8-10-10-18c-4 6-10 8-18 8c-2-4-4-6-6-8c-6 6-14 10-26 8c0-4 0-6-2-8c-6 8-14 10-24 8c-6 2-12 6-18 10Z',
      f,
    ),
  ],
  cap: (f, hat) => [
    '',
    mirrored(shape('M72 112c-4-12-4-20-2-26h12c-2 10-2 18-2 26Z', f)) +
      shape('M68 88c-4-38 20-54 54-54s54 16 50 48c-10 8-24 10-40 8c-22-4-44-6-64-2Z', hat) +
      shape('M68 88c20-6 44-4 66 2c-8 8-60 14-70 6q-4 -4 4 -8Z', ink.black),
  ],
  beanie: (f, hat) => [
    '',
    mirrored(shape('M73 114c-3-10-3-16-2-24h10c-2 8-2 16-2 24Z', f)) +
      shape('M72 86c-4-40 18-58 48-58s52 18 48 58Z', hat) +
      rect(66, 74, 108, 24, hat, 'rx="10"') +
      range(8)
        .map((i) => line(76 + i * 13, 78, 76 + i * 13, 94, ink.black, 2))
        .join(''),
  ],
  wrap: (f, hat) => [
    shape('M156 60l42-24l-6 30l22 12l-44 10Z', hat),
    mirrored(shape('M73 112c-3-8-2-14 0-20h8c-2 6-2 14-2 20Z', f)) +
      shape('M70 92c-6-44 18-60 50-60s56 16 50 60c-16-14-32-20-50-20s-34 6-50 20Z', hat) +
      range(5)
        .map((i) => circle(84 + i * 18, 62 - (i % 2) * 12, 4, ink.white))
        .join(''),
  ],
};

const BODY = 'M22 250c2-46 30-66 68-72h60c38 6 66 26 68 72Z';
const CLOTHES: Record<Clothes, (trim: string, fill: string) => string> = {
  crew: (trim) => stroke('M95 179c6 20 44 20 50 0', trim, 8),
  shirt: (trim) =>
    stroke('M120 206V250', ink.black, 3, 'opacity=".35"') +
    mirrored(shape('M98 170L120 204L96 218L80 184Z', trim)) +
    circle(120, 224, 3, ink.black, 'opacity=".5"'),
  blazer: (trim, fill) =>
    shape('M96 176H144L122 250H118Z', trim) +
    mirrored(
      shape('M97 174L70 196L84 216L74 224L116 252L120 250Z', fill) +
        stroke('M97 175L119 249', ink.black, 3, 'opacity=".4"'),
    ),
  hoodie: (trim, fill) =>
    shape('M66 198c4-34 24-40 34-36h40c10-4 30 2 34 36c-20 18-88 18-108 0Z', fill) +
    shape('M66 198c4-34 24-40 34-36h40c10-4 30 2 34 36c-20 18-88 18-108 0Z', ink.black, SHADE) +
    mirrored(line(104, 206, 102, 236, trim, 5) + circle(102, 236, 4, trim)),
  turtleneck: (trim, fill) => rect(97, 158, 46, 34, fill, 'rx="10"') + stroke('M98 174h44', trim, 4, 'opacity=".6"'),
  stripes: (trim) =>
    rect(31, 206, 178, 10, trim) + rect(23, 226, 194, 10, trim) + stroke('M96 179c6 16 42 16 48 0', trim, 7),
  dungarees: (trim) =>
    shape('M74 216H166V250H74Z', trim) +
    mirrored(shape('M74 182l14 -5L98 222H82Z', trim) + circle(90, 220, 5, ink.yellow)),
  mandarin: (trim, fill) =>
    shape('M94 166h52l4 22h-60Z', fill) +
    stroke('M92 186h56M120 188c-4 22 -34 24 -52 44', trim, 5) +
    circle(120, 190, 5, trim) +
    circle(92, 214, 5, trim),
  scarf: (trim) =>
    shape('M82 172c20 18 56 18 76 0l12 22c-30 22-70 22-100 0Z', trim) +
    shape('M132 196l28 -8l10 62h-30Z', trim) +
    shape('M132 204l10 46h-4Z', ink.black, SHADE),
  dots: (trim) =>
    [
      [52, 220],
      [84, 206],
      [84, 236],
      [120, 222],
      [156, 206],
      [156, 236],
      [188, 220],
    ]
      .map(([x, y]) => circle(x!, y!, 7, trim))
      .join('') + stroke('M96 179c6 18 42 18 48 0', trim, 5),
  'bow-tie': (trim, fill) =>
    shape('M98 174H142L124 250H116Z', ink.white) +
    mirrored(
      shape('M120 194L92 180V210Z', trim) + (fill === ink.white ? '' : shape('M98 174L80 190L112 250H118Z', fill)),
    ) +
    circle(120, 194, 6, ink.black),
};

function mouthOf(person: Person): string {
  switch (person.mouth) {
    case 'grin':
      return (
        shape('M99 137q21 7 42 0q-2 22 -21 22t-21 -22Z', '#7a1408') +
        shape('M101 139q19 6 38 0l-2 7q-17 5 -34 0Z', ink.white)
      );
    case 'lips':
      return (
        shape('M103 143q9 -8 17 -3q8 -5 17 3q-8 11 -17 11t-17 -11Z', ink.red) +
        stroke('M106 144q14 5 28 0', '#7a1408', 2)
      );
    case 'calm':
      return stroke('M106 146q14 5 28 0', '#7a1408', 4.5);
    case 'smile':
      return stroke('M103 141q17 16 34 0', '#7a1408', 5);
  }
}

function eyesOf(person: Person): string {
  if (person.glasses === 'dark')
    return mirrored(shape('M84 102h32v8q0 16 -16 16t-16 -16Z', ink.black)) + stroke('M84 104h72', ink.black, 5);
  if (person.eyes === 'closed') return mirrored(stroke('M94 112q8 7 16 0', ink.black, 4));
  const eye =
    circle(102, 112, 5, ink.black) + (person.eyes === 'lashes' ? stroke('M94 110q6 -8 15 -5', ink.black, 3) : '');
  const frame = {
    round: ring(102, 113, 16, ink.black, 4.5),
    square: stroke('M86 101h32v20q0 4 -4 4H90q-4 0 -4 -4Z', ink.black, 4.5),
    low: stroke('M88 118h28q0 14 -14 14t-14 -14Z', ink.black, 3.5),
  };
  const glasses = person.glasses ? frame[person.glasses] : '';
  const bridge = glasses
    ? stroke(person.glasses === 'low' ? 'M116 119q4 -3 8 0' : 'M117 110q3 -3 6 0', ink.black, 4)
    : '';
  return mirrored(eye + glasses) + bridge;
}

const BEARDS = {
  full: 'M76 116c2 8 10 14 18 15q26 -8 52 0c8-1 16-7 18-15c2 44-20 66-44 66s-46-22-44-66Z',
  goatee: 'M104 152q16 -6 32 0q2 24 -16 26t-16 -26Z',
  moustache: 'M96 138q10 -14 24 -7q14 -7 24 7q-12 6 -24 -1q-12 7 -24 1Z',
  stubble: 'M78 124q8 14 20 8q22 -8 44 0q12 6 20 -8c-2 28-20 46-42 46s-40-18-42-46Z',
} as const;

/** A head-and-shoulders portrait of 240 by 240. */
export function portrait(person: Person): string {
  const { skin, hairInk, trim } = person;
  const [back, front] = HAIR[person.hair](hairInk, trim);
  const brows = hairInk === ink.red || hairInk.startsWith('#f0') ? '#2b211c' : hairInk;
  const beardInk = person.beard === 'stubble' ? `${hairInk}` : hairInk;
  const lines = person.lined
    ? mirrored(
        stroke('M92 130q-4 8 0 16', ink.black, 2.5, 'opacity=".28"') +
          stroke('M82 104l-5 -4M82 110l-6 1', ink.black, 2, 'opacity=".28"'),
      )
    : '';
  return (
    rect(0, 0, 240, 240, person.ground) +
    BACKDROPS[person.backdrop](person.accent) +
    back +
    shape(BODY, person.clothesInk) +
    shape('M103 140h34v38q-17 20 -34 0Z', skin) +
    shape('M103 158q17 20 34 0v10q-17 16 -34 0Z', ink.black, SHADE) +
    CLOTHES[person.clothes](trim, person.clothesInk) +
    mirrored(circle(75, 114, 10, skin)) +
    shape(FACES[person.face], skin) +
    mirrored(circle(92, 132, 9, ink.red, 'opacity=".13"')) +
    lines +
    (person.beard && person.beard !== 'moustache'
      ? shape(BEARDS[person.beard], beardInk, person.beard === 'stubble' ? 'opacity=".22"' : '')
      : '') +
    stroke('M120 114q7 14 -3 16', ink.black, 3, 'opacity=".35"') +
    mouthOf(person) +
    (person.beard === 'moustache' ? shape(BEARDS.moustache, hairInk) : '') +
    (person.glasses === 'dark' ? '' : mirrored(stroke('M93 98q8 -6 17 -2', brows, 4.5))) +
    front +
    eyesOf(person) +
    (person.earrings ? mirrored(circle(72, 130, 6, person.earrings)) : '') +
    (person.phones
      ? stroke('M66 110c-6-56 20-80 54-80s60 24 54 80', person.phones, 10) +
        mirrored(
          rect(52, 96, 25, 42, person.phones, 'rx="11"') + rect(58, 104, 7, 26, ink.black, 'rx="3.5" opacity=".22"'),
        )
      : '') +
    (person.headset ? stroke('M66 134q2 26 30 26', person.phones ?? ink.black, 5) + circle(99, 160, 7, ink.black) : '')
  );
}
