import { attribute } from '#domain/media/playlist.rules.ts';
import { lastingUntil, MARK_CLASSES, type SoundMark } from './marks.rules.ts';

/** A mark as playlists write it: its line is made once, and holds until a report changes it. */
export interface MarkLine {
  id: number;
  startsAtMs: number;
  /** Until when it is taken to sound, and is in playlists. */
  untilMs: number;
  isProgramme: boolean;
  line: string;
}

/** What playlists need of a mark. */
export interface WrittenMark extends SoundMark {
  /** The revision that last contradicted what was said: a name that means something else is another name. */
  edition: number;
  songId: number | null;
  programId: number | null;
}

/** EXT-X-DATERANGE (RFC 8216, 4.3.2.7). An end that is not known is left out, and may come later under the same name. */
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

/** The lines of marks that may be told together: an end that nobody told is where the next begins. */
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

/** What of them belongs to a playlist between two instants, each once. */
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
