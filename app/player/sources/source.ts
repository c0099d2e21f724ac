import type { ChannelId } from '#shared/enums.ts';

export type MediaKind = 'audio' | 'video';

/** What every source says of itself, whatever its kind: the machine, the bar and the lock screen need no more. */
interface AnySource {
  /** An entry of `source-kinds.ts`, which knows how to reach and play it. */
  kind: string;
  /** What makes it the same source when it is asked for again. */
  key: string;
  media: MediaKind;
}

/** A stream that goes on: its places are instants of the station's clock, up to now. */
export interface LiveSource extends AnySource {
  timeline: 'live';
  channelId: ChannelId;
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

export const liveSource = (channelId: ChannelId, media: MediaKind): LiveSource => ({
  kind: 'live',
  timeline: 'live',
  key: `live/${channelId}`,
  media,
  channelId,
});
