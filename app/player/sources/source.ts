import type { ChannelId } from '#shared/enums.ts';

export type MediaKind = 'audio' | 'video';

/** What every source says of itself, whatever its kind: the machine, the bar and the lock screen need no more. */
interface AnySource {
  /** An entry of `source-kinds.ts`, which knows how to reach and play it. */
  kind: string;
  /** What makes it the same source when it is asked for again. */
  key: string;
  media: MediaKind;
  /** A rendition that was chosen by hand, where there are several pictures; null: the one that the line carries. */
  rendition?: string | null;
  /** Its picture and its controls stand on a page, and it ends with that page: there is no bar at the foot of others. */
  isOnPage?: boolean;
}

/** A channel on air, and its last eight hours. */
export interface ChannelSource extends AnySource {
  kind: 'live';
  timeline: 'live';
  channelId: ChannelId;
}

/** An event on air: a stream of its own, which can be rewound to its beginning. */
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
  /** Where its playlist begins, once its call has answered: it has all of the event, up to the edge. */
  zeroMs?: number;
  /** What the waiting room gave; null: nothing is needed. */
  admission: string | null;
  /** Whose place it takes. */
  takeOver: OtherPlayback | null;
  /** What its call said; null until it has answered. */
  told: ScreenTold | null;
}

/** A stream that goes on: its places are instants of the station's clock, up to now. */
export type LiveSource = ChannelSource | EventSource;

/** A playback elsewhere, as a refusal named it. */
export interface OtherPlayback {
  leaseId: string;
  epoch: number;
}

/** What the call said of something with a picture. */
export interface ScreenTold {
  streamId: number;
  startsAtMs: number;
  endsAtMs: number;
  captions: readonly { lang: string; label: string; src: string }[];
  stills: Stills | null;
  qualities: readonly number[];
  /** How long it may be seen; null: nothing runs out. */
  window: WatchWindow | null;
  /** Where another device was, if that is far from where this one goes on. */
  otherPlace: { atMs: number; deviceName: string } | null;
  /** The playlist of all renditions: a browser is asked whether another machine could play it. */
  address: string;
}

/** Small pictures of what lies where, on one sheet. */
export interface Stills {
  src: string;
  width: number;
  height: number;
  columns: number;
  stepMs: number;
}

/** All by the station's clock. */
export interface WatchWindow {
  /** When the picture first moved; null: not yet. */
  startsAtMs: number | null;
  /** The end, if it begins now. */
  mustFinishByMs: number;
  endsAtMs: number;
}

/** Something whole: its places are counted from its beginning to its end. */
export interface VodSource extends AnySource {
  timeline: 'vod';
  title: string;
  /** Programme, column or kind it belongs to. */
  from: string;
  art: { src: string; srcset: string };
  /** As stored; its own length counts once it is known. */
  durationMs: number;
  /** Address of the page it stands on. */
  page: string;
  /** Instant of its first place, where places are counted by the dates of a playlist, which may have gaps. */
  zeroMs?: number;
  /** False while its end is still to come: then only its own end is one. */
  isWhole?: boolean;
  /** Its end is not its own, but where this listener may hear no further. */
  endsEarly?: boolean;
  /** Whether it is for listening closely: it has speeds, and steps that differ. */
  hasSpeeds?: boolean;
  /** A place at which it pauses by itself, as it was asked for no further: the end of a clip. */
  stopsAtMs?: number | undefined;
  /** What plays before it and after it. */
  previous?: VodSource | null;
  next?: VodSource | null;
}

/** What a call said in place of an address: data for whoever shows it. */
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
