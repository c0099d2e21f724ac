import { COOKIES, readCookie, REDIRECT_SECONDS, writeCookie } from '#app/cookies.ts';

const MAX_LENGTH = 500;
/** Pages of logging in and out: to come back to them helps nobody. */
const IN_BETWEEN = /^\/member\/(user|register|error)(\/|$)/i;

/** A path of this site that a log-in may lead back to; null for anything else. */
export function safeReturn(address: string | null | undefined): string | null {
  if (!address || address.length > MAX_LENGTH || !/^\/(?![/\\])/.test(address)) return null;
  // What a browser drops or turns could make another site of what looks like a path.
  if (!/^[!-[\]-~]+$/.test(address) || IN_BETWEEN.test(address)) return null;
  return URL.canParse(address, 'http://site.invalid') && new URL(address, 'http://site.invalid').host === 'site.invalid'
    ? address
    : null;
}

/** Where the visitor wanted to go, out of a `Cookie` header. */
export function returnAddress(cookieHeader: string | null): string | null {
  try {
    return safeReturn(decodeURIComponent(readCookie(cookieHeader, COOKIES.redirect) ?? ''));
  } catch {
    return null;
  }
}

/** Keeps an address, the present one unless told, for half an hour: the log-in leads back there (HD-03, R-469). */
export function rememberReturn(address = window.location.pathname + window.location.search): void {
  if (safeReturn(address)) writeCookie(COOKIES.redirect, address, { maxAgeSeconds: REDIRECT_SECONDS });
}
