import { COOKIES, readCookie } from '#app/cookies.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import { ConsentPurpose, CONSENT_VERSION, parseConsent } from '#shared/consent.ts';

// What the visitor agreed to, as pages see it. It is part of every page and stays small: how a choice is kept comes with it
// (`save-consent.ts`).

declare global {
  interface Navigator {
    /** Global Privacy Control: the browser asks that nobody be followed. */
    globalPrivacyControl?: boolean;
  }
}

const listeners = new Set<() => void>();

/** Whether the browser asks that its visitor be not followed. */
export const asksNot = (): boolean => navigator.globalPrivacyControl === true;

const chosen = () => parseConsent(readCookie(document.cookie, COOKIES.consent), asksNot());

export const isConsentChosen = (): boolean => chosen() !== null;

/** Bits of ConsentPurpose; 0 until somebody chose, and after a skip. */
export const consentNow = (): number => chosen() ?? 0;

/** Whether statistics may keep or send what knows this browser again. */
export const mayMeasure = (): boolean => (consentNow() & ConsentPurpose.STATISTICS) !== 0;

/** Whether others may be asked for advertisements. */
export const mayAdvertise = (): boolean => (consentNow() & ConsentPurpose.ADVERTISING) !== 0;

/** Somebody chose, here or in another tab. */
export function consentChanged(): void {
  markConsent(!isConsentChosen());
  markAds();
  for (const listener of listeners) listener();
}

/** Another tab's choice. Its cookie may come a moment after the word of it. */
export function hearConsent({ key, newValue }: StorageEvent): void {
  if (key !== SHARED_KEYS.consent || newValue === null) return;
  let looks = 0;
  const look = () => {
    if (readCookie(document.cookie, COOKIES.consent) === newValue || looks++ > 50) consentChanged();
    else setTimeout(look, 100);
  };
  look();
}

/** Calls after each choice, be it made in another tab, until the returned function is called. */
export function onConsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the bar or puts it away; `consent-bar.module.css` and `tokens.css` read the mark. */
export function markConsent(isAsked: boolean): void {
  if (isAsked) document.documentElement.dataset.consent = 'open';
  else delete document.documentElement.dataset.consent;
}

/** Says on the document what advertising it may have: none for who pays to be free of it, else the house's own until others are agreed to. */
export function markAds(): void {
  const isFree = readCookie(document.cookie, COOKIES.adFree) === '1';
  document.documentElement.dataset.ads = isFree ? 'off' : mayAdvertise() ? 'on' : 'house';
}

/**
 * Stands in the head. A page is the same for everyone and the cookie is the visitor's, so the bar is in every page's HTML
 * and this shows it before anything is painted: a bar that comes later takes the press meant for what lies under it.
 * It knows of advertising what `markAds` does, and marks a browser that asks not to be followed, to whom the bar says so. Who
 * pays is shown the room of what they began to hear in place of what a plan offers, low where they had begun nothing.
 * Only the server needs its words: a browser has run them when it comes to compare.
 */
export const CONSENT_SCRIPT = !import.meta.env.SSR
  ? ''
  : `{let c=document.cookie,h=document.documentElement.dataset,g=navigator.globalPrivacyControl===true,m=/(?:^|; )${COOKIES.consent}=${CONSENT_VERSION}\\.(\\d{1,3})(?:;|$)/.exec(c),b=m?+m[1]:0;if(!m)h.consent='open';if(g)h.asksNot='';h.ads=/(?:^|; )${COOKIES.adFree}=1(?:;|$)/.test(c)?'off':b&2&&(!g||b&4)?'on':'house';if(/(?:^|; )${COOKIES.begun}=0(?:;|$)/.test(c))h.begun='none'}`;
