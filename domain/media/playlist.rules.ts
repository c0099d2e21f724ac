import { RENDITIONS, TARGET_DURATION_MS, type RenditionName } from './renditions.rules.ts';
import { endOf, JITTER_MS, type TimelineSegment } from './timeline.rules.ts';

/** A programme as a date range of a playlist, times in unix ms. */
export interface ProgrammeSpan {
  id: number | string;
  title: string;
  startsAt: number;
  endsAt: number;
}

/** Segments of the live playlist: a client holds back three and needs some behind that. */
export const LIVE_SEGMENTS = 6;
/** A wall-clock time is written at least this often, counted in sequence numbers so that every playlist agrees. */
const DATE_EVERY_SEGMENTS = 15;
/** Segments nearer to the end than this are never left out of a delta update: six target durations (RFC 8216bis). */
const skipUntilMs = (targetMs: number): number => targetMs * 6;
/** How far from the end a player of an event stays: three target durations, the least there may be. */
const holdBackMs = (targetMs: number): number => targetMs * 3;

const seconds = (ms: number): string => (ms / 1000).toFixed(3);
const date = (ms: number): string => new Date(ms).toISOString();
const programDate = (segment: TimelineSegment): string => `#EXT-X-PROGRAM-DATE-TIME:${date(segment.startsAt)}\n`;

/** Where the parts of a media playlist are, relative to the playlist itself. */
export interface MediaAddresses {
  segment(sequence: number): string;
  init(initId: number): string;
}

const mapOf = (segment: TimelineSegment, at: MediaAddresses): string => `#EXT-X-MAP:URI="${at.init(segment.initId)}"\n`;
const infOf = (segment: TimelineSegment, at: MediaAddresses): string =>
  `#EXTINF:${seconds(segment.durationMs)},\n${at.segment(segment.sequence)}\n`;

/**
 * How many discontinuities lie between two segments of a playlist. More than one where sound was taken out in which an
 * encoder changed; players count the tags.
 */
function breaksBetween(before: TimelineSegment, segment: TimelineSegment): number {
  const isNext = segment.sequence === before.sequence + 1 && segment.startsAt - endOf(before) <= JITTER_MS;
  return Math.max(segment.discontinuity - before.discontinuity, isNext ? 0 : 1);
}
const breakLines = (count: number): string => '#EXT-X-DISCONTINUITY\n'.repeat(count);

/** The lines of a segment that follows another, the same in every playlist: they can be made once. */
export function segmentLines(segment: TimelineSegment, before: TimelineSegment, at: MediaAddresses): string {
  const breaks = breaksBetween(before, segment);
  return (
    breakLines(breaks) +
    (segment.initId !== before.initId ? mapOf(segment, at) : '') +
    (breaks > 0 || segment.sequence % DATE_EVERY_SEGMENTS === 0 ? programDate(segment) : '') +
    infOf(segment, at)
  );
}

/** The lines of the first segment of a playlist. */
function firstLines(segment: TimelineSegment, at: MediaAddresses): string {
  return mapOf(segment, at) + programDate(segment) + infOf(segment, at);
}

/** Quotes and line breaks would end the attribute. */
export const attribute = (text: string): string => text.replaceAll('"', '”').replace(/\p{Cc}+/gu, ' ');

/** Date ranges of one class may not overlap, and one name means one range: the times are part of it. */
function dateRanges(programmes: readonly ProgrammeSpan[], from: number, to: number): string {
  let lines = '';
  let free = -Infinity;
  for (const span of programmes.toSorted((a, b) => a.startsAt - b.startsAt)) {
    if (span.endsAt <= from || span.startsAt >= to || span.endsAt <= span.startsAt || span.startsAt < free) continue;
    free = span.endsAt;
    lines +=
      `#EXT-X-DATERANGE:ID="programme-${attribute(String(span.id))}-${span.startsAt}-${span.endsAt}",` +
      `CLASS="com.airwave.programme",START-DATE="${date(span.startsAt)}",END-DATE="${date(span.endsAt)}",` +
      `X-PROGRAMME-ID="${attribute(String(span.id))}",X-TITLE="${attribute(span.title)}"\n`;
  }
  return lines;
}

