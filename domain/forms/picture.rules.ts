import { field } from './fields.rules.ts';
import { fieldRules } from '#shared/field-rules.ts';

/** Maximum size of an uploaded picture in bytes. */
export const MAX_PICTURE_BYTES = 5_242_880;

export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const;

/** File type by magic bytes. Null for anything but PNG and JPEG. */
function typeOf(bytes: Uint8Array): (typeof PICTURE_TYPES)[number] | null {
  const begins = (...start: number[]) => start.every((byte, at) => bytes[at] === byte);
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg';
  return null;
}

/** The browser sees size and declared type of a file, the server its bytes. */
const fileOf = (given: Blob | Uint8Array) =>
  given instanceof Uint8Array ? { size: given.length, type: typeOf(given) ?? '' } : given;

/** An optional picture of a visitor. */
export const picture = field<Blob | Uint8Array | null>(
  (given) => {
    if (!(given instanceof Uint8Array || given instanceof Blob)) return { value: null };
    const file = fileOf(given);
    const isRight = file.size > 0 && fieldRules.size(file, MAX_PICTURE_BYTES) && fieldRules.image(file);
    return isRight ? { value: given } : { code: 'picture' };
  },
  { type: 'file', isRequired: false, leftOut: 'absent', most: MAX_PICTURE_BYTES, input: { type: 'picture' } },
);
