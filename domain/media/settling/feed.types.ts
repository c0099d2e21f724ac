import type { RenditionName } from '../renditions.rules.ts';
import type { MediaStream } from '../streams.rules.ts';

/** An encoder: one token for one stream. */
export interface Encoder {
  id: number;
  name: string;
  stream: MediaStream;
}

export interface Feed {
  encoder: Encoder;
  rendition: RenditionName;
}
