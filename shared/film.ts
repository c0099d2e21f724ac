/** What a file turned out to be: measured once, before anything is kept of it. */
export interface FilmSource {
  durationMs: number;
  /** As it is to be seen: turned, and with square picture elements. */
  width: number;
  height: number;
  /** Frames a second of what is made of it, as a fraction: 30000/1001. */
  rate: [frames: number, seconds: number];
  videoCodec: string;
  audioCodec: string;
  /** Which of the file's streams are taken. */
  videoIndex: number;
  audioIndex: number;
  /** It has more light or colours than a usual screen: they are brought down. */
  isHdr: boolean;
  isInterlaced: boolean;
  /** By how many degrees it is turned. */
  rotation: number;
}

/** A rendition of a film as it came out. */
export interface FilmPicture {
  name: 'v21' | 'v24' | 'v25' | 'audio';
  /** RFC 6381. */
  codecs: string;
  /** Null of sound alone. */
  resolution: string | null;
  frameRate: number | null;
}

/** How loud a file is (EBU R 128), and by how much its sound is raised or lowered. */
export interface FilmLoudness {
  integratedLufs: number;
  truePeakDbtp: number;
  gainDb: number;
}

/** Small pictures of a film in rows on one, for its bar: the n-th shows the film at n steps. */
export interface FilmStills {
  fileSha256: string;
  /** Of each. */
  width: number;
  height: number;
  columns: number;
  count: number;
  stepMs: number;
}
