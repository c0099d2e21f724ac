/**
 * H.264 (constrained baseline) encoder for pictures of plain squares, one a macroblock: simple enough to encode on the
 * fly, by arithmetic alone. A key frame predicts each square from its neighbours and encodes the difference; the
 * following frames encode only the squares that changed.
 */

const SQUARE = 16;
/** At this quantiser a step of the single transmitted coefficient is two and a half levels of brightness. */
const QP = 36;
const STEP = 2.5;
const GREY = 128;

class Bits {
  private readonly bytes: number[] = [];
  private last = 0;
  private free = 8;

  bit(value: number): void {
    this.last = (this.last << 1) | value;
    if (--this.free > 0) return;
    this.bytes.push(this.last);
    this.last = 0;
    this.free = 8;
  }
  fixed(value: number, length: number): void {
    for (let place = length - 1; place >= 0; place--) this.bit((value >> place) & 1);
  }
  /** Unsigned Exp-Golomb code, ue(v). */
  golomb(value: number): void {
    const length = Math.floor(Math.log2(value + 1));
    this.fixed(0, length);
    this.fixed(value + 1, length + 1);
  }
  /** Signed Exp-Golomb code, se(v). */
  signed(value: number): void {
    this.golomb(value > 0 ? 2 * value - 1 : -2 * value);
  }
  /** A NAL unit of these bits with its stop bit and emulation prevention bytes. */
  unit(header: number): Buffer {
    this.bit(1);
    while (this.free < 8) this.bit(0);
    const out = [header];
    let zeros = 0;
    for (const byte of this.bytes) {
      if (zeros === 2 && byte <= 3) {
        out.push(3);
        zeros = 0;
      }
      out.push(byte);
      zeros = byte === 0 ? zeros + 1 : 0;
    }
    return Buffer.from(out);
  }
}

/** The lowest level that allows a size at 25 frames a second: 3, 3.1, 4. */
const levelOf = (squares: number): number => (squares <= 1_620 ? 30 : squares <= 3_600 ? 31 : 40);

interface PlainPicture {
  columns: number;
  rows: number;
  sps: Buffer;
  pps: Buffer;
  /**
   * Encodes frames as length-prefixed units, the first a key frame. Each is the brightness (16 to 235) of every square,
   * row by row. `number` identifies the key frame and must differ between consecutive ones.
   */
  code: (pictures: readonly Uint8Array[], number: number) => Buffer[];
}

export function plainPicture(width: number, height: number): PlainPicture {
  const columns = Math.ceil(width / SQUARE);
  const rows = Math.ceil(height / SQUARE);
  return {
    columns,
    rows,
    sps: sequenceSet(columns, rows, { right: columns * SQUARE - width, bottom: rows * SQUARE - height }),
    pps: pictureSet(),
    code(pictures, number) {
      /** The decoder's current picture. */
      const shown = new Uint8Array(columns * rows);
      return pictures.map((picture, i) => {
        const unit =
          i === 0 ? keyFrame(picture, shown, { columns, number }) : changes(picture, shown, { columns, number: i });
        const length = Buffer.alloc(4);
        length.writeUInt32BE(unit.length);
        return Buffer.concat([length, unit]);
      });
    },
  };
}

function sequenceSet(columns: number, rows: number, hidden: { right: number; bottom: number }): Buffer {
  const out = new Bits();
  out.fixed(66, 8); // profile_idc
  out.fixed(0xc0, 8); // constraint flags
  out.fixed(levelOf(columns * rows), 8);
  out.golomb(0); // seq_parameter_set_id
  out.golomb(0); // frame numbers of 4 bits
  out.golomb(2); // output order is decoding order
  out.golomb(1); // one reference frame
  out.bit(0); // no gaps in frame numbers
  out.golomb(columns - 1);
  out.golomb(rows - 1);
  out.bit(1); // frames only, no fields
  out.bit(1); // direct_8x8_inference
  const isCropped = hidden.right > 0 || hidden.bottom > 0;
  out.bit(isCropped ? 1 : 0);
  if (isCropped) for (const pixels of [0, hidden.right, 0, hidden.bottom]) out.golomb(pixels / 2);
  out.bit(1);
  out.fixed(0, 8); // no aspect, colour or timing information
  out.bit(1); // bitstream restriction: no reordering, so that a decoder shows each frame as it arrives
  out.bit(1);
  for (const limit of [0, 0, 10, 10, 0, 1]) out.golomb(limit);
  return out.unit(0x67);
}

