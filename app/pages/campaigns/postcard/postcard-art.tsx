import { postcardText } from '#app/text/zh-hk/campaigns-postcard.ts';
import styles from './postcard.module.css';

// The design's drawing: a building of eighteen floors, each a strip that is also a card. Each floor is drawn once and
// used twice, so the building adds almost no size.

const WIDTH = 300;
const HEIGHT = 40;
const WALLS = ['#a9dbe8', '#e9c8c0', '#ffe2a0', '#cfdde6', '#f6dcbc', '#bfe8d4'] as const;

/**
 * Objects on a floor, in units of a 300 by 40 strip whose floorboards begin at 36: `p` a person by x and height, `r` a
 * rectangle by x, y, width and height, `o` a circle by centre and radius, `d` a shape and `s` a line by path.
 */
type Thing =
  | readonly ['p', colour: string, x: number, size: number]
  | readonly ['r', colour: string, x: number, y: number, width: number, height: number]
  | readonly ['o', colour: string, x: number, y: number, radius: number]
  | readonly ['d' | 's', colour: string, path: string];

const RED = '#d42a12';
const GREEN = '#00706b';
const YELLOW = '#ffcb05';
const INK = '#14110e';
const BROWN = '#8c4a2f';
const WOOD = '#c08a4a';
const PINK = '#f4b6ac';
const WHITE = '#ffffff';
const TEAL = '#4fd1c5';
const ORANGE = '#e0642a';
const SKY = '#a9dbe8';
const SKIN = '#f3c9a6';

const row = (count: number, from: number, step: number, draw: (x: number, at: number) => readonly Thing[]): Thing[] =>
  Array.from({ length: count }, (_, at) => draw(from + at * step, at)).flat();
const MANY = [RED, INK, YELLOW, GREEN, ORANGE, PINK, WHITE, BROWN] as const;
const colourAt = (at: number) => MANY[at % MANY.length]!;

