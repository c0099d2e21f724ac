import { z } from 'zod';

// Shapes of the wire. They hold types and outer sizes; the rules of each field stand in the `.rules` of who owns the call, which
// the browser has too, so that a fault is told under the same name and code wherever it is found.

/** Faults of shape are told by the same names as those of the rules. */
export const told = { error: ({ input }: { input?: unknown }) => (input === undefined ? 'required' : 'format') };
/** A code is right or wrong, whatever its length: the rules say so, and the limit of bodies is its end. */
export const codeWords = (about: string) => z.string(told).describe(about);
export const words = (about: string, max = 2_000) => z.string(told).max(max, 'tooLong').describe(about);
export const flag = (about: string) => z.boolean(told).describe(about);
export const number = (about: string) => z.number(told).int('format').describe(about);
export const turnstileToken = words('Token of the bot check', 8_192);
export const randomSalt = words('Names the registration or code that is meant');
/** A number as its two fields. */
export const phone = {
  phone_no_country: words('Dialling code as text: 852, or 0 for other places'),
  phone_no: words('Digits, at least 8; of Hong Kong a mobile number'),
};
