// Guessable parts of a password: words of the station, and what is known of its member. Shared with the browser, so
// that the hint shown while typing matches the server's decision.

/** Guessable without knowing the member: names of the station, its channels and the product. */
export const STATION_WORDS = [
  'airwave',
  'commercialradio',
  'crhk',
  'radio',
  '雷霆',
  '叱咤',
  '商業電台',
  '商業二台',
  '商台',
  'cr電台',
  '電台',
  'luiting',
  'chikcha',
  'am864',
  'fm881',
  'fm903',
  '881',
  '903',
  '864',
] as const;

/**
 * At most this many letters and digits beside a word are quickly brute-forced. Punctuation is often added by habit and
 * counts half.
 */
export const SHORT = 4;
/** Shorter parts of a name occur in many words by chance. */
const OWN_MIN = 3;

const SPELT: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' };

/** Normalised for comparison: lower case and half width. */
export const lowered = (text: string) => text.normalize('NFKC').toLowerCase();
const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * The text without punctuation between letters. If punctuation outnumbers the letters, it is the password itself and is
 * kept.
 */
export function unsigned(text: string): string {
  const letters = lettersOf(text);
  return text.length > 2 * letters.length ? text : letters;
}

/** The text and the words its digits and signs may stand for: `p@ssw0rd1` reads as `passwordi` and `passwordl`. */
export function readings(text: string): string[] {
  const read = text.replaceAll(/[@43!0$57]/g, (sign) => SPELT[sign] ?? sign);
  return [text, ...['i', 'l'].map((one) => read.replaceAll('1', one))].flatMap((one) => [one, unsigned(one)]);
}

/** At most three different characters, or a run of equal or adjacent ones: `12121212`, `abcdefgh`, `87654321`. */
export function isPattern(text: string): boolean {
  const signs = Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
  const steps = new Set(signs.slice(1).map((sign, i) => sign - (signs[i] ?? 0)));
  return new Set(signs).size <= 3 || (steps.size === 1 && Math.abs([...steps][0] ?? 0) <= 1);
}

export const isSoonTried = (rest: string) =>
  (rest.length + lettersOf(rest).length) / 2 <= SHORT + 0.5 || isPattern(rest);

/** Whether a text consists of such words with at most a short remainder. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  return readings(text).some((whole) => {
    let rest = whole;
    for (const word of words) rest = rest.replaceAll(word, '');
    // Four more letters are another word; four digits are a year.
    return rest.length < whole.length && (/^\p{L}{4}/u.test(rest) ? isPattern(rest) : isSoonTried(rest));
  });
}

/** Personal words of a member, in the forms in which they may occur in a password. */
const ownWordsOf = (own: readonly string[]): string[] =>
  own
    .map(lowered)
    // Of an address only the part before the @: domains are shared by many people.
    .flatMap((text) => [lettersOf(text), ...text.replace(/@.*/su, '').split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => Array.from(word).length >= OWN_MIN);

const byLength = (words: readonly string[]) => [...new Set(words)].toSorted((a, b) => b.length - a.length);

/** Whether a password is made of what is known of the member (`own`: address, names, number) and of the station. */
export const isMadeOfKnown = (password: string, own: readonly string[]): boolean =>
  isMadeOf(lowered(password), byLength([...STATION_WORDS, ...ownWordsOf(own)]));
