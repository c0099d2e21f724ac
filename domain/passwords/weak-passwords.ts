import { dictionary } from '@zxcvbn-ts/language-common';
import { isMadeOfKnown, isPattern, isSoonTried, lowered, readings, SHORT, unsigned } from './known-words.rules.ts';
import { FormError } from '#domain/forms/forms.ts';

// ASVS 6.2.4 and 6.2.11 (docs/security/asvs.md). No letter is demanded and none forbidden: what is refused is what a
// guesser tries first. The browser does not have this: the words weigh more than the form.

/** What people of this town take, which lists of leaked passwords from elsewhere leave out. */
const HONG_KONG = `hk hongkong hongkonger kowloon mongkok shatin woaini woaiwojia gongxifacai 520 1314 5201314 5201314520
159357 159357159 qwe lau chan cheung wong leung lam cheng yeung tang tsang kwok yip tsui chow fung yuen kwan poon tsoi hung
chiu`;
/** Tens of thousands from leaks, in lower case. */
const COMMON = new Set([...dictionary['passwords-common'], ...HONG_KONG.split(/\s+/)]);

/** A day of somebody's life, in any order of its parts. */
const isDay = (text: string) =>
  /^(?:19[3-9]\d|20[0-3]\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(text) ||
  /^(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?:19[3-9]\d|20[0-3]\d)$/.test(
    text,
  );

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

/**
 * Why a password is soon guessed: it is one of those everybody takes, or made of what is known of the member (`own`:
 * address, names, number) and of the station. Null for one that may be used.
 */
export function weaknessOf(password: string, own: readonly string[]): 'commonPassword' | 'knownPassword' | null {
  const text = lowered(password);
  if (isCommon(text)) return 'commonPassword';
  return isMadeOfKnown(password, own) ? 'knownPassword' : null;
}

/** Refuses a new password that is soon guessed, under the code of VA-01 (10026). */
export function demandGoodPassword(field: string, password: string, own: readonly string[]): void {
  const code = weaknessOf(password, own);
  if (code !== null) throw new FormError([{ field, code }]);
}
