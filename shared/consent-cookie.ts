import { AGAINST_SIGNAL, ALL_PURPOSES, CONSENT_VERSION, ConsentPurpose } from './consent.ts';

/** A choice as it is stored. `asksNot`: the browser asks not to be followed; what is agreed to there was switched on by hand. */
export const formatConsent = (bits: number, asksNot = false): string => {
  const purposes = bits & ALL_PURPOSES;
  const isByHand = asksNot && (purposes & ConsentPurpose.ADVERTISING) !== 0;
  return `${CONSENT_VERSION}.${purposes | (isByHand ? AGAINST_SIGNAL : 0)}`;
};
