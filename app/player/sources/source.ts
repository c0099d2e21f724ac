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
}

export type Source = LiveSource | VodSource;

export const liveSource = (channelId: ChannelId, media: MediaKind): LiveSource => ({
  kind: 'live',
  timeline: 'live',
  key: `live/${channelId}`,
  media,
  channelId,
});
