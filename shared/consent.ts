/**
 * What a visitor agreed to beyond what the site needs to work: one choice, kept about a year in a readable cookie
 * as `VERSION.BITS`. A choice of another version counts as none, so that the visitor is asked anew when the purposes change.
 */
export const CONSENT_COOKIE = 'cookie_consent';
export const CONSENT_VERSION = 2;

/** A bit each; what is necessary has none, because nobody is asked. */
export const ConsentPurpose = { STATISTICS: 1, ADVERTISING: 2 } as const;
export const ALL_PURPOSES = ConsentPurpose.STATISTICS | ConsentPurpose.ADVERTISING;
export const NO_PURPOSES = 0;

/**
 * Beside the bits of purposes: advertising was switched on by hand in a browser that asks not to be followed (Global Privacy
 * Control). Without it such a browser's request outranks what was agreed to.
 */
export const AGAINST_SIGNAL = 4;

/**
 * The bits of a stored choice; null where nobody has chosen, or chose of other purposes. `asksNot`: the browser asks not to be
 * followed, so that advertising needs to have been switched on by hand.
 */
export function parseConsent(stored: string | undefined, asksNot = false): number | null {
  const [, version, digits] = /^(\d{1,3})\.(\d{1,3})$/.exec(stored ?? '') ?? [];
  if (Number(version) !== CONSENT_VERSION || digits === undefined) return null;
  const bits = Number(digits);
  const isHeld = asksNot && (bits & AGAINST_SIGNAL) === 0;
  return bits & (isHeld ? ALL_PURPOSES & ~ConsentPurpose.ADVERTISING : ALL_PURPOSES);
}
