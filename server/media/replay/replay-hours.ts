import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { HOUR_MS } from '#domain/media/hour-index.rules.ts';
import { segmentsBetween, type KeptSegment } from '#domain/media/kept-sound.ts';
import { segmentLines, type MediaAddresses } from '#domain/media/playlist.rules.ts';
import { soundMarks } from '#domain/songs/sound-marks.ts';
import type { MarkLine } from '#domain/songs/mark-lines.rules.ts';
import { MAX_SEGMENT_MS, type RenditionName } from '#domain/media/renditions.rules.ts';

/** Relative addresses in `/replay/<grant>/<stream>/<rendition>/<from>-<to>.m3u8`, which keep the grant. */
export const REPLAY_ADDRESSES: MediaAddresses = {
  segment: (sequence) => `${sequence}.m4s`,
  init: (initId) => `../../init/${initId}.mp4`,
};

/** Segments that begin within an hour of a rendition. */
export interface ReplayHour {
  segments: readonly KeptSegment[];
  /** Marks within the hour. */
  marks: readonly MarkLine[];
  /** Playlist lines of each segment that follows another of the hour, concatenated. */
  lines: Buffer;
  /** Offset of each segment's lines, plus the end of the last. */
  starts: Uint32Array;
}

interface HoursWanted {
  streamId: number;
  rendition: RenditionName;
  from: number;
  to: number;
}

export interface ReplayHours {
  /** The hours of a span if all are in memory. Undefined otherwise. */
  known(span: HoursWanted): ReplayHour[] | undefined;
  /** Loads missing hours. */
  read(span: HoursWanted): Promise<ReplayHour[]>;
  /** A segment of an hour in memory. */
  segment(streamId: number, rendition: RenditionName, sequence: number): KeptSegment | undefined;
  forget(streamId: number, rendition: RenditionName, at: number): void;
}

/** An hour is reloaded after this, because retained sound may have changed. */
export const HOUR_LIFE_MS = 60_000;
/** About three hundred hours of a rendition. */
const MAX_BYTES = 67_108_864;
const SEGMENT_BYTES = 200;
/** Segments are looked up among the hours that share their block of sequence numbers. */
const BLOCK = 1_024;

function hourOf(segments: readonly KeptSegment[], marks: readonly MarkLine[]): ReplayHour {
  const starts = new Uint32Array(segments.length + 1);
  let text = '';
  for (let i = 1; i < segments.length; i++) {
    starts[i] = text.length;
    text += segmentLines(segments[i]!, segments[i - 1]!, REPLAY_ADDRESSES);
  }
  starts[segments.length] = text.length;
  // Tags, numbers and dates are ASCII: one byte per character.
  return { segments, marks, lines: Buffer.from(text, 'latin1'), starts };
}

/**
 * Recently used hours with their playlist lines, from which the playlist of any span is assembled. `isSettled` says
 * whether an hour that ended at an instant is final; until then it is reloaded each time.
 */
export function createReplayHours(
  db: Db,
  isSettled: (streamId: number, rendition: RenditionName, endsAt: number) => boolean,
): ReplayHours {
  const trackOf = (streamId: number, rendition: string): string => `${streamId}/${rendition}`;
  const blocks = new Map<string, ReplayHour[]>();
  const blocksOf = (key: string, { segments }: ReplayHour): string[] => {
    const [first, last] = [segments[0]?.sequence ?? 0, segments.at(-1)?.sequence ?? -1];
    const track = key.slice(0, key.lastIndexOf('/'));
    const names: string[] = [];
    for (let block = Math.floor(first / BLOCK); block <= Math.floor(last / BLOCK); block++)
      names.push(`${track}/${block}`);
    return names;
  };
  const hours = new LRUCache<string, ReplayHour>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ segments, lines }) => (segments.length + 1) * SEGMENT_BYTES + lines.length,
    ttl: HOUR_LIFE_MS,
    dispose(hour, key) {
      for (const name of blocksOf(key, hour)) {
        const left = blocks.get(name)?.filter((one) => one !== hour) ?? [];
        if (left.length > 0) blocks.set(name, left);
        else blocks.delete(name);
      }
    },
  });
  const keep = (key: string, hour: ReplayHour): void => {
    hours.set(key, hour);
    for (const name of blocksOf(key, hour)) blocks.set(name, [...(blocks.get(name) ?? []), hour]);
  };
  const startsOf = ({ from, to }: HoursWanted): number[] => {
    const first = Math.floor((from - MAX_SEGMENT_MS) / HOUR_MS);
    const count = Math.max(0, Math.ceil(to / HOUR_MS) - first);
    return Array.from({ length: count }, (_, i) => (first + i) * HOUR_MS);
  };
  const reading = new Map<string, Promise<ReplayHour[]>>();

  function readHours(streamId: number, rendition: RenditionName, starts: readonly number[]): Promise<ReplayHour[]> {
    const [from, to] = [starts[0]!, starts.at(-1)! + HOUR_MS];
    const track = trackOf(streamId, rendition);
    const name = `${track}/${from}-${to}`;
    let found = reading.get(name);
    if (found === undefined) {
      // Determined before the rows are read: what was settled then is complete in them.
      const settled = starts.map((start) => isSettled(streamId, rendition, start + HOUR_MS));
      const span = { from: new Date(from), to: new Date(to) };
      found = Promise.all([
        segmentsBetween(db, streamId, rendition, span.from, span.to),
        soundMarks(db, { streamId, ...span }),
      ])
        .then(([segments, marks]) => {
          const byHour = Map.groupBy(segments, ({ startsAt }) => Math.floor(startsAt / HOUR_MS) * HOUR_MS);
          return starts.map((start, i) => {
            const sounded = marks.filter((mark) => mark.startsAtMs < start + HOUR_MS && mark.untilMs > start);
            const hour = hourOf(byHour.get(start) ?? [], sounded);
            if (settled[i]) keep(`${track}/${start}`, hour);
            return hour;
          });
        })
        .finally(() => reading.delete(name));
      reading.set(name, found);
    }
    return found;
  }

  function known(span: HoursWanted): ReplayHour[] | undefined {
    const track = trackOf(span.streamId, span.rendition);
    const found: ReplayHour[] = [];
    for (const start of startsOf(span)) {
      const hour = hours.get(`${track}/${start}`);
      if (hour === undefined) return undefined;
      found.push(hour);
    }
    return found;
  }

  return {
    known,
    async read(span) {
      const { streamId, rendition } = span;
      const track = trackOf(streamId, rendition);
      const starts = startsOf(span);
      const there = starts.map((start) => hours.get(`${track}/${start}`));
      const first = there.indexOf(undefined);
      const last = there.lastIndexOf(undefined);
      if (first < 0) return there as ReplayHour[];
      const found = await readHours(streamId, rendition, starts.slice(first, last + 1));
      return there.map((hour, i) => (i < first || i > last ? hour! : found[i - first]!));
    },
    segment(streamId, rendition, sequence) {
      const some = blocks.get(`${trackOf(streamId, rendition)}/${Math.floor(sequence / BLOCK)}`) ?? [];
      for (const { segments } of some) {
        const expected = segments[sequence - segments[0]!.sequence];
        // If segments are missing, later ones are at a smaller index.
        const found = expected?.sequence === sequence ? expected : segments.find((one) => one.sequence === sequence);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    forget(streamId, rendition, at) {
      hours.delete(`${trackOf(streamId, rendition)}/${Math.floor(at / HOUR_MS) * HOUR_MS}`);
    },
  };
}
