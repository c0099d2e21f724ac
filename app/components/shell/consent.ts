import { COOKIES, readCookie, writeCookie, YEAR_SECONDS } from '#app/cookies.ts';

/** Whether statistics and advertising may set or send anything: not before the visitor accepted. */
export const isConsentGiven = (): boolean => readCookie(document.cookie, COOKIES.consent) === '1';

export function giveConsent(): void {
  writeCookie(COOKIES.consent, '1', { maxAgeSeconds: YEAR_SECONDS });
}

/** Shows the bar or puts it away; `consent-bar.module.css` and `tokens.css` read the mark. */
export function markConsent(isAsked: boolean): void {
  if (isAsked) document.documentElement.dataset.consent = 'open';
  else delete document.documentElement.dataset.consent;
}

/**
 * Stands in the head. A page is the same for everyone and the cookie is the visitor's, so the bar is in every page's HTML
 * and this shows it before anything is painted: a bar that comes later takes the press meant for what lies under it.
 */
export const CONSENT_SCRIPT = `if(!/(^|; )${COOKIES.consent}=1(;|$)/.test(document.cookie))document.documentElement.dataset.consent='open'`;
