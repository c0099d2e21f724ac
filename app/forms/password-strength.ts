import { isMadeOfKnown } from '#domain/passwords/known-words.rules.ts';

/** Common guesses, in any case and within any text. */
const TRIED_FIRST =
  /password|passw0rd|p@ssw|qwer|asdf|zxcv|1q2w|iloveyou|letmein|welcome|admin|abc123|123abc|radio|5201314/i;
const LONG_CHARS = 14;
const FEW_KINDS = 5;

/** Whether characters ascend or descend by one, as in 12345678 or hgfedcba. */
function isRow(codes: readonly number[]): boolean {
  const steps = codes.slice(1).map((code, i) => code - codes[i]!);
  return [1, -1].some((step) => steps.every((one) => one === step));
}

/**
 * Whether an allowed password is easy to guess, as far as a browser can tell: by what the server rejects except its
 * long lists (`own` is the member's data), and by common guesses.
 */
export function isEasyToGuess(password: string, own: readonly string[] = []): boolean {
  if (password !== '' && isMadeOfKnown(password, own)) return true;
  const chars = Array.from(password.toLowerCase());
  // Digits only are usually a birthday or phone number.
  if (/^\d*$/.test(password) && chars.length < LONG_CHARS) return true;
  if (new Set(chars).size < FEW_KINDS && chars.length < LONG_CHARS) return true;
  return isRow(chars.map((char) => char.codePointAt(0)!)) || TRIED_FIRST.test(password);
}
