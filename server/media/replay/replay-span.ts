import type { RenditionName } from '#domain/media/renditions.rules.ts';
import type { PlaylistBody } from '#server/media/playlist-body.ts';

/** A span to play with a grant. Instants in Unix ms. */
export interface ReplaySpan {
  streamId: number;
  rendition: RenditionName;
  from: number;
  to: number;
  /** The replay is still on air, whatever the clock says. */
  open: boolean;
}

export interface ReplayList {
  body: PlaylistBody;
  /** An init segment of the list, from which the codecs are known. */
  initId: number;
}
