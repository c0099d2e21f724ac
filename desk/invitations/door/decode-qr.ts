import jsQR from 'jsqr';

/** The text of the QR code in a picture of RGBA pixels. */
export const decodeQr = (pixels: Uint8ClampedArray, width: number, height: number): string | null =>
  jsQR(pixels, width, height, { inversionAttempts: 'attemptBoth' })?.data || null;
