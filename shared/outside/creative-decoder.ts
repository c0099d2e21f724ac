/** What a decoder found in a picture for an ad slot. */
interface DecodedCreative {
  width: number;
  height: number;
  frames: number;
  /** One round; 0 for a still picture. */
  durationMs: number;
  /** Rounds of an animation; 0: without end. */
  rounds: number;
  /** CPU time of decoding every frame. */
  decodeMs: number;
  /** WebP without metadata. */
  bytes: Buffer;
}

/** Interface to the decoder of creatives. */
export interface CreativeDecoder {
  /** Null if the bytes cannot be decoded within its limits. Throws `unavailable` when the queue is full. */
  decode(bytes: Uint8Array): Promise<DecodedCreative | null>;
}
