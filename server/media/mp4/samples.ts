import { boxes, Malformed, need, reader } from '#server/media/mp4/boxes.ts';
import type { InitTrack } from '#server/media/mp4/fmp4.ts';

/** Contiguous samples of a segment. */
export interface SampleRun {
  /** Byte offset of the first sample in the segment. */
  at: number;
  sizes: number[];
  /** In the timescale of the track. */
  durations: number[];
}

/** A box's type and the start and end of its payload. Undefined if its header is not in these bytes. */
function boxAt(bytes: Buffer, at: number): { type: string; from: number; to: number } | undefined {
  if (at + 8 > bytes.length) return undefined;
  const type = bytes.toString('latin1', at + 4, at + 8);
  const size = bytes.readUInt32BE(at);
  if (size !== 1) return { type, from: at + 8, to: at + size };
  return at + 16 > bytes.length ? undefined : { type, from: at + 16, to: at + Number(bytes.readBigUInt64BE(at + 8)) };
}

function runsOf(moof: Buffer, moofAt: number, track: InitTrack): SampleRun[] {
  const runs: SampleRun[] = [];
  for (const traf of boxes(moof)) {
    if (traf.type !== 'traf') continue;
    const tfhd = need(traf.data, 'tfhd');
    const flags = tfhd.readUIntBE(1, 3);
    const header = reader(tfhd, 4);
    if (header.u32() !== track.id) continue;
    // An explicit base data offset refers to the moof in the encoder's own file.
    if (flags & 0x01) header.skip(8);
    if (flags & 0x02) header.skip(4);
    const duration = flags & 0x08 ? header.u32() : track.defaultDuration;
    const size = flags & 0x10 ? header.u32() : track.defaultSize;
    for (const { type, data } of boxes(traf.data)) {
      if (type !== 'trun') continue;
      const has = data.readUIntBE(1, 3);
      const fields = reader(data, 4);
      const count = fields.u32();
      const last = runs.at(-1);
      const follows = last && last.at + last.sizes.reduce((sum, one) => sum + one, 0);
      const at = has & 0x001 ? moofAt + fields.i32() : follows;
      if (at === undefined) throw new Malformed('a trun box does not state the offset of its samples');
      if (has & 0x004) fields.skip(4);
      const run: SampleRun = { at, sizes: [], durations: [] };
      for (let i = 0; i < count; i++) {
        run.durations.push(has & 0x100 ? fields.u32() : duration);
        run.sizes.push(has & 0x200 ? fields.u32() : size);
        if (has & 0x400) fields.skip(4);
        if (has & 0x800) fields.skip(4);
      }
      runs.push(run);
    }
  }
  return runs;
}

/**
 * The samples of a segment of `total` bytes, parsed from its beginning, which contains the tables. Undefined if more
 * bytes are needed. Malformed segments were already rejected at ingest.
 */
export function readSamples(bytes: Buffer, total: number, track: InitTrack): SampleRun[] | undefined {
  const runs: SampleRun[] = [];
  for (let at = 0; at < total;) {
    const box = boxAt(bytes, at);
    if (box === undefined || (box.type === 'moof' && box.to > bytes.length)) return undefined;
    if (box.to <= at || box.to > total) throw new Malformed(`box ${JSON.stringify(box.type)} is truncated`);
    if (box.type === 'moof') runs.push(...runsOf(bytes.subarray(box.from, box.to), at, track));
    at = box.to;
  }
  return runs;
}

/**
 * The part of a run between two instants, Unix ms; the outer segments of a broadcast extend beyond it. `startsAt` is
 * the start of its first sample, `endsAt` the end of its last.
 */
export function cutRun(
  { at: first, sizes, durations }: SampleRun,
  { startsAt, timescale }: { startsAt: number; timescale: number },
  { from, to }: { from: number; to: number },
) {
  const cut: SampleRun = { at: first, sizes: [], durations: [] };
  let [at, instant, cutStartsAt] = [first, startsAt, startsAt];
  for (const [i, size] of sizes.entries()) {
    const lastsMs = (durations[i]! / timescale) * 1000;
    if (instant + lastsMs > from && instant < to) {
      if (cut.sizes.length === 0) [cut.at, cutStartsAt] = [at, instant];
      cut.sizes.push(size);
      cut.durations.push(durations[i]!);
    }
    at += size;
    instant += lastsMs;
  }
  return { cut, startsAt: cutStartsAt, endsAt: instant };
}

/** Sample entry of an init segment, to be copied into a file. */
export function sampleEntryOf(init: Buffer): Buffer {
  const entries = need(init, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd').subarray(8);
  return entries.subarray(0, entries.readUInt32BE(0));
}
