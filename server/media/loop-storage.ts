import { loopKey } from '#domain/media/loop.rules.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import { audioProgramme, type Programme } from '#sandbox/stations/loops.ts';

const LOOP_KEY = /^loop\/(881|903|864)\/(a64|a128)\/(?:init\.mp4|(\d{1,12})\.m4s)$/;

/** A storage that makes what the demo stations sent at any time, and has the rest of another: nothing of a loop is kept. */
export function withLoops(storage: SegmentStorage): SegmentStorage {
  const programmes = new Map<string, Programme>();
  const make = (key: string): Buffer | undefined => {
    const [, station, rendition, number] = LOOP_KEY.exec(key) ?? [];
    if (station === undefined) return undefined;
    const name = loopKey(Number(station), rendition!, '');
    const programme =
      programmes.get(name) ?? audioProgramme(Number(station) as 881 | 903 | 864, rendition as 'a64' | 'a128');
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
