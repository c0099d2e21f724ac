import { COMMON_WORDS } from './common-words.ts';
import { MemberFormError } from './member-form.ts';

// ASVS 6.2.4 and 6.2.11 (docs/security/asvs.md). No letter is demanded and none forbidden: what is refused is what a
// guesser tries first. The browser does not have this: the words weigh more than the form.

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

/** Figures that stand for words or are drawn on the keys of a telephone. */
const FIGURES = ['5201314', '1314520', '1314', '520', '159357', '159753', '246810', '13579', '112358', '31415926'];
/** So much beside a word is soon tried through. */
const SHORT = 4;
/** Shorter parts of a name are in many words by chance. */
const OWN_MIN = 3;

const SPELT: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' };

/** A text as it is compared: letters of one case, and of one width. */
const lowered = (text: string) => text.normalize('NFKC').toLowerCase();
const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Without the signs that stand between letters; where they are more than the letters, they are the password. */
function unsigned(text: string): string {
  const letters = lettersOf(text);
  return text.length > 2 * letters.length ? text : letters;
}

/** Words that figures and signs may stand for: `p@ssw0rd1` is `passwordi` and `passwordl`. */
const readings = (text: string): string[] => {
  const read = text.replaceAll(/[@43!0$57]/g, (sign) => SPELT[sign] ?? sign);
  return ['i', 'l'].map((one) => unsigned(read.replaceAll('1', one)));
};

const ROWS = ['1234567890-=', 'qwertyuiop[]', 'asdfghjkl;', 'zxcvbnm,./'];
const PLACES = new Map(ROWS.flatMap((row, y) => Array.from(row).map((key, x) => [key, { x, y }] as const)));

/** Whether a finger goes from one key to the next, or one sign follows the other in its order. */
function isStep(from: string, to: string): boolean {
  if (from === to) return true;
  const isFigures = /^\d\d$/.test(from + to);
  const difference = Math.abs((from.codePointAt(0) ?? 0) - (to.codePointAt(0) ?? 0));
  // The figures of a telephone stand in rows of three.
  if ((isFigures || /^[a-z]{2}$/.test(from + to)) && (difference === 1 || (isFigures && difference === 3))) return true;
  if (isFigures && difference === 9) return true;
  const [one, other] = [PLACES.get(from), PLACES.get(to)];
  if (!one || !other) return false;
  const [across, down] = [other.x - one.x, other.y - one.y];
  // A row stands half a key to the right of the one above.
  return (
    (down === 0 && Math.abs(across) === 1) ||
    (down === 1 && (across === 0 || across === -1)) ||
    (down === -1 && (across === 0 || across === 1))
  );
}

const isRepeated = (text: string) => /^(.{1,4}?)\1+$/u.test(text) || /^(.{5,})\1+$/u.test(text);

/** Keys that lie side by side, in one walk or in few. */
function isWalk(text: string): boolean {
  const signs = Array.from(text);
  const walks = 1 + signs.slice(1).filter((sign, i) => !isStep(signs[i] ?? '', sign)).length;
  return walks <= signs.length / 3;
}

/** A long walk with next to nothing beside it: `hk123456`. */
function isNearlyWalk(text: string): boolean {
  let [length, longest] = [1, 1];
  const signs = Array.from(text);
  for (const [i, sign] of signs.entries()) {
    length = i > 0 && isStep(signs[i - 1] ?? '', sign) ? length + 1 : 1;
    longest = Math.max(longest, length);
  }
  return longest > SHORT && signs.length - longest < SHORT;
}

/** Two walks hand in hand: `a1b2c3d4`. */
const isPlait = (text: string) =>
  text.length >= 8 &&
  [0, 1].every((side) =>
    isWalk(
      Array.from(text)
        .filter((_sign, i) => i % 2 === side)
        .join(''),
    ),
  );

/** A day of somebody's life, in any order of its parts. */
const isDay = (text: string) =>
  /^(?:19[3-9]\d|20[0-3]\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(text) ||
  /^(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?:19[3-9]\d|20[0-3]\d)$/.test(
    text,
  );

const isPlain = (text: string) => isRepeated(text) || isWalk(text) || isDay(text);
/** Signs are put at the end by habit and count half. */
const isSoonTried = (rest: string) => (rest.length + lettersOf(rest).length) / 2 <= SHORT + 0.5 || isPlain(rest);

const isCommonWord = (word: string): boolean => {
  if (COMMON_WORDS.has(word)) return true;
  const half = word.slice(0, word.length / 2);
  return word.length % 2 === 0 && half + half === word && COMMON_WORDS.has(half);
};

/** Nothing but such words, with at most a little beside them. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  return [unsigned(text), ...readings(text)].some((whole) => {
    let rest = whole;
    for (const word of words) rest = rest.replaceAll(word, '');
    // Four letters more are another word; four figures are a year.
    return rest.length < whole.length && (/^\p{L}{4}/u.test(rest) ? isPlain(rest) : isSoonTried(rest));
  });
}

/** One of the words everybody takes, with at most a little before and behind it; or no word at all, but a pattern. */
function isCommon(text: string): boolean {
  if ([text, lettersOf(text)].some((one) => isPlain(one) || isNearlyWalk(one) || isPlait(one))) return true;
  if (isMadeOf(text, FIGURES)) return true;
  // Figures at the ends may be letters (`$unshine`) or not (`sunshine1`): both ways of reading them.
  const cuts = [/^()(.*?)()$/su, /^()(.*?)(\P{L}*)$/su, /^(\P{L}*)(.*?)()$/su, /^(\P{L}*)(.*?)(\P{L}*)$/su];
  return cuts.some((cut) => {
    const [, before = '', core = '', behind = ''] = cut.exec(text) ?? [];
    return isSoonTried(before + behind) && readings(core).some(isCommonWord);
  });
}

/** What can be known of a member, as it may stand in a password. */
const ownWordsOf = (own: readonly string[]): string[] =>
  own
    .map(lowered)
    .flatMap((text) => [lettersOf(text), ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => Array.from(word).length >= OWN_MIN);

const byLength = (words: readonly string[]) => [...new Set(words)].toSorted((a, b) => b.length - a.length);

/**
 * Why a password is soon guessed: it is one of those everybody takes, or made of what is known of the member (`own`:
 * address, names, number) and of the station. Null for one that may be used.
 */
export function weaknessOf(password: string, own: readonly string[]): 'commonPassword' | 'knownPassword' | null {
  const text = lowered(password);
  if (isCommon(text)) return 'commonPassword';
  return isMadeOf(text, byLength([...STATION_WORDS, ...ownWordsOf(own)])) ? 'knownPassword' : null;
}

/** Refuses a new password that is soon guessed, under the code of VA-01 (10026). */
export function demandGoodPassword(field: string, password: string, own: readonly string[]): void {
  const code = weaknessOf(password, own);
  if (code !== null) throw new MemberFormError([{ field, code }]);
}
