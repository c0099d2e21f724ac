/** A segment of a media playlist, in media time and in station time. */
export interface PlaylistPoint {
  /** Seconds of the media element. */
  startS: number;
  durationS: number;
  /** EXT-X-PROGRAM-DATE-TIME of its first sample, Unix ms. */
  atMs: number;
}

/** The instant played at a time of the media element. Outside the list, extrapolated from the nearest segment. */
export function instantAt(points: readonly PlaylistPoint[], timeS: number): number | null {
  let found = points[0];
  if (found === undefined) return null;
  for (const point of points) {
    if (point.startS > timeS) break;
    found = point;
  }
  return found.atMs + (timeS - found.startS) * 1000;
}

/** The media time at which an instant is played. An instant in a gap maps to the end of the gap. */
export function timeAt(points: readonly PlaylistPoint[], instantMs: number): number | null {
  const found = points.find((point) => point.atMs + point.durationS * 1000 > instantMs) ?? points.at(-1);
  if (found === undefined) return null;
  return found.startS + Math.min(Math.max((instantMs - found.atMs) / 1000, 0), found.durationS);
}

/** End of the last segment, Unix ms. */
export function edgeOf(points: readonly PlaylistPoint[]): number | null {
  const last = points.at(-1);
  return last === undefined ? null : last.atMs + last.durationS * 1000;
}

/**
 * Extends a list with a later read. Media time is continuous across gaps in the dates. If two reads do not overlap, the
 * part between is assumed to contain audio.
 */
export function extend(points: readonly PlaylistPoint[], later: readonly PlaylistPoint[]): PlaylistPoint[] {
  const last = points.at(-1);
  if (last === undefined) return [...later];
  const endsAtMs = last.atMs + last.durationS * 1000;
  const fresh = later.filter((point) => point.atMs > last.atMs + SAME_SEGMENT_MS);
  const [first] = fresh;
  if (first === undefined) return [...points];
  const isMet = later.some((point) => Math.abs(point.atMs - last.atMs) <= SAME_SEGMENT_MS);
  const startS = last.startS + last.durationS + (isMet ? 0 : (first.atMs - endsAtMs) / 1000);
  return [...points, ...fresh.map((point) => ({ ...point, startS: startS + point.startS - first.startS }))];
}

/** Tolerance for the dates of one segment in two reads. */
const SAME_SEGMENT_MS = 100;

const TAG = { target: '#EXT-X-TARGETDURATION:', duration: '#EXTINF:', date: '#EXT-X-PROGRAM-DATE-TIME:' };

/**
 * Parses a media playlist, for browsers that play HLS natively without exposing its clock. Time 0 is its first segment.
 */
export function readPlaylist(text: string): { points: PlaylistPoint[]; targetS: number } {
  const points: PlaylistPoint[] = [];
  let targetS = 4;
  let startS = 0;
  let atMs = Number.NaN;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line.startsWith(TAG.target)) targetS = Number(line.slice(TAG.target.length)) || targetS;
    else if (line.startsWith(TAG.date)) atMs = Date.parse(line.slice(TAG.date.length));
    else if (line.startsWith(TAG.duration)) {
      const durationS = Number.parseFloat(line.slice(TAG.duration.length));
      if (!Number.isNaN(durationS)) {
        if (!Number.isNaN(atMs)) points.push({ startS, durationS, atMs });
        startS += durationS;
        atMs += durationS * 1000;
      }
    }
  }
  return { points, targetS };
}

/** The first variant of a multivariant playlist, or null if the text is a media playlist. */
export function firstVariant(text: string): string | null {
  if (!text.includes('#EXT-X-STREAM-INF')) return null;
  const lines = text.split('\n').map((line) => line.trim());
  const at = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF'));
  return lines.slice(at + 1).find((line) => line !== '' && !line.startsWith('#')) ?? null;
}
