import { AGAINST_SIGNAL, ALL_PURPOSES, CONSENT_VERSION, ConsentPurpose } from './consent.ts';

/**
 * Stored form of a choice. `asksNot`: the browser sends Global Privacy Control; advertising consent is then recorded as
 * explicit.
 */
export const formatConsent = (bits: number, asksNot = false): string => {
  const purposes = bits & ALL_PURPOSES;
  const isByHand = asksNot && (purposes & ConsentPurpose.ADVERTISING) !== 0;
  return `${CONSENT_VERSION}.${purposes | (isByHand ? AGAINST_SIGNAL : 0)}`;
};
