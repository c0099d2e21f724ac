import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Db } from '#db/database.ts';
import { segmentsAround, segmentsBetween, type KeptSegment } from '#domain/media/kept-sound.ts';
import type { ByteRange, SegmentStorage } from '#domain/media/media.ts';
import { touches } from '#domain/media/removals.rules.ts';
import type { RenditionName } from '#domain/media/renditions.rules.ts';
import { DomainError } from '#shared/domain-error.ts';
import { readInit, type InitTrack } from '#server/media/mp4/fmp4.ts';
import type { createInits } from '#server/media/inits.ts';
import { m4aHead, type Chunk } from '#server/media/mp4/m4a.ts';
import type { Removals } from '#server/media/removals.ts';
import { cutRun, readSamples, sampleEntryOf, type SampleRun } from '#server/media/mp4/samples.ts';

/** The moof of a four-second segment takes one kilobyte, or three if each sample has all fields. */
const HEAD_BYTES = 4_096;
/** Segments read concurrently; other work runs in between. */
const AT_ONCE = 32;
/** Heads of recently requested files: two hours take one and a half megabytes. */
const KEPT_BYTES = 64 * 1024 * 1024;
const PART_BYTES = 300;
/** Retained sound may have changed after this. */
const KNOWN_FOR_MS = 300_000;
/** Sound of the last segments may still arrive. */
const SETTLED_MS = 60_000;

/** Sound of a stream between two instants, Unix ms. */
export interface SoundSpan {
  streamId: number;
  from: number;
  to: number;
}

/** Sound of one or several streams, in the order in which it is joined. */
interface SoundCut {
  rendition: RenditionName;
  spans: readonly SoundSpan[];
}

/** The contiguous part of a segment that is in the file. */
interface Part {
  segment: KeptSegment;
  /** Index of its span. */
  span: number;
  /** Position in the segment. */
  range: ByteRange;
  /** Position in the file. */
  at: number;
  /** Air time, Unix ms, and position in the file's sound. */
  startsAt: number;
  offsetMs: number;
  durationMs: number;
}

/** A virtual file: its head, and the sources of the rest. */
export interface PodcastFile {
  cut: SoundCut;
  /** Changes only with the cut, removals and bytes. */
  etag: string;
  bytes: number;
  head: Buffer;
  parts: readonly Part[];
}

