import { SHARED_KEYS } from '#app/storage-keys.ts';
import { randomName } from './random-name.ts';

/**
 * Random id of this browser, from which the server derives a daily pseudonym. Only with consent to statistics, which
 * callers check.
 */
export function visitorName(): string | null {
  try {
    const kept = localStorage.getItem(SHARED_KEYS.visitor);
    if (kept !== null && /^[\w-]{22}$/.test(kept)) return kept;
    const name = randomName();
    localStorage.setItem(SHARED_KEYS.visitor, name);
    return name;
  } catch {
    return null;
  }
}