/** From the roof down. */
const FLOORS: readonly (readonly Thing[])[] = [
  [
    ['s', INK, 'M36 6h96'],
    ['d', RED, 'M44 6h12v13h-12z'],
    ['d', WHITE, 'M62 6h12v10h-4v7h-4v-7h-4z'],
    ['d', GREEN, 'M80 6h11v15h-4v-9h-3v9h-4z'],
    ['d', YELLOW, 'M98 6h12v12h-12z'],
    ['d', PINK, 'M116 6h9v10h-9z'],
    ['p', YELLOW, 156, 15],
    ['r', RED, 178, 22, 28, 14],
    ['o', INK, 186, 29, 4],
    ['r', WHITE, 194, 25, 9, 3],
    ['s', INK, 'M202 22l9-12M252 36V3M240 8h24M244 14h16'],
  ],
  [
    ['p', RED, 88, 15],
    ['s', INK, 'M104 23h54M110 23v13M152 23v13'],
    ['r', WHITE, 114, 18, 9, 5],
    ['r', RED, 127, 16, 9, 7],
    ['r', WHITE, 140, 18, 9, 5],
    ['p', GREEN, 164, 15],
    ['s', INK, 'M131 0v5'],
    ['d', YELLOW, 'M121 12a10 8 0 0 1 20 0z'],
    ['r', WOOD, 216, 11, 50, 25],
    ['s', BROWN, 'M241 11v25M236 22v4M246 22v4'],
  ],
  [
    ['r', BROWN, 38, 3, 70, 33],
    ['r', INK, 41, 6, 64, 12],
    ['r', INK, 41, 21, 64, 13],
    ...row(10, 43, 6, (x, at): Thing[] => [
      ['r', colourAt(at + (at > 4 ? 2 : 0)), x, 8 + (at % 3), 4, 10 - (at % 3)],
      ['r', colourAt(at * 3 + 2), x, 24 - (at % 2), 4, 10 + (at % 2)],
    ]),
    ['p', INK, 146, 15],
    ['d', GREEN, 'M196 36v-16q0-4 5-4t5 4v7h48q8 0 8 9z'],
    ['d', PINK, 'M212 27q12-6 38 0z'],
    ['o', SKIN, 211, 23, 4],
  ],
  [
    ...row(5, 40, 32, (x, at): Thing[] => [
      ['r', colourAt(at === 1 ? 4 : at), x, 8, 24, 28],
      ['o', at === 1 ? WHITE : INK, x + 12, 15, 4],
      ['o', INK, x + 12, 26, 8],
      ['o', PINK, x + 12, 26, 3],
    ]),
    ['p', GREEN, 244, 15],
    ['s', INK, 'M262 20q6-6 0-12M268 23q11-9 0-18'],
  ],
  [
    ['d', WHITE, 'M70 20h80v6q0 10-10 10h-60q-10 0-10-10z'],
    ['o', WHITE, 84, 17, 6],
    ['o', WHITE, 96, 14, 8],
    ['o', SKIN, 112, 12, 5],
    ['d', INK, 'M106 11a6 6 0 0 1 12 0z'],
    ['o', WHITE, 126, 16, 8],
    ['o', WHITE, 138, 18, 5],
    ['o', WHITE, 150, 6, 2],
    ['o', WHITE, 134, 4, 3],
    ['s', INK, 'M60 36V5h14v4'],
    ['p', RED, 184, 15],
    ['r', SKY, 214, 6, 30, 20],
    ['s', WHITE, 'M218 20l10-11M226 22l12-13'],
    ['s', YELLOW, 'M256 14v22M250 36h12'],
  ],
  [
    ['r', INK, 38, 3, 86, 30],
    ...row(12, 44, 7, (x, at): Thing[] => [['o', at % 4 === 0 ? WHITE : YELLOW, x, 7 + ((at * 11) % 22), 1]]),
    ['o', YELLOW, 112, 10, 5],
    ['o', INK, 114.5, 9, 4.5],
    ['p', GREEN, 156, 15],
    ['s', INK, 'M176 23l30-12M190 18l-8 18M190 18l8 18'],
    ['o', INK, 206, 11, 3],
    ['r', WOOD, 240, 20, 30, 16],
    ['r', WHITE, 246, 14, 16, 6],
  ],
  [
    ['p', RED, 58, 15],
    ['p', YELLOW, 84, 14],
    ['r', GREEN, 70, 22, 62, 4],
    ['s', INK, 'M76 26v10M126 26v10'],
    ...row(6, 78, 8, (x): Thing[] => [['r', WHITE, x, 17, 6, 5]]),
    ['p', INK, 110, 14],
    ['p', GREEN, 140, 15],
    ['r', INK, 212, 5, 56, 26],
    ['r', TEAL, 216, 8, 48, 20],
    ['d', YELLOW, 'M216 28l16-12 10 7 9-5 13 10z'],
    ['s', INK, 'M232 31l-5 5M248 31l5 5'],
  ],
  [
    ...row(5, 50, 23, (x, at): Thing[] => [
      [
        'd',
        GREEN,
        `M${x} 27q-11-${10 + (at % 3) * 3} 0-${17 + (at % 2) * 4}q11 ${7 + (at % 3) * 3} 0 ${17 + (at % 2) * 4}z`,
      ],
      ['d', ORANGE, `M${x - 7} 26h14l-2 10h-10z`],
    ]),
    ['p', YELLOW, 172, 15],
    ['d', RED, 'M186 24h12v9h-12zM198 26l8-5v3l-8 6z'],
    ['r', SKY, 220, 4, 54, 24],
    ['s', WHITE, 'M247 4v24M220 16h54'],
  ],
  [
    ['r', INK, 38, 5, 64, 20],
    ['r', RED, 42, 8, 56, 14],
    ['s', WHITE, 'M52 15h10M66 15h8M78 15h10'],
    ['s', YELLOW, 'M34 5l-4-3M106 5l4-3M34 25l-4 3M106 25l4 3'],
    ['p', GREEN, 146, 15],
    ['p', RED, 214, 15],
    ['r', BROWN, 166, 25, 44, 11],
    ['s', INK, 'M176 25l5-11M200 25l-5-11'],
    ['o', INK, 181, 13, 3],
    ['o', INK, 195, 13, 3],
    ['r', INK, 242, 14, 26, 22],
    ['s', YELLOW, 'M247 20h16M247 25h10M247 30h13'],
  ],
  [
    ['d', RED, 'M44 36v-18h-5l28-12 28 12h-5v18z'],
    ['r', YELLOW, 52, 20, 30, 5],
    ['s', INK, 'M62 20v-8M67 20v-9M72 20v-8'],
    ['o', ORANGE, 55, 30, 3],
    ['o', ORANGE, 79, 30, 3],
    ['o', WHITE, 66, 9, 2],
    ...row(3, 132, 22, (x): Thing[] => [
      ['s', INK, `M${x} 0v4`],
      ['o', RED, x, 11, 7],
      ['s', YELLOW, `M${x - 6} 11h12M${x} 18v7`],
    ]),
    ['p', INK, 222, 15],
    ['p', RED, 246, 10],
  ],
  [
    ['s', BROWN, 'M42 36V14M112 36V14M42 22h70'],
    ['r', PINK, 44, 24, 66, 9],
    ['o', SKIN, 56, 21, 5],
    ['s', INK, 'M77 0v5M62 5h30M62 5v4M92 5v4'],
    ['o', RED, 62, 11, 2],
    ['o', GREEN, 77, 9, 2],
    ['o', YELLOW, 92, 11, 2],
    ['p', GREEN, 136, 15],
    ['r', INK, 184, 4, 42, 25],
    ['o', YELLOW, 206, 16, 8],
    ['o', INK, 210, 13, 7],
    ['o', ORANGE, 256, 28, 8],
    ['s', WHITE, 'M249 25q7 4 14 0'],
  ],
  row(8, 26, 32, (x, at): Thing[] => [
    ['r', at === 3 ? INK : colourAt(at * 3 + (at > 4 ? 1 : 0)), x, 8, 22, 28],
    ['o', at % 2 === 0 ? YELLOW : INK, x + 17, 23, 1.5],
  ]),
  [
    ['r', WOOD, 44, 25, 140, 3],
    ['s', BROWN, 'M54 28v8M114 28v8M174 28v8'],
    ...row(5, 56, 27, (x, at): Thing[] => [
      ['p', colourAt(at), x - 6, 15],
      ['r', WHITE, x + 6, 20, 6, 5],
    ]),
    ['r', INK, 212, 4, 58, 19],
    ['s', YELLOW, 'M218 9h20M218 14h26M218 19h16M252 9h12M252 14h12'],
    ['r', RED, 222, 26, 38, 10],
  ],
  [
    ['s', INK, 'M44 12h82M44 20h82'],
    ...row(5, 54, 16, (x, at): Thing[] => [
      ['o', colourAt(at * 3), x, 20 - (at % 3) * 5, 3],
      ['s', INK, `M${x + 3} ${20 - (at % 3) * 5}v-10`],
    ]),
    ['p', GREEN, 146, 15],
    ['d', ORANGE, 'M148 26q6-5 10 0l12-6 1 3-12 6q-2 7-9 5t-2-8z'],
    ['o', INK, 206, 24, 12],
    ['o', RED, 206, 24, 5],
    ['s', YELLOW, 'M180 14h16M188 14v22M222 12h14M229 12v24'],
    ['p', RED, 250, 15],
  ],
  [
    ...row(3, 44, 32, (x): Thing[] => [
      ['r', WHITE, x, 9, 27, 27],
      ['o', GREEN, x + 13.5, 24, 9],
      ['o', SKY, x + 13.5, 24, 6],
      ['s', RED, `M${x + 4} 13h8`],
    ]),
    ['p', INK, 158, 15],
    ['s', INK, 'M186 6h88'],
    ['d', GREEN, 'M194 6h13v15h-13z'],
    ['d', YELLOW, 'M214 6h12v11h-4v7h-4v-7h-4z'],
    ['d', RED, 'M234 6h10v17h-10z'],
    ['d', WHITE, 'M252 6h13v12h-13z'],
  ],
  [
    ['r', BROWN, 40, 3, 92, 27],
    ['r', GREEN, 43, 6, 86, 21],
    ['s', WHITE, 'M54 16h10M72 12h12M72 20h12M94 10h12M94 16h12M94 22h12M116 12h8M116 20h8'],
    ['p', RED, 146, 16],
    ...row(4, 184, 24, (x, at): Thing[] => [
      ['p', colourAt(at + 1), x, 11],
      ['r', WOOD, x - 4, 29, 16, 3],
    ]),
  ],
  [
    ...row(5, 44, 32, (x, at): Thing[] => [
      ['o', SKIN, x + 12, 15, 5],
      ['d', INK, `M${x + 6} 15a6 6 0 0 1 12 0z`],
      ['r', colourAt(at), x + 5, 20, 14, 6],
      ['r', BROWN, x, 25, 24, 11],
      ['r', WHITE, x + 8, 22, 8, 3],
    ]),
    ['r', GREEN, 216, 5, 30, 18],
    ['s', WHITE, 'M222 11h16M222 16h10'],
    ['p', INK, 254, 16],
  ],
  [
    ['r', GREEN, 0, 0, 300, 8],
    ['s', YELLOW, 'M120 4h8M134 4h8M148 4h8M162 4h8M176 4h8'],
    ['r', RED, 22, 10, 92, 9],
    ['r', SKY, 22, 19, 92, 17],
    ['s', WHITE, 'M32 14.5h14M52 14.5h14M72 14.5h14M92 14.5h12'],
    ['s', INK, 'M68 19v17'],
    ['p', RED, 36, 13],
    ['r', INK, 128, 11, 42, 25],
    ['r', WOOD, 132, 14, 15, 22],
    ['r', WOOD, 151, 14, 15, 22],
    ['r', YELLOW, 184, 10, 94, 9],
    ['r', WHITE, 184, 19, 94, 17],
    ['s', INK, 'M196 14.5h16M222 14.5h16M248 14.5h16'],
    ...row(4, 196, 16, (x, at): Thing[] => [
      ['o', INK, x, 28, 6],
      ['o', colourAt(at === 1 ? 2 : at), x, 28, 2],
    ]),
    ['p', GREEN, 262, 13],
  ],
];

