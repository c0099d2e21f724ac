import type { filmJobs } from '#db/tables/film-making.ts';
import type { FilmPicture, FilmStills } from '#shared/media/film.ts';

/** The output profiles of the catalogue. */
export type FilmProfile = 21 | 24 | 25;

/** A rendition players can choose. */
interface MadeRendition extends FilmPicture {
  /** Null for audio only. */
  profile: FilmProfile | null;
  /** Measured bits per second: the peak over a segment, and the average. */
  bandwidth: number;
  averageBandwidth: number;
}

/** Played from the film's stream, under its grants; the file is the source for an import of the film. */
interface MadeCaptions {
  lang: string;
  label: string;
  fileSha256: string;
}

/** A finished film: its stream starts at a fixed instant, and a right is a span of it. */
export interface MadeFilm {
  streamId: number;
  name: string;
  startsAt: Date;
  endsAt: Date;
  durationMs: number;
  /** Best first; audio only last. */
  renditions: MadeRendition[];
  /** The profiles among them. */
  qualities: FilmProfile[];
  captions: MadeCaptions[];
  chapters: { atMs: number; title: string }[];
  /** Stills and poster are available to anyone who knows the file name; `filmPicturePath` is the address. */
  stills: FilmStills | null;
  posterSha256: string | null;
}

type FilmJobState = (typeof filmJobs.$inferSelect)['state'];

/** The progress of a film. */
export interface FilmState {
  jobId: number;
  name: string;
  state: FilmJobState;
  /** What to do about a refusal or failure. */
  reason: string | null;
  sourceName: string;
  sourceDurationMs: number;
  /** The current step, such as `picture 3`, and the progress of it and of the whole, 0 to 1. */
  step: string | null;
  stepDone: number;
  done: number;
  /** Whether a worker has claimed it. */
  isHeld: boolean;
  streamId: number | null;
  createdAt: Date;
  madeAt: Date | null;
}

/** What a film is made of. */
export interface FilmDetails {
  /** In order. */
  steps: { name: string; isDone: boolean }[];
  captions: { lang: string; label: string; cues: number }[];
  chapters: { atMs: number; title: string }[];
}
