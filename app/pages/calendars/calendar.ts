// The subset of RFC 5545 needed for a list of broadcasts: instants in UTC, so that calendars need not know our time
// zone.

export interface CalendarEvent {
  /** Stable, so that importing again does not duplicate an event. */
  uid: string;
  startsAtMs: number;
  endsAtMs: number;
  title: string;
  description: string;
  url: string;
}

const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** TEXT of section 3.3.11. */
const text = (value: string): string =>
  value
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    // oxlint-disable-next-line no-control-regex -- these are what must go
    .replaceAll(/[\u0000-\u001f\u007f\u200b]/g, '');

const LINE_BYTES = 75;

/** Folds lines at 75 bytes with a space (section 3.1), without splitting a character. */
function folded(line: string): string {
  const lines = [''];
  let bytes = 0;
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length;
    if (bytes + size > LINE_BYTES) {
      lines.push(' ');
      bytes = 1;
    }
    lines[lines.length - 1] += letter;
    bytes += size;
  }
  return lines.join('\r\n');
}

/** An iCalendar document. */
export function calendar({
  name,
  madeAtMs,
  events,
}: {
  name: string;
  madeAtMs: number;
  events: readonly CalendarEvent[];
}): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Airwave//Programmes//ZH-HK',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${text(name)}`,
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.uid}`,
      `DTSTAMP:${utc(madeAtMs)}`,
      `DTSTART:${utc(event.startsAtMs)}`,
      `DTEND:${utc(event.endsAtMs)}`,
      `SUMMARY:${text(event.title)}`,
      ...(event.description ? [`DESCRIPTION:${text(event.description)}`] : []),
      `URL:${event.url}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ];
  return lines.map(folded).join('\r\n');
}