export interface PodcastFiles {
  /** Undefined if there is no sound. */
  find(cut: SoundCut): Promise<PodcastFile | undefined>;
  /** Throws `soundRemoved` if some of it was removed. */
  demandWhole(file: PodcastFile): void;
  /** The bytes of a range, segment by segment. Throws `soundRemoved` before the first removed one. */
  read(file: PodcastFile, range: ByteRange): AsyncGenerator<Buffer>;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

interface Coding {
  track: InitTrack;
  entry: Buffer;
}

/**
 * Sound files for podcast apps, generated while they are read: the tables from the heads of segments, the samples from
 * storage.
 */
export function createPodcastFiles({
  db,
  storage,
  removals,
  initOf,
  now,
}: {
  db: Db;
  storage: SegmentStorage;
  removals: Removals;
  initOf: ReturnType<typeof createInits>;
  now: () => Date;
}): PodcastFiles {
  const known = new LRUCache<string, PodcastFile>({
    maxSize: KEPT_BYTES,
    ttl: KNOWN_FOR_MS,
    sizeCalculation: ({ head, parts }) => head.length + parts.length * PART_BYTES,
  });
  const making = new Map<string, Promise<PodcastFile | undefined>>();
  /** Each takes a moment to build, and an app requests twenty at once. */
  const inTurn = pLimit(1);

  async function codingOf(initId: number): Promise<Coding> {
    const init = await storage.get((await initOf(initId)).storageKey);
    const track = init && readInit(init, 'audio')[0];
    if (init === undefined || track === undefined)
      throw new DomainError('fileNotFound', `the content of init segment ${initId} is missing`);
    return { track, entry: sampleEntryOf(init) };
  }

  const getPart = (segment: KeptSegment, { start, end }: ByteRange): Promise<Buffer | undefined> => {
    const base = segment.range?.start ?? 0;
    return storage.get(segment.storageKey, { start: base + start, end: base + end });
  };

  /** Undefined if its bytes are missing. */
  async function samplesOf(segment: KeptSegment, track: InitTrack) {
    const { range, bytes = range && range.end - range.start } = segment;
    if (bytes !== undefined && bytes > HEAD_BYTES) {
      const head = await getPart(segment, { start: 0, end: HEAD_BYTES });
      const runs = head && readSamples(head, bytes, track);
      if (runs !== undefined) return runs;
    }
    const whole = await storage.get(segment.storageKey, range);
    return whole && readSamples(whole, whole.length, track);
  }

  async function segmentsOf(cut: SoundCut, span: number): Promise<{ segment: KeptSegment; span: number }[]> {
    const { streamId, from, to } = cut.spans[span]!;
    const found = await segmentsBetween(db, streamId, cut.rendition, new Date(from), new Date(to));
    return found.flatMap((segment) => (touches(removals.of(streamId), segment) ? [] : [{ segment, span }]));
  }

  async function make(cut: SoundCut): Promise<PodcastFile | undefined> {
    const { rendition, spans } = cut;
    const segments = (await Promise.all(spans.map((_, i) => segmentsOf(cut, i)))).flat();
    const codings = new Map<number, Coding>();
    for (const {
      segment: { initId },
    } of segments)
      if (!codings.has(initId)) codings.set(initId, await codingOf(initId));
    const entries = [...codings.values()];
    const timescale = entries[0]?.track.timescale;
    if (timescale === undefined) return undefined;

    const chunks: Chunk[] = [];
    const parts: Part[] = [];
    let [bytes, duration] = [0, 0];
    function add(
      { segment, span }: (typeof segments)[number],
      startsAt: number,
      { at, sizes, durations }: SampleRun,
    ): void {
      const { track } = codings.get(segment.initId)!;
      const scaled = durations.map((one) => Math.round((one * timescale!) / track.timescale));
      const [length, lasts] = [sum(sizes), sum(scaled)];
      const place = {
        at: bytes,
        startsAt,
        offsetMs: (duration / timescale!) * 1000,
        durationMs: (lasts / timescale!) * 1000,
      };
      chunks.push({ entry: entries.indexOf(codings.get(segment.initId)!), sizes, durations: scaled });
      parts.push({ segment, span, range: { start: at, end: at + length }, ...place });
      bytes += length;
      duration += lasts;
    }
    for (let i = 0; i < segments.length; i += AT_ONCE) {
      const some = segments.slice(i, i + AT_ONCE);
      const read = await Promise.all(some.map(({ segment }) => samplesOf(segment, codings.get(segment.initId)!.track)));
      for (const [j, one] of some.entries()) {
        const { segment } = one;
        let { startsAt } = segment;
        for (const run of read[j] ?? []) {
          const { cut: within, ...sounds } = cutRun(
            run,
            { startsAt, timescale: codings.get(segment.initId)!.track.timescale },
            spans[one.span]!,
          );
          if (within.sizes.length > 0) add(one, sounds.startsAt, within);
          startsAt = sounds.endsAt;
        }
      }
      await breathe();
    }
    if (parts.length === 0) return undefined;
    const head = m4aHead({
      timescale,
      entries: entries.map(({ entry }) => entry),
      chunks,
      createdAt: new Date(Math.max(...spans.map(({ from }) => from))),
    });
    for (const part of parts) part.at += head.length;
    const numbers = parts.map(({ segment, span }) => `${spans[span]!.streamId}/${segment.sequence}`).join();
    const hash = createHash('sha256').update(`${rendition} ${numbers}`).update(head).digest('base64url');
    return { cut, etag: `"${hash.slice(0, 22)}"`, bytes: head.length + bytes, head, parts };
  }

  async function bytesOf({ spans, rendition }: SoundCut, { segment, span, range }: Part): Promise<Buffer> {
    let bytes = await getPart(segment, range);
    if (bytes === undefined) {
      // Packed, or packed again, since its location was looked up.
      const around = await segmentsAround(db, spans[span]!.streamId, rendition, segment.sequence);
      const moved = around.find(({ sequence }) => sequence === segment.sequence);
      bytes = moved && (await getPart(moved, range));
    }
    if (bytes?.length !== range.end - range.start) throw new DomainError('fileNotFound');
    return bytes;
  }

  const isRemoved = ({ cut }: PodcastFile, { segment, span }: Part): boolean =>
    touches(removals.of(cut.spans[span]!.streamId), segment);

  return {
    async find(cut) {
      const { rendition, spans } = cut;
      const key = [rendition, ...spans.flatMap((one) => [one.streamId, one.from, one.to]), removals.version].join('/');
      const there = known.get(key);
      if (there !== undefined) return there;
      let made = making.get(key);
      if (made === undefined) {
        made = inTurn(() => make(cut)).finally(() => making.delete(key));
        making.set(key, made);
      }
      const file = await made;
      const settledMs = now().getTime() - SETTLED_MS;
      if (file !== undefined && spans.every(({ to }) => to <= settledMs)) known.set(key, file);
      return file;
    },
    demandWhole(file) {
      if (file.parts.some((part) => isRemoved(file, part))) throw new DomainError('soundRemoved');
    },
    async *read(file, { start, end }) {
      if (start < file.head.length) yield file.head.subarray(start, Math.min(end, file.head.length));
      for (const part of file.parts) {
        const partEnd = part.at + part.range.end - part.range.start;
        if (partEnd <= start) continue;
        if (part.at >= end) break;
        if (isRemoved(file, part)) throw new DomainError('soundRemoved');
        const bytes = await bytesOf(file.cut, part);
        yield bytes.subarray(Math.max(0, start - part.at), Math.min(bytes.length, end - part.at));
      }
    },
  };
}
