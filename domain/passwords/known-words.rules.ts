// What of a password anybody could know: the station's words, and what is known of its member. The browser checks by the
// same rules, so that what it says while somebody types is what the server says.

/** What nobody needs to know of a member to try: how the station, its channels and the product are called. */
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

/** So many letters and figures beside a word are soon tried through; signs are put there by habit and count half. */
export const SHORT = 4;
/** Shorter parts of a name are in many words by chance. */
const OWN_MIN = 3;

const SPELT: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' };

/** A text as it is compared: letters of one case, and of one width. */
export const lowered = (text: string) => text.normalize('NFKC').toLowerCase();
const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Without the signs that stand between letters; where they are more than the letters, they are the password. */
export function unsigned(text: string): string {
  const letters = lettersOf(text);
  return text.length > 2 * letters.length ? text : letters;
}

/** The text, and the words that its figures and signs may stand for: `p@ssw0rd1` is `passwordi` and `passwordl`. */
export function readings(text: string): string[] {
  const read = text.replaceAll(/[@43!0$57]/g, (sign) => SPELT[sign] ?? sign);
  return [text, ...['i', 'l'].map((one) => read.replaceAll('1', one))].flatMap((one) => [one, unsigned(one)]);
}

/** A few signs again and again, or each the next of the one before: `12121212`, `abcdefgh`, `87654321`. */
export function isPattern(text: string): boolean {
  const signs = Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
  const steps = new Set(signs.slice(1).map((sign, i) => sign - (signs[i] ?? 0)));
  return new Set(signs).size <= 3 || (steps.size === 1 && Math.abs([...steps][0] ?? 0) <= 1);
}

export const isSoonTried = (rest: string) =>
  (rest.length + lettersOf(rest).length) / 2 <= SHORT + 0.5 || isPattern(rest);

/** Nothing but such words, with at most a little beside them. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  return readings(text).some((whole) => {
    let rest = whole;
    for (const word of words) rest = rest.replaceAll(word, '');
    // Four letters more are another word; four figures are a year.
    return rest.length < whole.length && (/^\p{L}{4}/u.test(rest) ? isPattern(rest) : isSoonTried(rest));
  });
}

/** What can be known of a member, as it may stand in a password. */
const ownWordsOf = (own: readonly string[]): string[] =>
  own
    .map(lowered)
    // Of an address what stands before the @: behind it are words of many people.
    .flatMap((text) => [lettersOf(text), ...text.replace(/@.*/su, '').split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => Array.from(word).length >= OWN_MIN);

const byLength = (words: readonly string[]) => [...new Set(words)].toSorted((a, b) => b.length - a.length);

/** Whether a password is made of what is known of the member (`own`: address, names, number) and of the station. */
export const isMadeOfKnown = (password: string, own: readonly string[]): boolean =>
  isMadeOf(lowered(password), byLength([...STATION_WORDS, ...ownWordsOf(own)]));
