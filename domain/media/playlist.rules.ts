import { RENDITIONS, TARGET_DURATION_MS, type RenditionName } from './renditions.rules.ts';
import { endOf, JITTER_MS, type TimelineSegment } from './timeline.rules.ts';

/** A programme as a date range of a playlist, times in unix ms. */
export interface ProgrammeSpan {
  id: number | string;
  title: string;
  startsAt: number;
  endsAt: number;
}

/** Segments of the live playlist: clients hold back three and need some behind that. */
export const LIVE_SEGMENTS = 6;
/** Maximum distance between EXT-X-PROGRAM-DATE-TIME tags. Counted by sequence number, so that all playlists agree. */
const DATE_EVERY_SEGMENTS = 15;
/** Segments within this distance of the end are never skipped in a delta update: six target durations (RFC 8216bis). */
const skipUntilMs = (targetMs: number): number => targetMs * 6;
/** HOLD-BACK of event players: three target durations, the minimum allowed. */
const holdBackMs = (targetMs: number): number => targetMs * 3;

const seconds = (ms: number): string => (ms / 1000).toFixed(3);
const date = (ms: number): string => new Date(ms).toISOString();
const programDate = (segment: TimelineSegment): string => `#EXT-X-PROGRAM-DATE-TIME:${date(segment.startsAt)}\n`;

/** URIs of the parts of a media playlist, relative to the playlist. */
export interface MediaAddresses {
  segment(sequence: number): string;
  init(initId: number): string;
}

const mapOf = (segment: TimelineSegment, at: MediaAddresses): string => `#EXT-X-MAP:URI="${at.init(segment.initId)}"\n`;
const infOf = (segment: TimelineSegment, at: MediaAddresses): string =>
  `#EXTINF:${seconds(segment.durationMs)},\n${at.segment(segment.sequence)}\n`;

/**
 * Number of discontinuities between two segments of a playlist. More than one if an encoder changed within removed
 * sound; players count the tags.
 */
function breaksBetween(before: TimelineSegment, segment: TimelineSegment): number {
  const isNext = segment.sequence === before.sequence + 1 && segment.startsAt - endOf(before) <= JITTER_MS;
  return Math.max(segment.discontinuity - before.discontinuity, isNext ? 0 : 1);
}
const breakLines = (count: number): string => '#EXT-X-DISCONTINUITY\n'.repeat(count);

/** The lines of a segment that follows another. Equal in every playlist, so they can be cached. */
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

/** Date ranges of one class must not overlap, and an ID identifies one range; therefore the ID includes the times. */
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
  /** In order and not empty. Sequence numbers have a hole where sound was removed. */
  segments: readonly TimelineSegment[];
  /** Cached `segmentLines` of each segment. */
  lines?: readonly (string | undefined)[];
  programmes: readonly ProgrammeSpan[];
  /** Prepared date range lines of other content. */
  marks?: string | undefined;
  at: MediaAddresses;
  /** Target duration of the stream. Absent: that of radio. */
  targetMs?: number | undefined;
}

/** The lines of the segments after `first`. */
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
 * Media sequence number of the first segment of a growing playlist. Counted from the end, so that players at the edge
 * keep their numbers when sound behind it is removed. Without a hole it is the segment's own.
 */
const numberFromEnd = (segments: readonly TimelineSegment[]): number => segments.at(-1)!.sequence - segments.length + 1;

const rangesOf = ({ segments, programmes, marks = '' }: MediaPlaylistInput): string =>
  dateRanges(programmes, segments[0]!.startsAt, endOf(segments.at(-1)!)) + marks;

/** The live edge: the playlist of a listener who tunes in. */
export function livePlaylist(input: MediaPlaylistInput): string {
  const { segments } = input;
  return head(segments, { version: 7, tags: '', number: numberFromEnd(segments) }) + rangesOf(input) + body(input);
}

/** RFC 8216: an offset from the start of the playlist, so that a start-over begins exactly at the instant. */
function startAt(segments: readonly TimelineSegment[], instant: number): string {
  const offsetMs = Math.max(0, Math.min(instant - segments[0]!.startsAt, segments[0]!.durationMs - 1));
  return `#EXT-X-START:TIME-OFFSET=${seconds(offsetMs)},PRECISE=YES\n`;
}

/**
 * From an instant to now. While it `grows`, nothing is ever removed from it (EVENT). Once its start has left the
 * window, it loses its head like a live playlist and is no longer typed EVENT.
 */
export function eventPlaylist(
  input: MediaPlaylistInput & {
    from: number;
    grows: boolean;
    skip: boolean;
    /** Players stay close to the live edge. */
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
  // A player keeps the skipped segments it has. The discontinuity of the first segment after them must not be lost.
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
 * The lines before and after the segments of a replay or clip; the first segment is included in them. Until it is over
 * it grows and has type EVENT, because a player stops polling after ENDLIST.
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
    /** Prepared date range lines. */
    marks?: string | undefined;
  },
): { begin: string; end: string } {
  const tags = `#EXT-X-PLAYLIST-TYPE:${isOver ? 'VOD' : 'EVENT'}\n${startAt([first], from)}`;
  return {
    begin: head([first], { version: 7, tags, number: first.sequence, targetMs }) + marks + firstLines(first, at),
    end: isOver ? '#EXT-X-ENDLIST\n' : '',
  };
}

/** A replay of the segments that overlap a span. */
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
  /** Measured rates in bits a second. Absent: those required from encoders. */
  measured?: { bandwidth: number; averageBandwidth: number } | undefined;
  /** `1280x720`, from the init. Absent: that required from encoders. */
  resolution?: string | undefined;
}

/** A caption playlist that players discover in the multivariant playlist. */
interface CaptionList {
  language: string;
  label: string;
  uri: string;
}

const CAPTIONS = 'captions';

/** The entry playlist: the same content at every available rate, best first, and captions for all of them. */
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

/**
 * A playlist with a WebVTT file as its only segment. Subtitle playlists may have a target duration of their own (RFC
 * 8216, 6.2.4).
 */
export function captionPlaylist({ durationMs, uri }: { durationMs: number; uri: string }): string {
  return (
    `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:${Math.ceil(durationMs / 1000)}\n#EXT-X-PLAYLIST-TYPE:VOD\n` +
    `#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:${seconds(durationMs)},\n${uri}\n#EXT-X-ENDLIST\n`
  );
}
