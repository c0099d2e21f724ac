/** A shot lasts whole segments, so that a cut falls on a key frame. */
export interface Shot {
  seconds: number;
  /** SVG shapes of 640 by 360 at a time after the cut. */
  draw: (t: number) => string;
}

/** A subtitle line: time and text in both languages. */
export type Line = readonly [at: number, zh: string, en: string];

export interface Score {
  /** Seconds per beat: 61.44 must be whole bars of four. */
  beat: 0.384 | 0.48 | 0.512 | 0.64 | 0.768 | 0.96 | 1.28;
  /** One chord per bar, repeated, as MIDI numbers. */
  chords: readonly (readonly number[])[];
  voice: 'epiano' | 'pad' | 'lead' | 'pluck';
  drums: 'none' | 'soft' | 'full';
  /** Background sound of the place. */
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
  /** Four-second segments that form the trailer. */
  trailer: readonly number[];
}

export const secondsOf = ({ shots }: Pick<FilmScript, 'shots'>): number =>
  shots.reduce((sum, { seconds }) => sum + seconds, 0);
