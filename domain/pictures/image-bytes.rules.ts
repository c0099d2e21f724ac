// What a picture is, read from its bytes and never from its name or declared type.

export type ImageRefusal = 'not-a-picture' | 'svg' | 'animated' | 'too-large' | 'unreadable';
type ImageType = 'image/jpeg' | 'image/png' | 'image/webp';

const textAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));
const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const PNG = '\x89PNG\r\n\x1a\n';

/** Whether a PNG has the chunk of an animation, which comes before its image data. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  for (let at = PNG.length; at + 8 <= bytes.length; at += 12 + view(bytes).getUint32(at)) {
    const name = textAt(bytes, at + 4, 4);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
  }
  return false;
}

/** Whether the extended header of a WebP says that it is an animation. */
const isAnimatedWebp = (bytes: Uint8Array) => textAt(bytes, 12, 4) === 'VP8X' && ((bytes[20] ?? 0) & 0x02) !== 0;

/** The type of a still JPEG, PNG or WebP, or why it is none. */
export function imageTypeOf(bytes: Uint8Array): { type: ImageType } | { refusal: ImageRefusal } {
  if (textAt(bytes, 0, 3) === '\xff\xd8\xff') return { type: 'image/jpeg' };
  if (textAt(bytes, 0, PNG.length) === PNG)
    return isAnimatedPng(bytes) ? { refusal: 'animated' } : { type: 'image/png' };
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP')
    return isAnimatedWebp(bytes) ? { refusal: 'animated' } : { type: 'image/webp' };
  if (/^GIF8[79]a/.test(textAt(bytes, 0, 6))) return { refusal: 'animated' };
  const beginning = new TextDecoder().decode(bytes.subarray(0, 1_024));
  return { refusal: /<svg[\s>]/i.test(beginning) ? 'svg' : 'not-a-picture' };
}

/** Width and height of a JPEG. Null if its headers have none. */
export function jpegSize(bytes: Uint8Array): { width: number; height: number } | null {
  const data = view(bytes);
  for (let at = 2; at + 9 <= bytes.length;) {
    if (data.getUint8(at) !== 0xff) return null;
    const marker = data.getUint8(at + 1);
    // Start of frame, of every kind; C4, C8 and CC are others.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { height: data.getUint16(at + 5), width: data.getUint16(at + 7) };
    at += 2 + data.getUint16(at + 2);
  }
  return null;
}
