import { field } from './fields.rules.ts';
import { fieldRules } from '#shared/field-rules.ts';

/** Largest picture a visitor may send, in bytes. */
export const MAX_PICTURE_BYTES = 5_242_880;

export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const;

/** What a file says it is by its first bytes; null for anything but PNG and JPEG. */
function typeOf(bytes: Uint8Array): (typeof PICTURE_TYPES)[number] | null {
  const begins = (...start: number[]) => start.every((byte, at) => bytes[at] === byte);
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg';
  return null;
}

/** A browser knows a file by its size and name, the server by its bytes. */
const fileOf = (given: Blob | Uint8Array) =>
  given instanceof Uint8Array ? { size: given.length, type: typeOf(given) ?? '' } : given;

/** A picture of a visitor, which may be left out. */
export const picture = field<Blob | Uint8Array | null>(
  (given) => {
    if (!(given instanceof Uint8Array || given instanceof Blob)) return { value: null };
    const file = fileOf(given);
    const isRight = file.size > 0 && fieldRules.size(file, MAX_PICTURE_BYTES) && fieldRules.image(file);
    return isRight ? { value: given } : { code: 'picture' };
  },
  { type: 'file', isRequired: false, leftOut: 'absent', most: MAX_PICTURE_BYTES, input: { type: 'picture' } },
);
