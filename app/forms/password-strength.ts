import { isMadeOfKnown } from '#domain/passwords/known-words.rules.ts';

/** What is tried first, in any case and with anything round it. */
const TRIED_FIRST =
  /password|passw0rd|p@ssw|qwer|asdf|zxcv|1q2w|iloveyou|letmein|welcome|admin|abc123|123abc|radio|5201314/i;
const LONG_CHARS = 14;
const FEW_KINDS = 5;

/** Whether each letter is the next of the one before, or the last, as in 12345678 or hgfedcba. */
function isRow(codes: readonly number[]): boolean {
  const steps = codes.slice(1).map((code, i) => code - codes[i]!);
  return [1, -1].some((step) => steps.every((one) => one === step));
}

/**
 * Whether a password that may be used would be guessed early, as far as a browser knows: by what the server refuses it for
 * beside its long lists, `own` being what is known of the member, and by what is tried first.
 */
export function isEasyToGuess(password: string, own: readonly string[] = []): boolean {
  if (password !== '' && isMadeOfKnown(password, own)) return true;
  const chars = Array.from(password.toLowerCase());
  // A row of digits is a birthday or a telephone number.
  if (/^\d*$/.test(password) && chars.length < LONG_CHARS) return true;
  if (new Set(chars).size < FEW_KINDS && chars.length < LONG_CHARS) return true;
  return isRow(chars.map((char) => char.codePointAt(0)!)) || TRIED_FIRST.test(password);
}
