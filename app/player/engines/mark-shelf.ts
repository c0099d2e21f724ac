import { markAt, type SoundMark } from '#domain/songs/marks.rules.ts';

/** Songs, bulletins and breaks from the playlists of an engine. */
export interface MarkShelf {
  /** Takes the marks of a playlist. Earlier marks within `covers` that it no longer contains are removed. */
  take: (told: readonly SoundMark[], covers: { fromMs: number; toMs: number }) => void;
  /** The mark at an instant of the stream. The same object while its data is unchanged. */
  at: (instantMs: number) => SoundMark | null;
}

/** Eight hours have about two hundred. */
const MAX_MARKS = 600;

const isSame = (a: SoundMark, b: SoundMark): boolean =>
  a.startsAtMs === b.startsAtMs && a.endsAtMs === b.endsAtMs && a.title === b.title && a.artist === b.artist;

/** Keeps earlier marks: the edge playlist is short, and playback may be behind it. */
export function createMarkShelf(): MarkShelf {
  let marks: readonly SoundMark[] = [];
  return {
    take(told, { fromMs, toMs }) {
      const known = new Map(marks.map((mark) => [mark.id, mark]));
      const names = new Set(told.map(({ id }) => id));
      const kept = marks.filter(({ id, startsAtMs }) => !names.has(id) && (startsAtMs < fromMs || startsAtMs >= toMs));
      const fresh = told.map((mark) => {
        const before = known.get(mark.id);
        return before && isSame(before, mark) ? before : mark;
      });
      marks = [...kept, ...fresh].toSorted((a, b) => a.startsAtMs - b.startsAtMs).slice(-MAX_MARKS);
    },
    at: (instantMs) => markAt(marks, instantMs),
  };
}
