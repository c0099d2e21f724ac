import type { Feed, ReceivedInit, ReceivedSegment } from '#domain/media/media.ts';
import type { NamedSegment } from '#domain/media/encoder-playlist.rules.ts';
import type { InitTrack } from '#server/media/mp4/fmp4.ts';

/** An init by which segments are read. */
export interface KnownInit {
  initId: number;
  tracks: InitTrack[];
  bytes: Buffer;
}

/** What a push did to the timeline. */
export interface Placed {
  appended: number;
  /** Segments refused because they claim to be from the future. */
  ahead: number;
  newestEndsAt: number | undefined;
}

export const NOTHING_PLACED: Placed = { appended: 0, ahead: 0, newestEndsAt: undefined };

/**
 * Takes pushes. Once resolved, a push survives any crash. Written to the tables and storage directly, or to
 * the live spool.
 */
export interface Intake {
  /** Resolves to the number of the init. */
  takeInit(feed: Feed, init: ReceivedInit, tracks: InitTrack[]): Promise<number>;
  takeSegment(feed: Feed, read: (init: KnownInit) => ReceivedSegment): Promise<Placed>;
  takePlaylist(feed: Feed, names: readonly NamedSegment[]): Promise<Placed>;
}