function pictureSet(): Buffer {
  const out = new Bits();
  out.golomb(0); // pic_parameter_set_id
  out.golomb(0); // seq_parameter_set_id
  out.bit(0); // CAVLC
  out.bit(0); // no field order
  out.golomb(0); // one slice group
  out.golomb(0); // one forward reference
  out.golomb(0); // one backward reference
  out.bit(0); // no weighted prediction
  out.fixed(0, 2);
  out.signed(QP - 26);
  out.signed(0);
  out.signed(0); // chroma quantiser
  out.bit(1); // slices carry deblocking control
  out.bit(0); // intra prediction from any neighbour
  out.bit(0); // no redundant slices
  return out.unit(0x68);
}

/** Common slice header, up to the frame number. */
function slice(type: 5 | 7, frameNumber: number): Bits {
  const out = new Bits();
  out.golomb(0); // first macroblock
  out.golomb(type); // 7: I slice; 5: P slice
  out.golomb(0); // picture parameter set
  out.fixed(frameNumber & 15, 4);
  return out;
}

function endOfHeader(out: Bits): void {
  out.signed(0); // quantiser of the picture parameter set
  out.golomb(1); // no deblocking
}

function keyFrame(
  picture: Uint8Array,
  shown: Uint8Array,
  { columns, number }: { columns: number; number: number },
): Buffer {
  const out = slice(7, 0);
  out.golomb(number & 1);
  out.fixed(0, 2); // output prior pictures; no long-term reference
  endOfHeader(out);
  for (let at = 0; at < picture.length; at++) square(out, { picture, shown, at, columns }, 3);
  return out.unit(0x65);
}

function changes(
  picture: Uint8Array,
  shown: Uint8Array,
  { columns, number }: { columns: number; number: number },
): Buffer {
  const out = slice(5, number);
  out.bit(0); // number of references as in the picture parameter set
  out.bit(0); // no reordering
  out.bit(0); // sliding window
  endOfHeader(out);
  let same = 0;
  for (let at = 0; at < picture.length; at++) {
    if (Math.abs(picture[at]! - shown[at]!) < STEP) {
      same++;
      continue;
    }
    out.golomb(same);
    same = 0;
    square(out, { picture, shown, at, columns }, 5 + 3);
  }
  if (same > 0) out.golomb(same);
  return out.unit(0x41);
}

/** Prediction from the left and upper neighbours (8.3.3.3). */
function expected(shown: Uint8Array, at: number, columns: number): number {
  const left = at % columns > 0 ? shown[at - 1]! : undefined;
  const above = at >= columns ? shown[at - columns]! : undefined;
  if (left !== undefined && above !== undefined) return (left + above + 1) >> 1;
  return left ?? above ?? GREY;
}

/** A macroblock with 16x16 intra DC prediction and only its luma DC coefficient (7.3.5). */
function square(
  out: Bits,
  { picture, shown, at, columns }: { picture: Uint8Array; shown: Uint8Array; at: number; columns: number },
  type: number,
): void {
  const before = expected(shown, at, columns);
  const level = Math.round((picture[at]! - before) / STEP);
  out.golomb(type);
  out.golomb(0); // chroma DC prediction: grey from grey
  out.signed(0); // unchanged quantiser
  coefficient(out, level);
  // 8.5.10 and 8.5.12 for one coefficient: 16 times 10 is the scale of this quantiser.
  shown[at] = Math.min(255, Math.max(0, before + ((160 * level + 32) >> 6)));
}

/** One level, the first of sixteen, coded with the tables for blocks whose neighbours have none (9.2). */
function coefficient(out: Bits, level: number): void {
  const size = Math.abs(level);
  if (size === 0) {
    out.bit(1);
    return;
  }
  if (size === 1) {
    out.fixed(0b01, 2);
    out.bit(level < 0 ? 1 : 0);
  } else {
    out.fixed(0b000101, 6);
    // The magnitude is above one, otherwise it was a trailing one above.
    const code = (level > 0 ? 2 * level - 2 : -2 * level - 1) - 2;
    if (code < 14) {
      out.fixed(1, code + 1);
    } else if (code < 30) {
      out.fixed(1, 15);
      out.fixed(code - 14, 4);
    } else {
      out.fixed(1, 16);
      out.fixed(code - 30, 12);
    }
  }
  out.bit(1); // no zeros before it
}
