/** A photograph of 25 megapixels has less. */
export const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;
