import type { SubmitEvent } from 'react';
import { SHARED_KEYS } from '#app/storage-keys.ts';

// The code of stored replays is loaded only if this browser has some.

function hasSome(): boolean {
  try {
    return localStorage.getItem(SHARED_KEYS.downloads) !== null;
  } catch {
    return false;
  }
}

const code = () => import('#app/downloads/downloads.ts');

/** At log-out: they cannot be played later. What this misses is deleted at the next log-in of another member. */
export function clearDownloads(): void {
  if (!hasSome()) return;
  void code()
    .then((module) => module.clearDownloads())
    .catch(() => undefined);
}

/** The same for a log-out form: submitted once they are deleted. */
export function clearBeforeSubmit(event: SubmitEvent<HTMLFormElement>): void {
  if (!hasSome()) return;
  event.preventDefault();
  const form = event.currentTarget;
  void code()
    .then((module) => module.clearDownloads())
    .catch(() => undefined)
    .finally(() => form.submit());
}

/** At each connection with the server, and when another member logs in. */
export function verifyDownloads(memberId: number): void {
  if (!hasSome()) return;
  void code().then(
    (module) => module.verifyDownloads(memberId),
    () => undefined,
  );
}
