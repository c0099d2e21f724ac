import { dictionary } from '@zxcvbn-ts/language-common';
import { MemberFormError } from './member-form.ts';

// ASVS 6.2.4 and 6.2.11 (docs/security/asvs.md). No letter is demanded and none forbidden: what is refused is what a
// guesser tries first. The browser does not have this: the words weigh more than the form.

/** What people of this town take, which lists of leaked passwords from elsewhere leave out. */
const HONG_KONG = `hk hongkong hongkonger kowloon mongkok shatin woaini woaiwojia gongxifacai 520 1314 5201314 5201314520
159357 159357159 qwe lau chan cheung wong leung lam cheng yeung tang tsang kwok yip tsui chow fung yuen kwan poon tsoi hung
chiu`;
/** Tens of thousands from leaks, in lower case. */
const COMMON = new Set([...dictionary['passwords-common'], ...HONG_KONG.split(/\s+/)]);

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

/** The text, and the words that its figures and signs may stand for: `p@ssw0rd1` is `passwordi` and `passwordl`. */
function readings(text: string): string[] {
  const read = text.replaceAll(/[@43!0$57]/g, (sign) => SPELT[sign] ?? sign);
  return [text, ...['i', 'l'].map((one) => read.replaceAll('1', one))].flatMap((one) => [one, unsigned(one)]);
}

/** A few signs again and again, or each the next of the one before: `12121212`, `abcdefgh`, `87654321`. */
function isPattern(text: string): boolean {
  const signs = Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
  const steps = new Set(signs.slice(1).map((sign, i) => sign - (signs[i] ?? 0)));
  return new Set(signs).size <= 3 || (steps.size === 1 && Math.abs([...steps][0] ?? 0) <= 1);
}

/** A day of somebody's life, in any order of its parts. */
const isDay = (text: string) =>
  /^(?:19[3-9]\d|20[0-3]\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(text) ||
  /^(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?:19[3-9]\d|20[0-3]\d)$/.test(
    text,
  );

const isSoonTried = (rest: string) => (rest.length + lettersOf(rest).length) / 2 <= SHORT + 0.5 || isPattern(rest);

/** What a text repeats: `dragon` of `dragondragondragon`; itself where it repeats nothing. */
const unitOf = (text: string) => /^(.+?)\1+$/su.exec(text)?.[1] ?? text;

/** One of those everybody takes, with at most a little before and behind it, however often; or no word but a pattern. */
function isCommon(text: string): boolean {
  if ([text, unsigned(text)].some((one) => isPattern(one) || isDay(one))) return true;
  const unit = unitOf(text);
  if (unit !== text && (unit.length <= SHORT || isCommon(unit))) return true;
  // Figures at the ends may be letters (`$unshine`) or not (`sunshine1`): both ways of reading them.
  const cuts = [/^()(.*?)()$/su, /^()(.*?)(\P{L}*)$/su, /^(\P{L}*)(.*?)()$/su, /^(\P{L}*)(.*?)(\P{L}*)$/su];
  return cuts.some((cut) => {
    const [, before = '', core = '', behind = ''] = cut.exec(text) ?? [];
    return isSoonTried(before + behind) && readings(core).some((word) => COMMON.has(word) || COMMON.has(unitOf(word)));
  });
}

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
