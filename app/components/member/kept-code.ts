import { SESSION_KEYS } from '#app/storage-keys.ts';

// The code of an offer that was followed, for the next purchase in this tab: sales pages are the same for everyone, so
// their paths cannot carry it.

export function keepCode(code: string): void {
  try {
    sessionStorage.setItem(SESSION_KEYS.promotionCode, code);
  } catch {
    // the offer's page shows it, to be typed
  }
}

export function keptCode(): string {
  try {
    return sessionStorage.getItem(SESSION_KEYS.promotionCode) ?? '';
  } catch {
    return '';
  }
}
