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

/** The bits of a stored choice; null where nobody has chosen, or chose of other purposes. */
export function parseConsent(stored: string | undefined): number | null {
  const [, version, bits] = /^(\d{1,3})\.(\d{1,3})$/.exec(stored ?? '') ?? [];
  if (Number(version) !== CONSENT_VERSION || bits === undefined) return null;
  return Number(bits) & ALL_PURPOSES;
}

export const formatConsent = (bits: number): string => `${CONSENT_VERSION}.${bits & ALL_PURPOSES}`;
