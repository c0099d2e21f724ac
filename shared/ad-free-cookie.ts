/**
 * 1: pays to see no advertisements. Readable by scripts, as the head of a page takes its places away before the first paint. It
 * opens nothing, so forging it harms nobody.
 */
export const AD_FREE_COOKIE = 'ad_free';

export const AD_FREE_SECONDS = 365 * 86_400;

/** A `Set-Cookie` header, as a page sets it once it knows who its visitor is. */
export const adFreeCookie = (): string =>
  `${AD_FREE_COOKIE}=1; Path=/; Max-Age=${AD_FREE_SECONDS}; Secure; SameSite=Lax`;
