import type { Db } from '#db/database.ts';
import type { FilmTrack } from '#domain/media/films.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import type { FileStorage } from '#shared/file-storage.ts';
import type { Probed } from './film-source.rules.ts';

export interface Ran {
  /** What it said on the way, its last lines. */
  said: string;
  /** Frames of the first picture it made; 0 where it made none. */
  frames: number;
}

/** Why a program ended badly. */
type BadEnd =
  /** It is not installed, or not where it is said to be. */
  | 'missing'
  /** What it was given cannot be read. */
  | 'unreadable'
  | 'slow'
  /** It was told to. */
  | 'stopped'
  | 'other';

export class ToolError extends Error {
  readonly end: BadEnd;
  constructor(end: BadEnd, message: string) {
    super(message);
    this.name = 'ToolError';
    this.end = end;
  }
}

/** The programs that films are made with. */
export interface FilmTools {
  /** Throws `ToolError`. */
  probe(file: string): Promise<Probed>;
  /** Throws `ToolError`. Tells how far it is: in the film, and in frames of the first picture that it makes. */
  run(
    args: readonly string[],
    options: { timeoutMs: number; signal: AbortSignal; onProgress: (atMs: number, frames: number) => void },
  ): Promise<Ran>;
}

/** Where films are made: each output is a folder of files under the name of what it is made of, there whole or not at all. */
export interface FilmWork {
  /** Copies a file that is to be made into a film, and names it by its bytes. */
  takeSource(file: string): Promise<{ sha256: string; bytes: number }>;
  /** Where the copy is; undefined where it is gone. */
  source(sha256: string): Promise<string | undefined>;
  /** The folder of an output; undefined where it is not there. */
  find(sha256: string, name: string): Promise<string | undefined>;
  /** An empty folder to make one in: nobody else has the same. */
  draft(sha256: string, name: string): Promise<string>;
  /** Makes a draft the output of that name, to survive a power cut; answers its bytes. */
  finish(sha256: string, name: string, draft: string): Promise<number>;
  /** A small file of an output. */
  readFile(sha256: string, name: string, file: string): Promise<Buffer>;
  /** Drafts that a killed process left. */
  clearDrafts(sha256: string): Promise<void>;
  /** All of a file: its copy and what was made of it. */
  remove(sha256: string): Promise<void>;
  freeBytes(): Promise<number | null>;
}

/** A rendition as it was coded: an init and segments, one after the other from nought. */
export interface CodedTrack {
  init: FilmTrack['init'];
  /** Where each begins and how long it is, by the clock of whoever coded it. */
  segments: readonly { durationMs: number; mediaStartMs: number }[];
  /** The same with their bytes, as often as they are asked for. */
  read(): FilmTrack['segments'];
}

export interface FilmServices {
  db: Db;
  storage: SegmentStorage;
  files: FileStorage;
  tools: FilmTools;
  work: FilmWork;
  /** Reads a fragmented MP4 as it will be served, piece by piece. */
  readPictures(file: string): Promise<CodedTrack>;
  /** Cuts sound into pieces that begin at these instants of the film, in ms, to a frame. */
  readSound(file: string, startsMs: readonly number[]): Promise<CodedTrack>;
  /** Ends what is under way when the process is to end. */
  signal?: AbortSignal;
}