export interface MediaPlaylistInput {
  /** In order; where sound was taken out, sequence numbers have a hole. At least one. */
  segments: readonly TimelineSegment[];
  /** `segmentLines` of each, when they were made before. */
  lines?: readonly (string | undefined)[];
  programmes: readonly ProgrammeSpan[];
  /** Date ranges of what else sounded, as lines that were made before. */
  marks?: string | undefined;
  at: MediaAddresses;
  /** Of the stream; absent: the radio's. */
  targetMs?: number | undefined;
}

/** Of the segments that follow one of them. */
function linesAfter({ segments, lines, at }: Omit<MediaPlaylistInput, 'programmes' | 'marks'>, first: number): string {
  let text = '';
  for (let i = first + 1; i < segments.length; i++) {
    text += lines?.[i] ?? segmentLines(segments[i]!, segments[i - 1]!, at);
  }
  return text;
}

const body = (input: MediaPlaylistInput, from = 0): string =>
  firstLines(input.segments[from]!, input.at) + linesAfter(input, from);

function head(
  segments: readonly TimelineSegment[],
  {
    version,
    tags,
    number,
    targetMs = TARGET_DURATION_MS,
  }: {
    version: number;
    tags: string;
    number: number;
    targetMs?: number | undefined;
  },
): string {
  const first = segments[0]!;
  return (
    `#EXTM3U\n#EXT-X-VERSION:${version}\n#EXT-X-INDEPENDENT-SEGMENTS\n` +
    `#EXT-X-TARGETDURATION:${Math.ceil(targetMs / 1000)}\n${tags}` +
    `#EXT-X-MEDIA-SEQUENCE:${number}\n#EXT-X-DISCONTINUITY-SEQUENCE:${first.discontinuity}\n`
  );
}

/**
 * The media sequence number of the first segment of a playlist that goes on: counted from its end, so that a player at the
 * edge keeps its numbers when sound behind it is taken out. Without a hole it is the segment's own.
 */
const numberFromEnd = (segments: readonly TimelineSegment[]): number => segments.at(-1)!.sequence - segments.length + 1;

const rangesOf = ({ segments, programmes, marks = '' }: MediaPlaylistInput): string =>
  dateRanges(programmes, segments[0]!.startsAt, endOf(segments.at(-1)!)) + marks;

/** The edge: what a listener who just tunes in gets. */
export function livePlaylist(input: MediaPlaylistInput): string {
  const { segments } = input;
  return head(segments, { version: 7, tags: '', number: numberFromEnd(segments) }) + rangesOf(input) + body(input);
}

/** RFC 8216: an offset from the start of the playlist, so that a start-over begins at the instant and not before. */
function startAt(segments: readonly TimelineSegment[], instant: number): string {
  const offsetMs = Math.max(0, Math.min(instant - segments[0]!.startsAt, segments[0]!.durationMs - 1));
  return `#EXT-X-START:TIME-OFFSET=${seconds(offsetMs)},PRECISE=YES\n`;
}

/**
 * From an instant to now. While it `grows` nothing in it ever moves (EVENT). One whose start has left the window loses
 * its head as a live playlist does, and no longer says that it will not.
 */
export function eventPlaylist(
  input: MediaPlaylistInput & {
    from: number;
    grows: boolean;
    skip: boolean;
    /** Players stay as near to its end as they may: it is watched as it happens. */
    isNear?: boolean;
  },
): string {
  const { segments, from, grows, skip, isNear = false, targetMs = TARGET_DURATION_MS } = input;
  const tags =
    `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=${seconds(skipUntilMs(targetMs))}` +
    `${isNear ? `,HOLD-BACK=${seconds(holdBackMs(targetMs))}` : ''}\n` +
    (grows ? '#EXT-X-PLAYLIST-TYPE:EVENT\n' : '') +
    (grows && !isNear ? startAt(segments, from) : '');
  const skipped = skip ? skippable(segments, skipUntilMs(targetMs)) : 0;
  const start = head(segments, { version: 9, tags, number: numberFromEnd(segments), targetMs }) + rangesOf(input);
  if (skipped === 0) return start + body(input);
  // A player keeps what it had for the skipped ones. The discontinuity of the first shown one must not get lost.
  return (
    start +
    `#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}\n` +
    breakLines(breaksBetween(segments[skipped - 1]!, segments[skipped]!)) +
    body(input, skipped)
  );
}