const BOARDS = 36;

function ThingOf({ thing }: { thing: Thing }) {
  const [kind, colour] = thing;
  switch (kind) {
    case 'r':
      return <rect x={thing[2]} y={thing[3]} width={thing[4]} height={thing[5]} fill={colour} />;
    case 'o':
      return <circle cx={thing[2]} cy={thing[3]} r={thing[4]} fill={colour} />;
    case 'd':
      return <path d={thing[2]} fill={colour} />;
    case 's':
      return <path d={thing[2]} stroke={colour} strokeWidth="2" fill="none" />;
    case 'p': {
      const [, , x, size] = thing;
      const middle = x + size * 0.31;
      const head = BOARDS - size - 3;
      return (
        <g>
          <rect x={x} y={BOARDS - size} width={size * 0.62} height={size} rx="2" fill={colour} />
          <circle cx={middle} cy={head} r="4" fill={SKIN} />
          <path d={`M${middle - 4} ${head}a4 4 0 0 1 8 0z`} fill={INK} />
        </g>
      );
    }
  }
}

const idOf = (at: number) => `floor-${FLOORS.length - at}`;

/** Hidden definitions of the floors, for the building and its cards. */
export function Floors() {
  return (
    <svg width="0" height="0" className={styles.defs} aria-hidden="true">
      {FLOORS.map((things, at) => (
        <symbol key={idOf(at)} id={idOf(at)} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
          <rect width={WIDTH} height={HEIGHT} fill={WALLS[at % WALLS.length]} />
          <rect y={HEIGHT - 4} width={WIDTH} height="4" fill={BROWN} />
          {things.map((thing) => (
            <ThingOf key={thing.join(' ')} thing={thing} />
          ))}
        </symbol>
      ))}
    </svg>
  );
}

export function House() {
  const height = FLOORS.length * HEIGHT;
  return (
    <svg
      className={styles.house}
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="xMidYMin slice"
      width={WIDTH}
      height={height}
      role="img"
      aria-label={postcardText.art}
    >
      {FLOORS.map((_, at) => (
        <use key={idOf(at)} href={`#${idOf(at)}`} y={at * HEIGHT} width={WIDTH} height={HEIGHT} />
      ))}
    </svg>
  );
}

/** A floor as on its card, counted from the roof. */
export function FloorStrip({ at }: { at: number }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <use href={`#${idOf(at)}`} width={WIDTH} height={HEIGHT} />
    </svg>
  );
}

export const FLOOR_COUNT = FLOORS.length;
