/**
 * Optional consents of a visitor: one choice, kept about a year in a readable cookie as `VERSION.BITS`.
 * A choice of another version counts as none, so that the visitor is asked again when the purposes change.
 */
export const CONSENT_COOKIE = 'cookie_consent';
export const CONSENT_VERSION = 2;

/** One bit each. Necessary cookies have none because they need no consent. */
export const ConsentPurpose = { STATISTICS: 1, ADVERTISING: 2 } as const;
export const ALL_PURPOSES = ConsentPurpose.STATISTICS | ConsentPurpose.ADVERTISING;
export const NO_PURPOSES = 0;

/**
 * Flag beside the purpose bits: advertising was enabled explicitly in a browser that sends Global Privacy Control.
 * Without it, the signal of such a browser overrides the consent.
 */
export const AGAINST_SIGNAL = 4;

/**
 * The bits of a stored choice. Null if there is none or it has another version. `asksNot`: the browser sends Global
 * Privacy Control, so advertising must have been enabled explicitly.
 */
export function parseConsent(stored: string | undefined, asksNot = false): number | null {
  const [, version, digits] = /^(\d{1,3})\.(\d{1,3})$/.exec(stored ?? '') ?? [];
  if (Number(version) !== CONSENT_VERSION || digits === undefined) return null;
  const bits = Number(digits);
  const isHeld = asksNot && (bits & AGAINST_SIGNAL) === 0;
  return bits & (isHeld ? ALL_PURPOSES & ~ConsentPurpose.ADVERTISING : ALL_PURPOSES);
}
