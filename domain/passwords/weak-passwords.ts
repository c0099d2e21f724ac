import { dictionary } from '@zxcvbn-ts/language-common';
import { isMadeOfKnown, isPattern, isSoonTried, lowered, readings, SHORT, unsigned } from './known-words.rules.ts';
import { FormError } from '#domain/forms/forms.ts';

// ASVS 6.2.4 and 6.2.11 (docs/security/asvs.md). No character class is required or forbidden; what an attacker tries
// first is refused. Server only: the dictionaries are too large for the browser.

/** Common in Hong Kong, but missing from leaked password lists of other regions. */
const HONG_KONG = `hk hongkong hongkonger kowloon mongkok shatin woaini woaiwojia gongxifacai 520 1314 5201314 5201314520
159357 159357159 qwe lau chan cheung wong leung lam cheng yeung tang tsang kwok yip tsui chow fung yuen kwan poon tsoi hung
chiu`;
/** Tens of thousands from leaks, in lower case. */
const COMMON = new Set([...dictionary['passwords-common'], ...HONG_KONG.split(/\s+/)]);

/** A date of the last decades, in any order of its parts. */
const isDay = (text: string) =>
  /^(?:19[3-9]\d|20[0-3]\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(text) ||
  /^(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?:19[3-9]\d|20[0-3]\d)$/.test(
    text,
  );

/** The repeated unit of a text: `dragon` of `dragondragondragon`; the text itself if nothing repeats. */
const unitOf = (text: string) => /^(.+?)\1+$/su.exec(text)?.[1] ?? text;

/** A common password, repeated or with a short prefix and suffix, or a mere pattern. */
function isCommon(text: string): boolean {
  if ([text, unsigned(text)].some((one) => isPattern(one) || isDay(one))) return true;
  const unit = unitOf(text);
  if (unit !== text && (unit.length <= SHORT || isCommon(unit))) return true;
  // Digits and signs at the ends may stand for letters (`$unshine`) or be additions (`sunshine1`): both readings are
  // tried.
  const cuts = [/^()(.*?)()$/su, /^()(.*?)(\P{L}*)$/su, /^(\P{L}*)(.*?)()$/su, /^(\P{L}*)(.*?)(\P{L}*)$/su];
  return cuts.some((cut) => {
    const [, before = '', core = '', behind = ''] = cut.exec(text) ?? [];
    return isSoonTried(before + behind) && readings(core).some((word) => COMMON.has(word) || COMMON.has(unitOf(word)));
  });
}

/**
 * Why a password is easy to guess: it is common, or made of what is known of the member (`own`: address, names, number)
 * and of the station. Null if it is acceptable.
 */
export function weaknessOf(password: string, own: readonly string[]): 'commonPassword' | 'knownPassword' | null {
  const text = lowered(password);
  if (isCommon(text)) return 'commonPassword';
  return isMadeOfKnown(password, own) ? 'knownPassword' : null;
}

/** Refuses a new password that is easy to guess, under the code of VA-01 (10026). */
export function demandGoodPassword(field: string, password: string, own: readonly string[]): void {
  const code = weaknessOf(password, own);
  if (code !== null) throw new FormError([{ field, code }]);
}
