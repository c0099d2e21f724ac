import { COOKIES, writeCookie, YEAR_SECONDS } from '#app/cookies.ts';
import { asksNot, consentChanged } from '#app/components/shell/consent.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import { formatConsent } from '#shared/consent-cookie.ts';

/** Keeps a choice for a year, in all tabs. Where the browser asks not to be followed, what is agreed to was switched on by hand. */
export function saveConsent(bits: number): void {
  const choice = formatConsent(bits, asksNot());
  writeCookie(COOKIES.consent, choice, { maxAgeSeconds: YEAR_SECONDS });
  try {
    // Other tabs hear of it; nothing stays.
    localStorage.setItem(SHARED_KEYS.consent, choice);
    localStorage.removeItem(SHARED_KEYS.consent);
  } catch {
    // Without storage they hear of it when they are shown another page.
  }
  consentChanged();
}
