import { SHARED_KEYS } from '#app/storage-keys.ts';
import { randomName } from './random-name.ts';

/**
 * What this browser is known by to the station that makes a pseudonym of each day of it. Only for who agreed to statistics:
 * callers ask first.
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
