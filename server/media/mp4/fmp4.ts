import { DomainError } from '#shared/domain-error.ts';
import { maxSegmentMs, type MediaKindName } from '#domain/media/renditions.rules.ts';
import { boxes, Malformed, need, reader } from '#server/media/mp4/boxes.ts';

/** A track as described by the init segment. */
export interface InitTrack {
  id: number;
  kind: MediaKindName;
  /** RFC 6381, `mp4a.40.2` or `avc1.64001e`. */
  codec: string;
  timescale: number;
  /** trex: default sample duration of fragments. */
  defaultDuration: number;
  defaultSize: number;
  /** Display size in pixels. Null for sound. */
  size: { width: number; height: number } | null;
}

export interface SegmentTimes {
  durationMs: number;
  /** Start on the encoder's clock (tfdt). */
  mediaStartMs: number;
}

/** The descriptor with a tag, nested or at top level. */
function descriptor(data: Buffer, start: number, tag: number): Buffer {
  let at = start;
  while (at < data.length) {
    const found = data[at++];
    let length = 0;
    for (let i = 0; i < 4; i++) {
      const byte = data[at++] ?? 0;
      length = (length << 7) | (byte & 0x7f);
      if ((byte & 0x80) === 0) break;
    }
    if (at + length > data.length) break;
    if (found === tag) return data.subarray(at, at + length);
    at += length;
  }
  throw new Malformed('the esds box is invalid');
}

/** AudioSpecificConfig of an AAC sample entry. */
export function audioConfig(entry: Buffer): Buffer {
  const esds = need(entry.subarray(28), 'esds');
  const es = descriptor(esds, 4, 3);
  const flags = es[2] ?? 0;
  let at = 3 + (flags & 0x80 ? 2 : 0) + (flags & 0x20 ? 2 : 0);
  if (flags & 0x40) at += 1 + (es[at] ?? 0);
  const config = descriptor(es, at, 4);
  if (config[0] !== 0x40) throw new Malformed('the audio is not AAC-LC (mp4a.40.2)');
  return descriptor(config, 13, 5);
}

/** `mp4a.40.2` of an AAC sample entry. */
function audioCodec(entry: Buffer): string {
  const objectType = (audioConfig(entry)[0] ?? 0) >> 3;
  if (objectType !== 2) throw new Malformed('the audio is not AAC-LC (mp4a.40.2)');
  return 'mp4a.40.2';
}

/** `avc1.PPCCLL` of an H.264 sample entry. */
function videoCodec(entry: Buffer): string {
  const config = need(entry.subarray(78), 'avcC');
  if (config.length < 7) throw new Malformed('the avcC box is too short');
  return `avc1.${config.toString('hex', 1, 4)}`;
}

function readTrack(trak: Buffer): Omit<InitTrack, 'defaultDuration' | 'defaultSize'> {
  const tkhd = need(trak, 'tkhd');
  const header = reader(tkhd);
  header.skip(tkhd[0] === 1 ? 20 : 12);
  const id = header.u32();
  // Reserved, duration, reserved, layer, group, volume, reserved and the matrix; then 16.16 fixed point.
  header.skip((tkhd[0] === 1 ? 12 : 8) + 16 + 36);
  const size = { width: header.u32() >>> 16, height: header.u32() >>> 16 };
  const mdhd = need(trak, 'mdia', 'mdhd');
  const media = reader(mdhd);
  media.skip(mdhd[0] === 1 ? 20 : 12);
  const timescale = media.u32();
  if (timescale === 0) throw new Malformed('a track has timescale 0');
  const entry = boxes(need(trak, 'mdia', 'minf', 'stbl', 'stsd').subarray(8))[0];
  if (entry?.type === 'mp4a') return { id, timescale, kind: 'audio', codec: audioCodec(entry.data), size: null };
  if (entry?.type === 'avc1' || entry?.type === 'avc3') {
    return { id, timescale, kind: 'video', codec: videoCodec(entry.data), size };
  }
  throw new Malformed(`a track is encoded as ${JSON.stringify(entry?.type ?? '')}, not as AAC or H.264`);
}

/** Malformed data come from the encoder: report what is wrong. */
function refusing<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    // A fixed-size field read past the end of a box.
    if (error instanceof RangeError) throw new DomainError('invalidParam', `${what}: a box is too short`);
    if (error instanceof Malformed) throw new DomainError('invalidParam', `${what}: ${error.message}`);
    throw error;
  }
}

