/** Properties of a source file, measured once before anything is stored. */
export interface FilmSource {
  durationMs: number;
  /** Display size: after rotation, with square pixels. */
  width: number;
  height: number;
  /** Frame rate of the output, as a fraction: 30000/1001. */
  rate: [frames: number, seconds: number];
  videoCodec: string;
  audioCodec: string;
  /** Indexes of the selected streams. */
  videoIndex: number;
  audioIndex: number;
  /** Wider dynamic range or gamut than a usual screen; tone-mapped in the output. */
  isHdr: boolean;
  isInterlaced: boolean;
  /** Rotation in degrees. */
  rotation: number;
}

/** An encoded rendition of a film. */
export interface FilmPicture {
  name: 'v21' | 'v24' | 'v25' | 'audio';
  /** RFC 6381. */
  codecs: string;
  /** Null for sound only. */
  resolution: string | null;
  frameRate: number | null;
}

/** Measured loudness of a file (EBU R 128) and the gain applied to its sound. */
export interface FilmLoudness {
  integratedLufs: number;
  truePeakDbtp: number;
  gainDb: number;
}

/** Sprite of stills for the player's seek bar: the n-th shows the film at n steps. */
export interface FilmStills {
  fileSha256: string;
  /** Size of each still. */
  width: number;
  height: number;
  columns: number;
  count: number;
  stepMs: number;
}
