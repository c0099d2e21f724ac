import { SHARED_KEYS } from '#app/storage-keys.ts';

/** Notifies list pages in other tabs of a change. */
export function tellListTabs(): void {
  try {
    localStorage.setItem(SHARED_KEYS.lists, String(Date.now()));
  } catch {
    // Without storage they reload when shown again.
  }
}
