import { COOKIES, readCookie } from '#app/cookies.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import { ConsentPurpose, CONSENT_VERSION, parseConsent } from '#shared/ads/consent.ts';

// The visitor's consent, as pages see it. It is part of every page and stays small: the code that stores a choice is
// loaded with it (`save-consent.ts`).

declare global {
  interface Navigator {
    /** Global Privacy Control: a request not to be tracked. */
    globalPrivacyControl?: boolean;
  }
}

const listeners = new Set<() => void>();

/** Whether the browser signals Global Privacy Control. */
export const asksNot = (): boolean => navigator.globalPrivacyControl === true;

const chosen = () => parseConsent(readCookie(document.cookie, COOKIES.consent), asksNot());

export const isConsentChosen = (): boolean => chosen() !== null;

/** Bits of ConsentPurpose; 0 until a choice is made, and after a skip. */
export const consentNow = (): number => chosen() ?? 0;

/** Whether statistics may store or send identifiers of this browser. */
export const mayMeasure = (): boolean => (consentNow() & ConsentPurpose.STATISTICS) !== 0;

/** Whether ads may be requested from third parties. */
export const mayAdvertise = (): boolean => (consentNow() & ConsentPurpose.ADVERTISING) !== 0;

/** A choice was made, here or in another tab. */
export function consentChanged(): void {
  markConsent(!isConsentChosen());
  markAds();
  for (const listener of listeners) listener();
}

/** A choice in another tab. Its cookie may arrive shortly after the event. */
export function hearConsent({ key, newValue }: StorageEvent): void {
  if (key !== SHARED_KEYS.consent || newValue === null) return;
  let looks = 0;
  const look = () => {
    if (readCookie(document.cookie, COOKIES.consent) === newValue || looks++ > 50) consentChanged();
    else setTimeout(look, 100);
  };
  look();
}

/** Calls the listener after each choice, also in other tabs, until the returned function is called. */
export function onConsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows or hides the bar; `consent-bar.module.css` and `tokens.css` read the mark. */
export function markConsent(isAsked: boolean): void {
  if (isAsked) document.documentElement.dataset.consent = 'open';
  else delete document.documentElement.dataset.consent;
}

/**
 * Sets the ad mode of the document: none for visitors with an ad-free plan, house ads until third parties are accepted.
 */
export function markAds(): void {
  const isFree = readCookie(document.cookie, COOKIES.adFree) === '1';
  document.documentElement.dataset.ads = isFree ? 'off' : mayAdvertise() ? 'on' : 'house';
}

/**
 * Inline script in the head. The page is the same for everyone and the cookie is the visitor's, so every page's HTML
 * contains the bar and this script shows it before the first paint: a late bar would catch presses meant for what it
 * covers. It sets the same ad mode as `markAds`, and marks browsers with Global Privacy Control, for which the bar has
 * a different text. For subscribers the space of replays in progress replaces the plan offer, and is lower if there are
 * none; and the home page reserves the row of what is followed. A document that was opened at its start, not one that is
 * reloaded or returned to, which has a state in the history, is marked as fresh until it is scrolled: it may lay out later
 * what is not near the screen (`late.module.css`). Only the server needs the script's text: in the browser it has
 * already run by hydration.
 */
export const CONSENT_SCRIPT = !import.meta.env.SSR
  ? ''
  : `{let c=document.cookie,h=document.documentElement.dataset,g=navigator.globalPrivacyControl===true,m=/(?:^|; )${COOKIES.consent}=${CONSENT_VERSION}\\.(\\d{1,3})(?:;|$)/.exec(c),b=m?+m[1]:0;if(!m)h.consent='open';if(g)h.asksNot='';h.ads=/(?:^|; )${COOKIES.adFree}=1(?:;|$)/.test(c)?'off':b&2&&(!g||b&4)?'on':'house';if(/(?:^|; )${COOKIES.begun}=0(?:;|$)/.test(c))h.begun='none';if(!history.state){h.fresh='';addEventListener('scroll',()=>delete h.fresh,{once:true})}if(/(?:^|; )${COOKIES.follows}=1(?:;|$)/.test(c))document.documentElement.style.setProperty('--followed','15rem')}`;
