import type { RenditionName } from '#domain/media/renditions.rules.ts';
import type { PlaylistBody } from '#server/media/playlist-body.ts';

/** What somebody with a grant asks to play. Instants in unix ms. */
export interface ReplaySpan {
  streamId: number;
  rendition: RenditionName;
  from: number;
  to: number;
  /** What is replayed is still on air, whatever the clock says. */
  open: boolean;
}

export interface ReplayList {
  body: PlaylistBody;
  /** An init that it is read with: it tells the codecs. */
  initId: number;
}
