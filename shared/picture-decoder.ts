/** The door to what decodes the pictures that visitors send. */
export interface PictureDecoder {
  /**
   * The picture made anew as a JPEG without place, camera or anything else that came with it; null where the bytes are
   * no picture that can be shown, or one of more than 25 megapixels. Throws `unavailable` when too many wait.
   */
  remake(bytes: Uint8Array): Promise<Buffer | null>;
}
