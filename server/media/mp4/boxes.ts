/** Malformed media data. */
export class Malformed extends Error {}

interface Box {
  type: string;
  /** The payload. */
  data: Buffer;
  /** Offset of the box in the data it was read from. */
  start: number;
}

/** Parses boxes, which must fill `data` completely. */
export function boxes(data: Buffer): Box[] {
  const found: Box[] = [];
  let at = 0;
  while (at < data.length) {
    if (at + 8 > data.length) throw new Malformed('a box is truncated');
    let size = data.readUInt32BE(at);
    let header = 8;
    if (size === 1) {
      if (at + 16 > data.length) throw new Malformed('a box is truncated');
      size = Number(data.readBigUInt64BE(at + 8));
      header = 16;
    } else if (size === 0) {
      size = data.length - at;
    }
    const type = data.toString('latin1', at + 4, at + 8);
    if (size < header || at + size > data.length) throw new Malformed(`box ${JSON.stringify(type)} is truncated`);
    found.push({ type, data: data.subarray(at + header, at + size), start: at });
    at += size;
  }
  return found;
}

export const childOf = (parent: Buffer, type: string): Buffer | undefined =>
  boxes(parent).find((b) => b.type === type)?.data;

export function need(parent: Buffer, ...path: string[]): Buffer {
  let at = parent;
  for (const type of path) {
    const child = childOf(at, type);
    if (child === undefined) throw new Malformed(`box "${type}" is missing`);
    at = child;
  }
  return at;
}

/** Reads fields in order; reading past the end throws `Malformed`. */
export function reader(data: Buffer, start = 0) {
  let at = start;
  const take = (bytes: number): number => {
    if (at + bytes > data.length) throw new Malformed('a box is too short');
    at += bytes;
    return at - bytes;
  };
  return {
    u8: () => data.readUInt8(take(1)),
    u32: () => data.readUInt32BE(take(4)),
    i32: () => data.readInt32BE(take(4)),
    u64: () => Number(data.readBigUInt64BE(take(8))),
    skip: (bytes: number) => void take(bytes),
  };
}
