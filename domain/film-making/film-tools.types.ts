import type { Db } from '#db/database.ts';
import type { FilmTrack } from '#domain/media/films.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import type { UploadFiles } from '#domain/uploads/uploads.ts';
import type { FileStorage } from '#shared/outside/file-storage.ts';
import type { Probed } from './film-source.rules.ts';

export interface Ran {
  /** The last lines of its output. */
  said: string;
  /** Frames of the first video output; 0 if none. */
  frames: number;
}

/** Why a program failed. */
type BadEnd =
  /** Not installed, or not at the configured path. */
  | 'missing'
  /** Its input cannot be read. */
  | 'unreadable'
  | 'slow'
  /** Stopped on request. */
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

/** External programs used to make films. */
export interface FilmTools {
  /** Throws `ToolError`. */
  probe(file: string): Promise<Probed>;
  /** The frame at this offset of a fragmented MP4, as JPEG. Throws `ToolError`. */
  frame(picture: Buffer, offsetMs: number): Promise<Buffer>;
  /** Throws `ToolError`. Reports progress: the position in the film, and frames of the first video output. */
  run(
    args: readonly string[],
    options: { timeoutMs: number; signal: AbortSignal; onProgress: (atMs: number, frames: number) => void },
  ): Promise<Ran>;
}

/** Working storage: each output is a folder named by the hash of its inputs, complete or absent. */
export interface FilmWork {
  /** Copies a source file and names it by its hash. */
  takeSource(file: string): Promise<{ sha256: string; bytes: number }>;
  /** The same for an upload that was opened; its file becomes the source without a copy. May be repeated; `remove` the upload after. */
  takeUpload(id: string): Promise<{ sha256: string; bytes: number }>;
  /** Files that are sent in pieces. */
  uploads: UploadFiles;
  /** Path of the copy; undefined if missing. */
  source(sha256: string): Promise<string | undefined>;
  /** The folder of an output; undefined if missing. */
  find(sha256: string, name: string): Promise<string | undefined>;
  /** A new empty folder to write an output in. */
  draft(sha256: string, name: string): Promise<string>;
  /** Turns a draft into the named output, durably; returns its bytes. */
  finish(sha256: string, name: string, draft: string): Promise<number>;
  /** Reads a small file of an output. */
  readFile(sha256: string, name: string, file: string): Promise<Buffer>;
  /** Deletes drafts of killed processes. */
  clearDrafts(sha256: string): Promise<void>;
  /** Deletes a source's copy and all its outputs. */
  remove(sha256: string): Promise<void>;
  freeBytes(): Promise<number | null>;
}

/** An encoded rendition: an init segment and consecutive media segments from zero. */
export interface CodedTrack {
  init: FilmTrack['init'];
  /** Start and length of each, by the encoder's clock. */
  segments: readonly { durationMs: number; mediaStartMs: number }[];
  /** The same with their bytes; can be called repeatedly. */
  read(): FilmTrack['segments'];
}

export interface FilmMakingServices {
  db: Db;
  storage: SegmentStorage;
  files: FileStorage;
  tools: FilmTools;
  work: FilmWork;
  /** Reads a fragmented MP4 as it will be served, segment by segment. */
  readPictures(file: string): Promise<CodedTrack>;
  /** Cuts sound into segments that start at these instants of the film, in ms, to within an audio frame. */
  readSound(file: string, startsMs: readonly number[]): Promise<CodedTrack>;
  /** Aborts running work when the process shuts down. */
  signal?: AbortSignal;
}
