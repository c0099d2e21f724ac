/**
 * 1: pays for an ad-free site. Readable by scripts, because the head of a page removes its ad slots before the first
 * paint. It grants no access, so forging it is harmless.
 */
export const AD_FREE_COOKIE = 'ad_free';

export const AD_FREE_SECONDS = 365 * 86_400;

/** `Set-Cookie` header, sent by a page once it has identified its visitor. */
export const adFreeCookie = (): string =>
  `${AD_FREE_COOKIE}=1; Path=/; Max-Age=${AD_FREE_SECONDS}; Secure; SameSite=Lax`;
