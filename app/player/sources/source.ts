import type { ChannelId } from '#shared/enums.ts';

export type MediaKind = 'audio' | 'video';

/** Common properties of all sources, sufficient for the machine, the bar and the lock screen. */
interface AnySource {
  /** A key of `source-kinds.ts`, which opens and plays it. */
  kind: string;
  /** Identity of the source across requests. */
  key: string;
  media: MediaKind;
  /** Manually chosen rendition, if there are several; null: automatic. */
  rendition?: string | null;
  /** Its picture and controls are on its own page, and it ends with that page; other pages have no bar for it. */
  isOnPage?: boolean;
}

/** A channel on air, and its last eight hours. */
export interface ChannelSource extends AnySource {
  kind: 'live';
  timeline: 'live';
  channelId: ChannelId;
}

/** An event on air: a stream of its own, seekable to its start. */
export interface EventSource extends AnySource {
  kind: 'event';
  timeline: 'live';
  eventId: number;
  title: string;
  from: string;
  art: { src: string; srcset: string };
  page: string;
  /** Its first instant. */
  startsAtMs: number;
  /** Start of its playlist, once its call is answered: it has the whole event up to the edge. */
  zeroMs?: number;
  /** Admission from the waiting room; null: none needed. */
  admission: string | null;
  /** The playback to take over. */
  takeOver: OtherPlayback | null;
  /** The reply of its call; null until answered. */
  details: ScreenDetails | null;
}

/** A live stream: positions are instants of the station's clock, up to now. */
export type LiveSource = ChannelSource | EventSource;

/** A playback elsewhere, as named by a refusal. */
export interface OtherPlayback {
  leaseId: string;
  epoch: number;
}

/** The reply of the call for a source with a picture. */
export interface ScreenDetails {
  streamId: number;
  startsAtMs: number;
  endsAtMs: number;
  captions: readonly { lang: string; label: string; src: string }[];
  /** Path of the live captions of an event, under its grant; null for films, which have none. */
  cues: string | null;
  stills: Stills | null;
  qualities: readonly number[];
  /** Viewing period; null: unlimited. */
  window: WatchWindow | null;
  /** Another device's position, if far from where this one resumes. */
  otherPosition: { atMs: number; deviceName: string } | null;
  /** Multivariant playlist, to check whether a remote device can play it. */
  address: string;
}

/** Thumbnails along the timeline, in one sprite image. */
export interface Stills {
  src: string;
  width: number;
  height: number;
  columns: number;
  stepMs: number;
}

/** All times by the station's clock. */
export interface WatchWindow {
  /** When the picture first moved; null: not yet. */
  startsAtMs: number | null;
  /** The end, if it starts now. */
  mustFinishByMs: number;
  endsAtMs: number;
}

/** A finite source: positions run from its start to its end. */
export interface VodSource extends AnySource {
  timeline: 'vod';
  title: string;
  /** Programme, column or category. */
  from: string;
  art: { src: string; srcset: string };
  /** Stored length; the media's own length takes precedence once known. */
  durationMs: number;
  /** Path of its page. */
  page: string;
  /** Instant of position 0, if positions come from the dates of a playlist, which may have gaps. */
  zeroMs?: number;
  /** False while it is still growing: then only its actual end counts. */
  isWhole?: boolean;
  /** It ends where this listener's access ends, before its own end. */
  endsEarly?: boolean;
  /** Whether it has speeds and steps of different length, for close listening. */
  hasSpeeds?: boolean;
  /** Position at which it pauses automatically: the end of a clip. */
  stopsAtMs?: number | undefined;
  /**
   * Of a list that is played in turn: where it begins; null until its kind has learnt that. At `stopsAtMs` the next one
   * follows.
   */
  beginsAtMs?: number | null;
  /** The sources before and after it. */
  previous?: VodSource | null;
  next?: VodSource | null;
}

/** A refusal returned instead of an address, as data for the UI. */
export interface Refused {
  code: number | string;
  message: string;
  detail: unknown;
}

export type Source = LiveSource | VodSource;

export const liveSource = (channelId: ChannelId, media: MediaKind): ChannelSource => ({
  kind: 'live',
  timeline: 'live',
  key: `live/${channelId}`,
  media,
  channelId,
});
