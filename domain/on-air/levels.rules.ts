/** Audio below this is silence, dBFS. Fades and pauses of speech are louder or shorter. */
export const SILENCE_DB = -60;
/** The end of the audio may be cut off by a frame of the codec. */
const TAIL_SECONDS = 0.5;
/** The gate of EBU R 128: quieter audio has no loudness. */
const GATE_LUFS = -70;

export interface Measured {
  lufs: number | null;
  /** Length of the silence at its end; 0 if there is none. */
  silentSeconds: number;
}

/** Reads the report of ffmpeg's `ebur128` and `silencedetect` for audio of a given length. */
export function readLevels(report: string, totalSeconds: number): Measured {
  const loudness = Number(/\bI:\s*(-?[\d.]+) LUFS/.exec(report.slice(report.lastIndexOf('Summary:')))?.[1]);
  const last = (pattern: RegExp) => Number([...report.matchAll(pattern)].at(-1)?.[1] ?? NaN);
  const [start, end] = [last(/silence_start: (-?[\d.]+)/g), last(/silence_end: (-?[\d.]+)/g)];
  // Silence that lasts until the end of the audio is also reported as ended there.
  const isTail = !Number.isNaN(start) && (Number.isNaN(end) || end < start || end >= totalSeconds - TAIL_SECONDS);
  return {
    lufs: Number.isNaN(loudness) || loudness <= GATE_LUFS ? null : loudness,
    silentSeconds: isTail ? Math.max(0, totalSeconds - Math.max(0, start)) : 0,
  };
}