/** Parses an init segment. Throws `invalidParam` unless it has exactly the tracks of the rendition. */
export function readInit(bytes: Buffer, kind: MediaKindName): InitTrack[] {
  return refusing('init', () => {
    const moov = need(bytes, 'moov');
    const defaults = boxes(need(moov, 'mvex')).filter((box) => box.type === 'trex');
    const tracks = boxes(moov)
      .filter((box) => box.type === 'trak')
      .map((box): InitTrack => {
        const track = readTrack(box.data);
        const trex = defaults.find(({ data }) => data.length >= 24 && data.readUInt32BE(4) === track.id)?.data;
        if (trex === undefined) throw new Malformed(`track ${track.id} has no trex box`);
        return { ...track, defaultDuration: trex.readUInt32BE(12), defaultSize: trex.readUInt32BE(16) };
      });
    const kinds = tracks.map((track) => track.kind).toSorted();
    const wanted = kind === 'audio' ? ['audio'] : ['audio', 'video'];
    if (kinds.join() !== wanted.join()) {
      throw new Malformed(`its tracks are ${kinds.join(' and ') || 'none'}, expected ${wanted.join(' and ')}`);
    }
    return tracks;
  });
}

/** RFC 6381 list, picture first. */
export function codecsOf(tracks: readonly InitTrack[]): string {
  return tracks
    .map((track) => track.codec)
    .toSorted()
    .join(',');
}

interface Fragment {
  track: InitTrack;
  decodeTime: number;
  duration: number;
  sampleBytes: number;
}

function readTraf(traf: Buffer, tracks: readonly InitTrack[]): Fragment {
  const tfhd = need(traf, 'tfhd');
  const flags = tfhd.readUIntBE(1, 3);
  const header = reader(tfhd, 4);
  const id = header.u32();
  const track = tracks.find((t) => t.id === id);
  if (track === undefined) throw new Malformed(`track ${id} is not in the init segment`);
  if (flags & 0x01) header.skip(8);
  if (flags & 0x02) header.skip(4);
  const defaultDuration = flags & 0x08 ? header.u32() : track.defaultDuration;
  const defaultSize = flags & 0x10 ? header.u32() : track.defaultSize;

  const tfdt = need(traf, 'tfdt');
  const clock = reader(tfdt, 4);
  const decodeTime = tfdt[0] === 1 ? clock.u64() : clock.u32();

  let duration = 0;
  let sampleBytes = 0;
  for (const { type, data } of boxes(traf)) {
    if (type !== 'trun') continue;
    if (data.length < 8) throw new Malformed('a box is too short');
    const has = data.readUIntBE(1, 3);
    const run = reader(data, 4);
    const samples = run.u32();
    if (has & 0x001) run.skip(4);
    if (has & 0x004) run.skip(4);
    const perSample = [0x100, 0x200, 0x400, 0x800].filter((bit) => has & bit).length * 4;
    // An impossible sample count must not cause a long loop.
    if (perSample > 0 ? samples * perSample > data.length : samples > 100_000) {
      throw new Malformed('a trun box is too short');
    }
    for (let i = 0; i < samples; i++) {
      duration += has & 0x100 ? run.u32() : defaultDuration;
      sampleBytes += has & 0x200 ? run.u32() : defaultSize;
      if (has & 0x400) run.skip(4);
      if (has & 0x800) run.skip(4);
    }
  }
  return { track, decodeTime, duration, sampleBytes };
}

/**
 * Determines start and duration of a media segment from its samples. Throws `invalidParam`, also if it is longer than
 * the stream's target duration allows.
 */
export function readSegment(
  bytes: Buffer,
  tracks: readonly InitTrack[],
  { kind, targetMs }: { kind: MediaKindName; targetMs: number },
): SegmentTimes {
  return refusing('segment', () => {
    const top = boxes(bytes);
    const fragments = top
      .filter((box) => box.type === 'moof')
      .flatMap(({ data }) =>
        boxes(data)
          .filter((box) => box.type === 'traf')
          .map((box) => readTraf(box.data, tracks)),
      );
    if (fragments.length === 0) throw new Malformed('there is no moof box with a track fragment');
    const media = top.filter((box) => box.type === 'mdat').reduce((sum, box) => sum + box.data.length, 0);
    if (media === 0) throw new Malformed('there is no mdat box with media');
    if (fragments.reduce((sum, f) => sum + f.sampleBytes, 0) > media)
      throw new Malformed('the mdat box does not contain all samples');
    for (const track of tracks) {
      if (!fragments.some((f) => f.track === track)) throw new Malformed(`there is no ${track.kind}`);
    }
    const main = fragments.filter((f) => f.track.kind === kind);
    const { timescale } = main[0]!.track;
    const durationMs = Math.round((main.reduce((sum, f) => sum + f.duration, 0) / timescale) * 1000);
    if (durationMs <= 0) throw new Malformed('its duration is 0');
    const limitMs = maxSegmentMs(targetMs);
    if (durationMs > limitMs) {
      throw new Malformed(
        `the duration of ${durationMs} ms exceeds the limit of ${limitMs} ms (aim for ${targetMs / 1000} s or less)`,
      );
    }
    return { durationMs, mediaStartMs: Math.round((main[0]!.decodeTime / timescale) * 1000) };
  });
}
