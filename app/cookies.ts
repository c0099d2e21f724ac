import { AD_FREE_COOKIE } from '#shared/ad-free-cookie.ts';
import { CONSENT_COOKIE } from '#shared/consent.ts';

export { readCookie } from '#shared/cookie-header.ts';

/** Cookies the pages know by name. Each is readable by scripts and none identifies anybody. */
export const COOKIES = {
  /** 1: the timetable list without pictures. */
  timetableText: 'timetable_text',
  /** What the visitor agreed to: see shared/consent.ts. */
  consent: CONSENT_COOKIE,
  /** 1: pays to see no advertisements. It opens nothing. */
  adFree: AD_FREE_COOKIE,
  /** 0: the subscriber had begun to hear nothing when this browser last asked (one month). */
  begun: 'begun',
  /** Language asked for by `?lang=`. */
  language: 'lang',
  /** 1: the archive offer has been shown. */
  offerSeen: 'archive_offer',
  /** 0 to 1, the player's volume (R-469: one day). */
  volume: 'volume',
  /** Recent keywords, a list in JSON, newest last (R-233: one day). */
  search: 'search',
  /** Where to go after the log-in: a path of this site (R-469: half an hour). */
  redirect: 'redirect',
  /** The way somebody paid last, by its name alone (R-469: one day). */
  payingMethod: 'card',
  /** The plan that was chosen before there was an account to buy it with: as long as a registration may take. */
  chosenPlan: 'chosen_plan',
} as const;

export const REDIRECT_SECONDS = 1_800;
export const DAY_SECONDS = 86_400;
export const YEAR_SECONDS = 365 * DAY_SECONDS;

/** Sets a cookie of this site: secure, and one second long unless told otherwise. */
export function writeCookie(name: string, value: string, { maxAgeSeconds = 1 }: { maxAgeSeconds?: number } = {}): void {
  // Over plain HTTP a browser drops a secure cookie, except on localhost; the choice would then never be kept.
  const secure = location.protocol === 'https:' || location.hostname === 'localhost' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
}
