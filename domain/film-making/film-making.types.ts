import type { filmJobs } from '#db/tables/film-making.ts';
import type { FilmPicture, FilmStills } from '#shared/film.ts';

/** The output profiles of the catalogue. */
export type FilmProfile = 21 | 24 | 25;

/** What the player can choose from. */
interface MadeRendition extends FilmPicture {
  /** Null of sound alone. */
  profile: FilmProfile | null;
  /** Bits a second as measured: of its heaviest stretch, and of all of it. */
  bandwidth: number;
  averageBandwidth: number;
}

/** Played from the film's stream, under its grants; the file is what an import of the film begins with. */
interface MadeCaptions {
  lang: string;
  label: string;
  fileSha256: string;
}

/** A film that is there whole: its stream begins at a fixed instant, and a right is a span of it. */
export interface MadeFilm {
  streamId: number;
  name: string;
  startsAt: Date;
  endsAt: Date;
  durationMs: number;
  /** The best first; sound alone last. */
  renditions: MadeRendition[];
  /** The profiles among them. */
  qualities: FilmProfile[];
  captions: MadeCaptions[];
  chapters: { atMs: number; title: string }[];
  /** These and the poster anybody may have who knows the name: `filmPicturePath` spells the address. */
  stills: FilmStills | null;
  posterSha256: string | null;
}

type FilmJobState = (typeof filmJobs.$inferSelect)['state'];

/** How far a film is, for who waits for it. */
export interface FilmState {
  jobId: number;
  name: string;
  state: FilmJobState;
  /** What is to be done about what was refused or failed. */
  reason: string | null;
  sourceName: string;
  sourceDurationMs: number;
  /** The step under way, such as `picture 3`, and what of it and of all is done, 0 to 1. */
  step: string | null;
  stepDone: number;
  done: number;
  /** Somebody works at it at the moment. */
  isHeld: boolean;
  streamId: number | null;
  createdAt: Date;
  madeAt: Date | null;
}
