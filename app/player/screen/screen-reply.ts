import { stationNowMs } from '#app/components/shell/station-time.ts';
import { under, type Held, type LeasedReply } from '#app/player/lease/lease-controller.ts';
import type { ScreenDetails, WatchWindow } from '#app/player/sources/source.ts';
import type { PlayReplyWire } from '#domain/archive/archive.schema.ts';

/** Reply of the call that plays a film, an event or its replay. Instants are Unix seconds. */
export type ScreenReply = LeasedReply &
  Pick<PlayReplyWire, 'end_ts' | 'is_over' | 'place'> & {
    captions: { lang: string; label: string; src: string }[];
    /** Of an event. */
    cues?: string;
    stills: { src: string; width: number; height: number; columns: number; stepMs: number } | null;
    window: { startsAt: number | null; mustFinishBy: number; endsAt: number } | null;
    qualities: number[];
  };

const ms = (seconds: number): number => Math.round(seconds * 1000);

/** The playlist of one rendition; the multivariant one is beside it. */
const OF_ONE = /\/\w+\/(\d+)-(\d+)\.m3u8$/;
const ofAll = (path: string): string => path.replace(OF_ONE, '/video.m3u8?from=$1&to=$2');
const ofOne = (path: string, rendition: string): string => path.replace(/\/\w+(\/[^/]+\.m3u8)$/, `/${rendition}$1`);

export function detailsOf(reply: ScreenReply): ScreenDetails {
  const { window, place: position } = reply;
  const other = position?.other ?? null;
  return {
    streamId: reply.stream_id,
    startsAtMs: ms(reply.start_ts),
    endsAtMs: ms(reply.end_ts),
    captions: reply.captions,
    cues: reply.cues ?? null,
    stills: reply.stills,
    qualities: reply.qualities,
    window: window && {
      startsAtMs: window.startsAt === null ? null : ms(window.startsAt),
      mustFinishByMs: ms(window.mustFinishBy),
      endsAtMs: ms(window.endsAt),
    },
    otherPosition: other && { atMs: ms(other.at_ts), deviceName: other.device_name },
    address: ofAll(reply.items[0]?.path ?? ''),
  };
}

/**
 * The playlist address: multivariant if the player switches itself, a single rendition if chosen manually and played
 * natively, and the audio if no video is wanted.
 */
export function screenAddress(
  {
    reply,
    grant,
    source,
  }: Pick<Held<{ media: string; rendition?: string | null }, ScreenReply>, 'reply' | 'grant' | 'source'>,
  { swaps }: { swaps: boolean },
): string {
  const [first] = reply.items;
  if (first === undefined) throw new Error('the reply has no playlist URL');
  const rendition = source.rendition ?? null;
  if (source.media === 'audio') return under(ofOne(first.path, SOUND_ALONE), grant);
  return under(rendition === null || swaps ? ofAll(first.path) : ofOne(first.path, rendition), grant);
}

/** The rendition without video. */
const SOUND_ALONE = 'audio';

/** A viewing period that starts now: as long as announced, but never beyond the end of the right. */
export function begunNow(window: WatchWindow, askedAtMs: number, nowMs = stationNowMs()): WatchWindow {
  const endsAtMs = Math.min(window.endsAtMs, window.mustFinishByMs + (nowMs - askedAtMs));
  return { startsAtMs: nowMs, mustFinishByMs: endsAtMs, endsAtMs };
}
