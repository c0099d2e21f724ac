/**
 * Picture of the demo event: a clock that shows when each frame was made, in digits for people and in stripes for
 * programs. Drawn in squares, 40 across; larger pictures use larger squares.
 */
export const FACE_COLUMNS = 40;
const FACE_ROWS = 22;
export const FRAME_MS = 40;

const DARK = 28;
const LIGHT = 225;

/** Three squares wide and five high; each row is an octal digit. */
const DIGITS = ['75557', '26227', '71747', '71717', '55711', '74717', '74757', '71111', '75757', '75717'];
const DIGITS_TOP = 5;
const DIGITS_LEFT = 6;

const STRIPES_TOP = 14;
const STRIPES_HEIGHT = 4;
const NUMBER_BITS = 36;

const HK_OFFSET_MS = 8 * 3_600_000;

/** 36 bits of the frame number, most significant first, and the sum of its nine hex digits. */
function stripesOf(frame: number): number[] {
  const nibbles = Array.from({ length: NUMBER_BITS / 4 }, (_, i) => Math.floor(frame / 16 ** (8 - i)) % 16);
  const sum = nibbles.reduce((a, b) => a + b, 0) % 16;
  return [...nibbles, sum].flatMap((nibble) => [8, 4, 2, 1].map((bit) => (nibble & bit ? 1 : 0)));
}

/**
 * Decodes a frame number from the brightness of the stripes, left to right. Undefined if they are not valid stripes.
 *
 * @internal For tests and benchmarks.
 */
export function readStripes(brightness: readonly number[]): number | undefined {
  const bits = brightness.map((level): number => (level > (DARK + LIGHT) / 2 ? 1 : 0));
  let frame = 0;
  let sum = 0;
  for (let at = 0; at < NUMBER_BITS; at += 4) {
    const nibble = bits[at]! * 8 + bits[at + 1]! * 4 + bits[at + 2]! * 2 + bits[at + 3]!;
    frame = frame * 16 + nibble;
    sum += nibble;
  }
  const check = bits.slice(NUMBER_BITS).reduce((value, bit) => value * 2 + bit, 0);
  return brightness.length === FACE_COLUMNS && frame > 0 && check === sum % 16 ? frame : undefined;
}

/**
 * Vertical centre of the stripes as a fraction of the height of a 16:9 picture.
 *
 * @internal For tests and benchmarks.
 */
export const STRIPES_AT = (STRIPES_TOP + STRIPES_HEIGHT / 2) / (FACE_COLUMNS * (9 / 16));

/** Frame n is at n × 40 ms after the Unix epoch. Returns the brightness of each square, row by row. */
export function clockFace(frame: number, columns: number, rows: number): Uint8Array {
  const scale = columns / FACE_COLUMNS;
  const picture = new Uint8Array(columns * rows).fill(DARK);
  const light = (column: number, row: number, height = 1): void => {
    for (let y = row * scale; y < (row + height) * scale; y++)
      picture.fill(LIGHT, y * columns + column * scale, y * columns + (column + 1) * scale);
  };
  const time = new Date(frame * FRAME_MS + HK_OFFSET_MS).toISOString().slice(11, 19);
  let left = DIGITS_LEFT;
  for (const letter of time) {
    if (letter === ':') {
      for (const row of [1, 3]) light(left, DIGITS_TOP + row);
      left += 2;
      continue;
    }
    const bits = DIGITS[Number(letter)]!;
    for (let row = 0; row < bits.length; row++)
      for (let column = 0; column < 3; column++)
        if (Number(bits[row]) & (4 >> column)) light(left + column, DIGITS_TOP + row);
    left += 4;
  }
  for (const [column, bit] of stripesOf(frame).entries()) if (bit) light(column, STRIPES_TOP, STRIPES_HEIGHT);
  // A bar along the lower edge grows with the second, as a visible sign of motion.
  const done = Math.floor(((frame * FRAME_MS) % 1_000) / (1_000 / FACE_COLUMNS));
  for (let column = 0; column < done; column++) light(column, FACE_ROWS - 2);
  return picture;
}
