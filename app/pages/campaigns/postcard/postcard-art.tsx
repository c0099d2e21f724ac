import { postcardText } from '#app/text/zh-hk/campaigns-postcard.ts';
import styles from './postcard.module.css';

// The face's own drawing: a house of eighteen floors, each a strip that is also a card. Each floor is drawn once and used
// twice, so the whole house costs as much as its floors.

const WIDTH = 300;
const HEIGHT = 40;
const WALLS = ['#a9dbe8', '#e9c8c0', '#ffe2a0', '#cfdde6', '#f6dcbc', '#bfe8d4'] as const;

/** What stands on a floor: `p` somebody, `b` a box, `c` something round, `l` a lamp; where, how large, of what colour. */
type Thing = readonly [kind: 'p' | 'b' | 'c' | 'l', x: number, size: number, colour: string];

const RED = '#d42a12';
const GREEN = '#00706b';
const YELLOW = '#ffcb05';
const INK = '#14110e';
const BROWN = '#8c4a2f';
const PINK = '#f4b6ac';
const WHITE = '#ffffff';

/** From the roof down. */
const FLOORS: readonly (readonly Thing[])[] = [
  [
    ['b', 40, 14, RED],
    ['b', 62, 14, WHITE],
    ['b', 84, 14, GREEN],
    ['p', 150, 15, YELLOW],
    ['b', 172, 16, RED],
    ['l', 250, 26, INK],
  ],
  [
    ['p', 90, 14, RED],
    ['b', 112, 22, INK],
    ['p', 140, 14, GREEN],
    ['l', 190, 22, YELLOW],
    ['b', 220, 26, '#c08a4a'],
  ],
  [
    ['b', 40, 30, BROWN],
    ['b', 50, 12, RED],
    ['b', 62, 12, YELLOW],
    ['p', 150, 14, INK],
    ['c', 210, 12, GREEN],
    ['c', 234, 10, GREEN],
  ],
  [
    ['b', 40, 24, RED],
    ['c', 52, 7, INK],
    ['b', 80, 24, YELLOW],
    ['c', 92, 7, INK],
    ['b', 120, 24, GREEN],
    ['c', 132, 7, INK],
    ['p', 240, 14, INK],
  ],
  [
    ['c', 110, 14, WHITE],
    ['b', 60, 18, WHITE],
    ['b', 92, 18, WHITE],
    ['p', 170, 14, RED],
    ['l', 220, 24, YELLOW],
  ],
  [
    ['b', 40, 28, INK],
    ['b', 74, 28, INK],
    ['c', 60, 2, YELLOW],
    ['c', 84, 2, YELLOW],
    ['p', 180, 14, GREEN],
    ['l', 210, 18, INK],
  ],
  [
    ['p', 60, 14, RED],
    ['b', 84, 16, INK],
    ['p', 112, 14, GREEN],
    ['b', 210, 24, '#4fd1c5'],
    ['b', 236, 24, INK],
  ],
  [
    ['c', 50, 9, GREEN],
    ['c', 72, 12, GREEN],
    ['c', 98, 10, GREEN],
    ['c', 124, 13, GREEN],
    ['p', 170, 14, YELLOW],
    ['b', 230, 26, WHITE],
  ],
  [
    ['b', 40, 26, INK],
    ['b', 70, 26, RED],
    ['p', 150, 14, GREEN],
    ['l', 172, 16, INK],
    ['p', 200, 14, PINK],
    ['b', 250, 18, BROWN],
  ],
  [
    ['b', 50, 18, RED],
    ['l', 64, 22, YELLOW],
    ['l', 140, 18, GREEN],
    ['l', 156, 18, GREEN],
    ['p', 220, 14, INK],
    ['p', 244, 9, RED],
  ],
  [
    ['b', 40, 12, PINK],
    ['b', 60, 12, PINK],
    ['p', 66, 9, GREEN],
    ['b', 150, 24, WHITE],
    ['c', 220, 11, '#e0642a'],
  ],
  [
    ['b', 44, 28, GREEN],
    ['b', 80, 28, RED],
    ['b', 116, 28, WHITE],
    ['b', 152, 28, INK],
    ['b', 188, 28, YELLOW],
    ['b', 224, 28, GREEN],
  ],
  [
    ['p', 60, 14, RED],
    ['p', 90, 14, YELLOW],
    ['b', 108, 14, INK],
    ['p', 130, 14, GREEN],
    ['p', 160, 14, INK],
    ['b', 230, 18, INK],
  ],
  [
    ['c', 60, 4, RED],
    ['c', 84, 4, GREEN],
    ['c', 108, 4, INK],
    ['c', 180, 12, INK],
    ['c', 180, 4, RED],
    ['p', 226, 14, RED],
  ],
  [
    ['b', 50, 24, WHITE],
    ['c', 62, 8, GREEN],
    ['b', 86, 24, WHITE],
    ['c', 98, 8, GREEN],
    ['p', 170, 14, INK],
    ['b', 220, 12, RED],
    ['b', 240, 12, YELLOW],
  ],
  [
    ['b', 50, 26, WHITE],
    ['b', 78, 26, WHITE],
    ['p', 160, 15, RED],
    ['p', 190, 10, GREEN],
    ['p', 210, 10, INK],
    ['p', 230, 10, RED],
  ],
  [
    ['b', 50, 14, BROWN],
    ['c', 57, 6, GREEN],
    ['b', 90, 14, BROWN],
    ['c', 97, 6, RED],
    ['b', 130, 14, BROWN],
    ['c', 137, 6, YELLOW],
    ['p', 230, 14, GREEN],
  ],
  [
    ['b', 30, 30, RED],
    ['b', 62, 30, RED],
    ['b', 130, 28, INK],
    ['b', 190, 30, YELLOW],
    ['b', 222, 30, YELLOW],
  ],
];

