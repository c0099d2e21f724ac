import { COOKIES, writeCookie, YEAR_SECONDS } from '#app/cookies.ts';
import { asksNot, consentChanged } from '#app/components/shell/consent.ts';
import { SHARED_KEYS } from '#app/storage-keys.ts';
import { formatConsent } from '#shared/ads/format-consent.ts';

/**
 * Stores a choice for a year, for all tabs. With Global Privacy Control, every accepted purpose was enabled manually.
 */
export function saveConsent(bits: number): void {
  const choice = formatConsent(bits, asksNot());
  writeCookie(COOKIES.consent, choice, { maxAgeSeconds: YEAR_SECONDS });
  try {
    // Other tabs receive the event; nothing remains stored.
    localStorage.setItem(SHARED_KEYS.consent, choice);
    localStorage.removeItem(SHARED_KEYS.consent);
  } catch {
    // Without storage they notice on their next page.
  }
  consentChanged();
}
