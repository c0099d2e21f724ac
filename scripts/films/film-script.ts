/** A shot lasts whole segments, so that a cut falls on a frame that can be decoded alone. */
export interface Shot {
  seconds: number;
  /** Shapes of 640 by 360, so many seconds after the cut. */
  draw: (t: number) => string;
}

/** What is said: when, and in both languages. */
export type Line = readonly [at: number, zh: string, en: string];

export interface Score {
  /** Seconds a beat: 61.44 must be whole bars of four. */
  beat: 0.384 | 0.48 | 0.512 | 0.64 | 0.768 | 0.96 | 1.28;
  /** A chord a bar, round and round, as MIDI numbers. */
  chords: readonly (readonly number[])[];
  voice: 'epiano' | 'pad' | 'lead' | 'pluck';
  drums: 'none' | 'soft' | 'full';
  /** What is heard of the place. */
  place: 'tram' | 'rain' | 'sea' | 'fire' | 'crowd' | 'wind' | 'none';
}

export interface FilmScript {
  slug: string;
  title: string;
  isFull: boolean;
  score: Score;
  shots: readonly Shot[];
  lines: readonly Line[];
  chapters: readonly (readonly [at: number, title: string])[];
  /** Segments of four seconds that the trailer is put together of. */
  trailer: readonly number[];
}

export const secondsOf = ({ shots }: Pick<FilmScript, 'shots'>): number =>
  shots.reduce((sum, { seconds }) => sum + seconds, 0);
