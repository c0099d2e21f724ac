import { markAt, type SoundMark } from '#domain/songs/marks.rules.ts';

/** What the playlists of an engine told of songs, bulletins and breaks. */
export interface MarkShelf {
  /** What a playlist tells, which covers a stretch: what it knew of that before and is told no more is taken back. */
  take: (told: readonly SoundMark[], covers: { fromMs: number; toMs: number }) => void;
  /** What is heard at an instant of the stream. The same object as long as the same is told of it. */
  at: (instantMs: number) => SoundMark | null;
}

/** Eight hours have some two hundred. */
const MOST = 600;

const isSame = (a: SoundMark, b: SoundMark): boolean =>
  a.startsAtMs === b.startsAtMs && a.endsAtMs === b.endsAtMs && a.title === b.title && a.artist === b.artist;

/** Keeps what was told: the list of the edge is short, and what is heard may lie behind it. */
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
      marks = [...kept, ...fresh].toSorted((a, b) => a.startsAtMs - b.startsAtMs).slice(-MOST);
    },
    at: (instantMs) => markAt(marks, instantMs),
  };
}
