import { SESSION_KEYS } from '#app/storage-keys.ts';

// The code of an offer that was followed, for what is bought next in this tab: pages of what is sold are the same for
// everybody, so that no address of theirs can carry it.

export function keepCode(code: string): void {
  try {
    sessionStorage.setItem(SESSION_KEYS.promotionCode, code);
  } catch {
    // it is named on the page of the offer, to be typed
  }
}

export function keptCode(): string {
  try {
    return sessionStorage.getItem(SESSION_KEYS.promotionCode) ?? '';
  } catch {
    return '';
  }
}
