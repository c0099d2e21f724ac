import { attribute } from '#domain/media/playlist.rules.ts';
import { lastingUntil, MARK_CLASSES, type SoundMark } from './marks.rules.ts';

/** A mark as its playlist line. Generated once and cached until a report changes it. */
export interface MarkLine {
  id: number;
  startsAtMs: number;
  /** Assumed end, until which it is included in playlists. */
  untilMs: number;
  isProgramme: boolean;
  line: string;
}

/** Fields of a mark that playlists need. */
export interface WrittenMark extends SoundMark {
  /** The revision that last contradicted an earlier one, plus the corrections by hand. Part of the ID, so that an ID never changes its meaning. */
  edition: number;
  songId: number | null;
  programId: number | null;
}

/** EXT-X-DATERANGE (RFC 8216, 4.3.2.7). An unknown end is omitted and may be added later under the same ID. */
function lineOf({ id, edition, kind, startsAtMs, endsAtMs, title, artist, songId, programId }: WrittenMark): string {
  return (
    `#EXT-X-DATERANGE:ID="mark-${id}-${edition}",CLASS="${MARK_CLASSES[kind]}",` +
    `START-DATE="${new Date(startsAtMs).toISOString()}"` +
    (endsAtMs === null ? '' : `,DURATION=${((endsAtMs - startsAtMs) / 1000).toFixed(3)}`) +
    (songId === null ? '' : `,X-SONG-ID="${songId}"`) +
    (programId === null ? '' : `,X-PROGRAMME-ID="${programId}"`) +
    (title === '' ? '' : `,X-TITLE="${attribute(title)}"`) +
    (artist === '' ? '' : `,X-ARTIST="${attribute(artist)}"`) +
    '\n'
  );
}

/** The lines of marks of one period. An unknown end is assumed to be the start of the next mark. */
export function linesOfMarks(marks: readonly WrittenMark[]): MarkLine[] {
  const until = lastingUntil(marks);
  return marks.map((mark, i) => ({
    id: mark.id,
    startsAtMs: mark.startsAtMs,
    untilMs: until[i]!,
    isProgramme: mark.kind === 'programme',
    line: lineOf(mark),
  }));
}

/** The lines of marks that overlap [from, to), without duplicates. */
export function rangesBetween(lines: readonly MarkLine[], from: number, to: number): string {
  const written = new Set<number>();
  let text = '';
  for (const { id, startsAtMs, untilMs, line } of lines) {
    if (startsAtMs >= to || untilMs <= from || written.has(id)) continue;
    written.add(id);
    text += line;
  }
  return text;
}
