import { COOKIES, readCookie, REDIRECT_SECONDS, writeCookie } from '#app/cookies.ts';
import { returnPath } from '#shared/paths/return-path.ts';

/** The visitor's return address from a `Cookie` header. */
export function returnAddress(cookieHeader: string | null): string | null {
  try {
    return returnPath(decodeURIComponent(readCookie(cookieHeader, COOKIES.redirect) ?? ''));
  } catch {
    return null;
  }
}

/** Stores a return address, by default the current one, for half an hour: login leads back there (HD-03, R-469). */
export function rememberReturn(address = window.location.pathname + window.location.search): void {
  if (returnPath(address)) writeCookie(COOKIES.redirect, address, { maxAgeSeconds: REDIRECT_SECONDS });
}
