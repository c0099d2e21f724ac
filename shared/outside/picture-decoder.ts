/** Interface to the decoder of pictures uploaded by visitors. */
export interface PictureDecoder {
  /**
   * Re-encodes a picture as a JPEG without location, camera or other metadata. Null if the bytes are not a displayable
   * picture or exceed 25 megapixels. Throws `unavailable` when the queue is full.
   */
  remake(bytes: Uint8Array): Promise<Buffer | null>;
}