function skippable(segments: readonly TimelineSegment[], untilMs: number): number {
  let kept = 0;
  let at = segments.length;
  while (at > 0 && kept < untilMs) kept += segments[--at]!.durationMs;
  return at;
}

/**
 * What stands before and after the lines of the segments of a replay or a clip; those of the first are among it. Until it is over
 * it grows at its end and says so, as a player that has read ENDLIST never asks again.
 */
export function replayEnds(
  first: TimelineSegment,
  {
    at,
    from,
    isOver,
    targetMs,
    marks = '',
  }: {
    at: MediaAddresses;
    from: number;
    isOver: boolean;
    targetMs?: number | undefined;
    /** Date ranges of what sounded, as lines that were made before. */
    marks?: string | undefined;
  },
): { begin: string; end: string } {
  const tags = `#EXT-X-PLAYLIST-TYPE:${isOver ? 'VOD' : 'EVENT'}\n${startAt([first], from)}`;
  return {
    begin: head([first], { version: 7, tags, number: first.sequence, targetMs }) + marks + firstLines(first, at),
    end: isOver ? '#EXT-X-ENDLIST\n' : '',
  };
}

/** Between two instants: `segments` are those that sound between them. */
export function replayPlaylist(
  input: Omit<MediaPlaylistInput, 'programmes'> & { from: number; isOver: boolean },
): string {
  const { begin, end } = replayEnds(input.segments[0]!, input);
  return begin + linesAfter(input, 0) + end;
}

export interface Variant {
  rendition: RenditionName;
  /** RFC 6381 */
  codecs: string;
  uri: string;
  /** As its segments are, bits a second; absent: as encoders are asked to send. */
  measured?: { bandwidth: number; averageBandwidth: number } | undefined;
  /** `1280x720`, as its init says; absent: as encoders are asked to send. */
  resolution?: string | undefined;
}

/** Captions that a player finds by itself. */
interface CaptionList {
  language: string;
  label: string;
  uri: string;
}

const CAPTIONS = 'captions';

/** What a player opens first: the same sound at every rate there is, best first, and the captions that go with any. */
export function multivariantPlaylist(variants: readonly Variant[], captions: readonly CaptionList[] = []): string {
  let text = '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n';
  for (const { language, label, uri } of captions) {
    text +=
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="${CAPTIONS}",NAME="${attribute(label)}",LANGUAGE="${attribute(language)}",` +
      `DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="${uri}"\n`;
  }
  for (const { rendition, codecs, uri, measured, resolution } of variants) {
    const { bandwidth, averageBandwidth, ...rest } = { ...RENDITIONS[rendition], ...measured };
    const size = 'resolution' in rest ? (resolution ?? rest.resolution) : undefined;
    text +=
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},AVERAGE-BANDWIDTH=${averageBandwidth},CODECS="${codecs}"` +
      `${size === undefined ? '' : `,RESOLUTION=${size}`}${captions.length > 0 ? `,SUBTITLES="${CAPTIONS}"` : ''}\n${uri}\n`;
  }
  return text;
}

/** A WebVTT file as the one segment of a playlist. Captions alone may have a target duration of their own (RFC 8216, 6.2.4). */
export function captionPlaylist({ durationMs, uri }: { durationMs: number; uri: string }): string {
  return (
    `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:${Math.ceil(durationMs / 1000)}\n#EXT-X-PLAYLIST-TYPE:VOD\n` +
    `#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:${seconds(durationMs)},\n${uri}\n#EXT-X-ENDLIST\n`
  );
}
