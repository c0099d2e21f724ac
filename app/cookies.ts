import { AD_FREE_COOKIE } from '#shared/ads/ad-free-cookie.ts';
import { CONSENT_COOKIE } from '#shared/ads/consent.ts';

export { readCookie } from '#shared/http/cookie-header.ts';

/** Cookies used by pages. All are readable by scripts, and none identifies a visitor. */
export const COOKIES = {
  /** 1: the timetable list without pictures. */
  timetableText: 'timetable_text',
  /** The visitor's consent: see shared/ads/consent.ts. */
  consent: CONSENT_COOKIE,
  /** 1: has paid for no ads. Grants nothing else. */
  adFree: AD_FREE_COOKIE,
  /** 0: the subscriber had nothing in progress when this browser last checked (one month). */
  begun: 'begun',
  /** 1: this visitor follows something, so that the home page reserves its row from the first paint. */
  follows: 'follows',
  /** Language from `?lang=`. */
  language: 'lang',
  /** 1: the archive offer has been shown. */
  offerSeen: 'archive_offer',
  /** 0 to 1, the player's volume (R-469: one day). */
  volume: 'volume',
  /** Recent keywords, a JSON list, newest last (R-233: one day). */
  search: 'search',
  /** Return path after login, within this site (R-469: half an hour). */
  redirect: 'redirect',
  /** Name of the last payment method (R-469: one day). */
  payingMethod: 'card',
  /** The plan chosen before registration: for as long as registration may take. */
  chosenPlan: 'chosen_plan',
  /** Number of the payment with which this browser was sent to its provider: for a minute. */
  sent: 'sent',
} as const;

export const REDIRECT_SECONDS = 1_800;
/** Time between the press that begins a payment and the provider's page in one go. */
export const SENT_ON_SECONDS = 60;
export const DAY_SECONDS = 86_400;
export const YEAR_SECONDS = 365 * DAY_SECONDS;

/** Sets a cookie of this site: secure, with a lifetime of one second by default. */
export function writeCookie(name: string, value: string, { maxAgeSeconds = 1 }: { maxAgeSeconds?: number } = {}): void {
  // Over plain HTTP browsers drop secure cookies except on localhost, and the choice would be lost.
  const secure = location.protocol === 'https:' || location.hostname === 'localhost' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
}
