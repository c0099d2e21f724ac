import { loopKey } from '#domain/media/loop.rules.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import { audioProgramme, type Programme } from '#sandbox/stations/loops.ts';

const STATIONS = [881, 903, 864] as const;

/** The station whose loop a stream plays: a channel's own, and for a tape one derived from its number. */
export const stationOfLoop = (streamId: number): (typeof STATIONS)[number] =>
  STATIONS.find((id) => id === streamId) ?? STATIONS[streamId % STATIONS.length]!;

const LOOP_KEY = /^loop\/(881|903|864|[1-9]\d{4,8})\/(a64|a128)\/(?:init\.mp4|(\d{1,12})\.m4s)$/;

/**
 * Storage that generates the loops of the demo stations for any time and delegates everything else. Loops occupy no
 * space.
 */
export function withLoops(storage: SegmentStorage): SegmentStorage {
  const programmes = new Map<string, Programme>();
  const make = (key: string): Buffer | undefined => {
    const [, stream, rendition, number] = LOOP_KEY.exec(key) ?? [];
    if (stream === undefined) return undefined;
    const station = stationOfLoop(Number(stream));
    const name = loopKey(station, rendition!, '');
    const programme = programmes.get(name) ?? audioProgramme(station, rendition as 'a64' | 'a128');
    programmes.set(name, programme);
    return number === undefined ? programme.init : programme.segment(Number(number));
  };
  return {
    ...storage,
    get: async (key, range) => {
      const made = make(key);
      return made === undefined ? storage.get(key, range) : range ? made.subarray(range.start, range.end) : made;
    },
    has: async (key) => LOOP_KEY.test(key) || storage.has(key),
  };
}
