import { COOKIES, readCookie, writeCookie, YEAR_SECONDS } from '#app/cookies.ts';
import {
  ALL_PURPOSES,
  ConsentPurpose,
  CONSENT_VERSION,
  formatConsent,
  NO_PURPOSES,
  parseConsent,
} from '#shared/consent.ts';

const listeners = new Set<() => void>();

/** What the visitor agreed to, in bits; nothing while nobody has chosen. */
export const consentNow = (): number => parseConsent(readCookie(document.cookie, COOKIES.consent)) ?? NO_PURPOSES;

/** Whether statistics and advertising may set or send anything: not before the visitor accepted. */
export const isConsentGiven = (): boolean => parseConsent(readCookie(document.cookie, COOKIES.consent)) !== null;

export function giveConsent(): void {
  writeCookie(COOKIES.consent, formatConsent(ALL_PURPOSES), { maxAgeSeconds: YEAR_SECONDS });
  markAds();
  for (const listener of listeners) listener();
}

export function onConsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says to styles and to `app/ads` whether places for advertising are shown, and who fills them; the head says it first. */
export function markAds(): void {
  const isFree = readCookie(document.cookie, COOKIES.adFree) === '1';
  document.documentElement.dataset.ads = isFree ? 'off' : consentNow() & ConsentPurpose.ADVERTISING ? 'on' : 'house';
}

/** Shows the bar or puts it away; `consent-bar.module.css` and `tokens.css` read the mark. */
export function markConsent(isAsked: boolean): void {
  if (isAsked) document.documentElement.dataset.consent = 'open';
  else delete document.documentElement.dataset.consent;
}

/**
 * Stands in the head. A page is the same for everyone and the cookie is the visitor's, so the bar is in every page's HTML
 * and this shows it before anything is painted: a bar that comes later takes the press meant for what lies under it.
 * So with the places for advertising, which who pays for none has no room for.
 */
export const CONSENT_SCRIPT = `(function(d,c,m){m=/(?:^|; )${COOKIES.consent}=${CONSENT_VERSION}\\.(\\d+)(?:;|$)/.exec(c);if(!m)d.consent='open';d.ads=/(^|; )${COOKIES.adFree}=1(;|$)/.test(c)?'off':m&&m[1]&${ConsentPurpose.ADVERTISING}?'on':'house'})(document.documentElement.dataset,document.cookie)`;
