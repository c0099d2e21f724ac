import { SHARED_KEYS } from '#app/storage-keys.ts';

/** Lets pages of lists in other tabs know that something of a list is not as it was. */
export function tellListTabs(): void {
  try {
    localStorage.setItem(SHARED_KEYS.lists, String(Date.now()));
  } catch {
    // Without storage they read it anew when they are come back to.
  }
}