function ThingOf({ thing: [kind, x, size, colour] }: { thing: Thing }) {
  const floor = HEIGHT - 4;
  if (kind === 'b') return <rect x={x} y={floor - size} width={size} height={size} fill={colour} />;
  if (kind === 'c') return <circle cx={x} cy={floor - size} r={size} fill={colour} />;
  if (kind === 'l') return <path d={`M${x} ${floor}v-${size}m-6 0h12`} stroke={colour} strokeWidth="3" fill="none" />;
  return (
    <g>
      <rect x={x} y={floor - size} width={size * 0.62} height={size} rx="2" fill={colour} />
      <circle cx={x + size * 0.31} cy={floor - size - 4} r="4" fill="#f3c9a6" />
      <path d={`M${x + size * 0.31 - 4} ${floor - size - 4}a4 4 0 0 1 8 0z`} fill={INK} />
    </g>
  );
}

const idOf = (at: number) => `floor-${FLOORS.length - at}`;

/** The floors, drawn where nobody sees them, for the house and its cards. */
export function Floors() {
  return (
    <svg width="0" height="0" className={styles.defs} aria-hidden="true">
      {FLOORS.map((things, at) => (
        <symbol key={idOf(at)} id={idOf(at)} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
          <rect width={WIDTH} height={HEIGHT} fill={WALLS[at % WALLS.length]} />
          <rect y={HEIGHT - 4} width={WIDTH} height="4" fill={BROWN} />
          {things.map((thing) => (
            <ThingOf key={`${thing[0]}${thing[1]}`} thing={thing} />
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

/** One floor as its card shows it, counted from the roof. */
export function FloorStrip({ at }: { at: number }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <use href={`#${idOf(at)}`} width={WIDTH} height={HEIGHT} />
    </svg>
  );
}

export const FLOOR_COUNT = FLOORS.length;

export const PostcardStripe = () => <div className={styles.stripe} aria-hidden="true" />;
