import { DomainError } from '#shared/domain-error.ts';

/** An entry of an encoder's playlist. Only its file name and start time are used. */
export interface NamedSegment {
  file: string;
  /** Unix ms. */
  startsAt: number;
}

/** Encoder segments must have a plain file name with a supported extension. */
export const SEGMENT_FILE = /^[\w.-]{1,120}\.(?:m4s|mp4|cmfa|cmfv)$/;

/** The last path component: encoders list segments by file name, path or full URL. */
function fileOf(uri: string): string {
  return uri.split(/[?#]/, 1)[0]!.split('/').at(-1)!;
}

/** RFC 8216 dates, and ffmpeg's `+0000` without a colon. */
export function parseProgramDate(value: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)(?:(Z)|([+-]\d\d):?(\d\d)?)$/.exec(value.trim());
  if (match === null) return undefined;
  const zone = match[2] ?? `${match[3]}:${match[4] ?? '00'}`;
  const instant = Date.parse(`${match[1]!.replace(',', '.').replace(/(\.\d{3})\d+/, '$1')}${zone}`);
  return Number.isNaN(instant) ? undefined : instant;
}

const MAX_SEGMENTS = 2_000;

/** Parses a pushed playlist. Throws `invalidParam` with the reason. */
export function parseEncoderPlaylist(text: string): NamedSegment[] {
  const lines = text.split(/\r?\n/);
  const refuse = (why: string): never => {
    throw new DomainError('invalidParam', `playlist: ${why}`);
  };
  if (lines[0]?.replace(/^\uFEFF/, '').trim() !== '#EXTM3U') refuse('the first line is not #EXTM3U');
  const named: NamedSegment[] = [];
  let startsAt: number | undefined;
  let durationMs: number | undefined;
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim();
    if (line.startsWith('#EXTINF:')) {
      durationMs = Number.parseFloat(line.slice(8)) * 1000;
      if (!(durationMs >= 0 && durationMs < 60_000)) refuse(`line ${index + 1} has no duration`);
    } else if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:')) {
      startsAt = parseProgramDate(line.slice(25)) ?? refuse(`line ${index + 1} is not a date with a time zone`);
    } else if (line !== '' && !line.startsWith('#')) {
      if (durationMs === undefined) return refuse(`line ${index + 1} names a segment without #EXTINF`);
      if (startsAt === undefined) {
        return refuse('no #EXT-X-PROGRAM-DATE-TIME before the first segment (ffmpeg: -hls_flags program_date_time)');
      }
      const file = fileOf(line);
      if (!SEGMENT_FILE.test(file)) refuse(`line ${index + 1} names a file that is not an fMP4 segment`);
      if (named.length === MAX_SEGMENTS) refuse(`more than ${MAX_SEGMENTS} segments`);
      named.push({ file, startsAt: Math.round(startsAt) });
      startsAt += durationMs;
      durationMs = undefined;
    }
  }
  return named;
}
